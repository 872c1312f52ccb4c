"""Systems that turn texts and pictures into vectors. A new one costs one file here and one line in this list."""

from analysis.embedders.base import Embedder
from analysis.embedders.glove import Glove, WordVectorFile
from analysis.embedders.hashing import Hashing
from analysis.embedders.minilm import MiniLM
from analysis.embedders.openai_compatible import OpenAiCompatible
from analysis.embedders.transformer import Transformer, Vision
from turingapp.errors import UnknownPlugin
from turingapp.plugins import Registry

EMBEDDERS: Registry[Embedder] = Registry(
    "embedder", [MiniLM(), Glove(), Hashing(), WordVectorFile(), Transformer(), Vision(), OpenAiCompatible()]
)


def find_embedder(name: str) -> Embedder:
    """The embedder of that name, `slug` or `slug:model`; raises UnknownPlugin."""
    slug, _, model = name.partition(":")
    listed = EMBEDDERS[slug]
    if bool(model) != listed.takes_name:
        known = [f"{one.slug}:MODEL" if one.takes_name else one.slug for one in EMBEDDERS]
        raise UnknownPlugin("embedder", name, known)
    return type(listed)(model) if model else listed


def find_best_embedder() -> Embedder | None:
    """The sentence embedder of the default judge, where it is on this machine."""
    return next((one for one in EMBEDDERS if one.slug == "minilm" and one.is_at_hand), None)
