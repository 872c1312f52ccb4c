"""The formats that judgements are loaded from. A new one costs one file here and one line in this list."""

from analysis.loading.formats.base import JudgementFormat
from analysis.loading.formats.mturk_batch import MturkBatchJudgements
from analysis.loading.formats.native import NativeJudgements
from analysis.loading.formats.psiturk import PsiTurkJudgements
from analysis.loading.formats.turing_compiled import TuringCompiled
from turingapp.plugins import Registry

JUDGEMENT_FORMATS: Registry[JudgementFormat] = Registry(
    "judgement format", [NativeJudgements(), TuringCompiled(), PsiTurkJudgements(), MturkBatchJudgements()]
)
