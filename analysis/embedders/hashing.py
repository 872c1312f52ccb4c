"""The embedder that always works: words and letters hashed into a fixed number of places."""

from collections.abc import Sequence

from analysis.embedders.base import Embedder, Vectors, scale_to_length_one

PLACES = 256
LARGEST_GRAM = 4


class Hashing(Embedder):
    """Groups of one to four letters within words, hashed with signs (Weinberger et al. 2009)."""

    slug, title = "hashing", "Hashed letter groups"

    @property
    def revision(self) -> str:
        """The version of this rule."""
        return "1"

    def embed(self, inputs: Sequence[str]) -> Vectors:
        """One row of 256 numbers for each text."""
        from sklearn.feature_extraction.text import HashingVectorizer

        rule = HashingVectorizer(analyzer="char_wb", ngram_range=(1, LARGEST_GRAM), n_features=PLACES, norm=None)
        return scale_to_length_one(rule.transform(inputs).toarray())
