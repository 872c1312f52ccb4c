"""Any text or vision model of the transformers library, by name or by the path of its folder."""

from collections.abc import Sequence
from importlib.util import find_spec

from agents.services.transformers_local import find_revision
from analysis.embedders.base import Embedder, Vectors
from analysis.embedders.torch_models import embed_images, embed_texts


class Transformer(Embedder):
    """Means over the last layer: BERT, DistilBERT, GPT-2 and their like."""

    slug, title, takes_name = "transformer", "A text model of transformers", True

    @property
    def is_at_hand(self) -> bool:
        """Whether the library is installed."""
        return bool(find_spec("torch") and find_spec("transformers"))

    @property
    def revision(self) -> str:
        """The commit, or a digest of the folder."""
        return find_revision(self.name)

    def embed(self, inputs: Sequence[str]) -> Vectors:
        """One row a text."""
        return embed_texts(self.name, inputs)


class Vision(Transformer):
    """Pooled features: ResNet and its like."""

    slug, title, sees = "vision", "A vision model of transformers", "image"

    def embed(self, inputs: Sequence[str]) -> Vectors:
        """One row a path of a picture."""
        return embed_images(self.name, inputs)
