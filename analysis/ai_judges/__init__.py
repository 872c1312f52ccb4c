"""The AI judges. A new one costs one file here and one line in this list."""

from analysis.ai_judges.base import AiJudge
from analysis.ai_judges.baselines import CharacterNgrams, ClosedVocabulary, Length, Majority
from analysis.ai_judges.combined import Combined
from analysis.ai_judges.language_model import FewShot, ZeroShot
from analysis.ai_judges.original import ORIGINAL_JUDGES
from analysis.ai_judges.plain import Boosting, Forest, Linear, RawScanpath, TfIdfSvm
from turingapp.plugins import Registry

AI_JUDGES: Registry[AiJudge] = Registry(
    "AI judge",
    [
        Combined(),
        TfIdfSvm(),
        Linear(),
        Forest(),
        Boosting(),
        RawScanpath(),
        Majority(),
        Length(),
        CharacterNgrams(),
        ClosedVocabulary(),
        *ORIGINAL_JUDGES,
        ZeroShot(),
        FewShot(),
    ],
)
DEFAULT_JUDGE = Combined.slug
YARDSTICK = TfIdfSvm.slug
YARDSTICKS = (TfIdfSvm.slug, CharacterNgrams.slug)
