"""Features of a word given for a cue: how common both are, and how alike they are as strings of letters."""

from difflib import SequenceMatcher

import numpy as np
from numpy.typing import NDArray

from analysis.features.texts import find_commonness

Floats = NDArray[np.float64]
VOWELS = frozenset("aeiouy")
ENDINGS = ("s", "es", "ed", "ing", "er", "ly", "y", "ness", "tion")

CUE_NAMES = (
    "cue length",
    "response length",
    "length difference",
    "cue commonness",
    "response commonness",
    "commonness difference",
    "commonness distance",
    "response unknown",
    "compound commonness",
    "reversed compound commonness",
    "same first letter",
    "shared beginning",
    "shared ending",
    "likeness of letters",
    "shared pairs of letters",
    "shared triples of letters",
    "cue within response",
    "response within cue",
    "response is the cue",
    "response inflects the cue",
    "cue inflects the response",
    "share of vowels",
    "syllables",
    "syllable difference",
    "words of the response",
    "beyond letters",
    *(f"response ends in -{ending}" for ending in ENDINGS),
)


def describe_pair(cue: str, word: str) -> Floats:
    """The numbers of CUE_NAMES for one word and its cue."""
    cue, word = cue.lower(), word.lower()
    return np.array([*_measure_sizes(cue, word), *_measure_likeness(cue, word), *_measure_form(cue, word)], dtype=float)


def _measure_sizes(cue: str, word: str) -> list[float]:
    of_cue, of_word = find_commonness(cue), find_commonness(word)
    return [
        len(cue),
        len(word),
        len(word) - len(cue),
        of_cue,
        of_word,
        of_word - of_cue,
        abs(of_word - of_cue),
        of_word == 0,
        find_commonness(cue + word),
        find_commonness(word + cue),
    ]


def _measure_likeness(cue: str, word: str) -> list[float]:
    return [
        cue[:1] == word[:1],
        _count_shared(cue, word),
        _count_shared(cue[::-1], word[::-1]),
        SequenceMatcher(None, cue, word, autojunk=False).ratio(),
        _share_grams(cue, word, 2),
        _share_grams(cue, word, 3),
        cue in word,
        word in cue,
        word == cue,
        _inflects(word, cue),
        _inflects(cue, word),
    ]


def _measure_form(cue: str, word: str) -> list[float]:
    syllables = _count_syllables(word)
    return [
        sum(letter in VOWELS for letter in word) / max(len(word), 1),
        syllables,
        syllables - _count_syllables(cue),
        len(word.split()),
        sum(not letter.isalpha() for letter in word),
        *(word.endswith(ending) for ending in ENDINGS),
    ]


def _count_shared(one: str, other: str) -> int:
    """How many letters two words have in common from their beginning."""
    pairs = zip(one, other, strict=False)
    return next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _share_grams(one: str, other: str, size: int) -> float:
    first, second = (
        {word[place : place + size] for place in range(len(word) - size + 1)} for word in (f"^{one}$", f"^{other}$")
    )
    return len(first & second) / max(len(first | second), 1)


def _inflects(word: str, stem: str) -> bool:
    """Whether `word` is `stem` with a usual ending."""
    return word != stem and any(word in (stem + ending, stem.rstrip("e") + ending) for ending in ENDINGS)


def _count_syllables(word: str) -> int:
    """Groups of vowels: near enough to syllables for English."""
    marks = [letter in VOWELS for letter in word]
    return sum(mark and not before for before, mark in zip([False, *marks], marks, strict=False))
