"""The agent that gives a word's nearest neighbor, beside the arithmetic that it cannot do without."""

import random
from collections.abc import Iterator

import numpy as np
from threadpoolctl import threadpool_limits

from agents.ai_agents.common_words import rank_words
from agents.ai_agents.neighbors import find_nearest
from agents.ai_agents.word_neighbors import WordVectorNeighbor, list_known
from agents.services.word_vectors import has_package
from bench.measuring import Figure, compare

SHARE_OF_BARE = 0.8
CUES = 300


def measure_word_neighbors() -> Iterator[Figure]:
    """Nearest neighbors in GloVe, beside a product and the place of its maximum for each cue; nothing without GloVe."""
    if not has_package():
        return
    agent, rng = WordVectorNeighbor(), random.Random(0)
    vectors, candidates = list_known("", agent.settings.most_words)
    cues = [cue for cue in rng.sample(list(rank_words())[:8_000], 2 * CUES) if cue in vectors.places][:CUES]
    rows = [np.asarray(vectors.rows[vectors.places[cue]]) for cue in cues]
    nearest = {cue: find_nearest(candidates, row, cue, count=1) for cue, row in zip(cues, rows, strict=True)}
    given = [agent.respond("association", {"cue": cue}, rng).payload["word"] for cue in cues]
    assert given == [words[0] for words in nearest.values()]

    def kernel() -> None:
        for row in rows:
            (candidates.directions @ row).argmax()

    def ours() -> None:
        for cue in cues:
            agent.respond("association", {"cue": cue}, rng)

    with threadpool_limits(1):  # threads that wait for each other on a busy machine would count as work
        took, bare = compare(ours, kernel, times=1)
    name = f"{CUES} word neighbors among {len(candidates.words)}"
    yield Figure(name, took, "bare product and maximum", bare, limit_ratio=1 / SHARE_OF_BARE)
