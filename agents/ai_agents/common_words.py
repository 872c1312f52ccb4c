"""The English words that people use, by how often they do."""

from functools import cache

from wordfreq import top_n_list

KNOWN_WORDS = 40_000
SHORTEST = 3


@cache
def rank_words() -> dict[str, int]:
    """English words, the most frequent first, with their ranks (wordfreq's list)."""
    words = (word for word in top_n_list("en", KNOWN_WORDS) if word.isalpha() and len(word) >= SHORTEST)
    return {word: rank for rank, word in enumerate(words)}
