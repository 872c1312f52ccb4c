"""An embedder: how often each letter of the alphabet stands in a text."""

from collections.abc import Sequence
from string import ascii_lowercase

import numpy as np

from analysis.embedders.base import Embedder, Vectors, scale_to_length_one


class Alphabet(Embedder):
    """Counts of 26 letters, scaled to length 1."""

    slug, title = "alphabet", "Letters of the alphabet"

    @property
    def revision(self) -> str:
        """To be raised with each change of what comes out: vectors are kept by it."""
        return "1"

    def embed(self, inputs: Sequence[str]) -> Vectors:
        """One row of 26 numbers for each text."""
        counts = [[text.lower().count(letter) for letter in ascii_lowercase] for text in inputs]
        return scale_to_length_one(np.array(counts, dtype=np.float64).reshape(-1, len(ascii_lowercase)))
