"""The formats that stimuli and responses are loaded from. A new one costs one file here and one line in this list."""

from agents.formats.base import Format
from agents.formats.blenderbot import BlenderBot
from agents.formats.coco import Coco
from agents.formats.convai2017 import ConvAi2017
from agents.formats.edges import Edges
from agents.formats.mturk_batch import MturkBatch
from agents.formats.native import Native
from agents.formats.nocaps import Nocaps
from agents.formats.osie import Osie
from agents.formats.paper_csv import PaperCsv
from agents.formats.paper_json import PaperJson
from agents.formats.psiturk import PsiTurk
from agents.formats.topical_chat import TopicalChat
from turingapp.plugins import Registry

FORMATS: Registry[Format] = Registry(
    "format",
    [
        Native(),
        PaperCsv(),
        PaperJson(),
        ConvAi2017(),
        TopicalChat(),
        BlenderBot(),
        Edges(),
        Osie(),
        Coco(),
        Nocaps(),
        MturkBatch(),
        PsiTurk(),
    ],
)
