"""Word vectors: GloVe from its package, or any file of word vectors."""

from collections.abc import Sequence

import numpy as np

from agents.services.word_vectors import WordVectors, find_revision, has_package, load_vectors
from analysis.embedders.base import Embedder, Vectors
from analysis.features.texts import split_words


class Glove(Embedder):
    """50 numbers for a word; a text is the mean of its words that are known, or zeros."""

    slug, title = "glove", "GloVe word vectors"

    @property
    def is_at_hand(self) -> bool:
        """Whether the package and the reader of its index are installed."""
        return has_package()

    @property
    def revision(self) -> str:
        """The version of the package."""
        return find_revision("")

    def embed(self, inputs: Sequence[str]) -> Vectors:
        """Means of known words."""
        return average_words(inputs, load_vectors())


class WordVectorFile(Embedder):
    """Vectors of a file that the user names."""

    slug, title, takes_name = "word-vectors", "Word vectors from a file", True

    @property
    def revision(self) -> str:
        """The size and time of the file: it is too large to be hashed each time."""
        return find_revision(self.name)

    def embed(self, inputs: Sequence[str]) -> Vectors:
        """Means of known words."""
        return average_words(inputs, load_vectors(self.name))


def average_words(texts: Sequence[str], vectors: WordVectors) -> Vectors:
    """The mean vector of the known words of each text."""
    places = vectors.places
    result = np.zeros((len(texts), vectors.rows.shape[1]), dtype=np.float32)
    for row, text in enumerate(texts):
        known = [places[word] for word in split_words(text) if word in places]
        if known:
            result[row] = vectors.rows[known].mean(axis=0)
    return result
