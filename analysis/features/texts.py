"""Surface features of a text: lengths, signs, case, how common its words are, and small habits of writing."""

import re
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from wordfreq import zipf_frequency

Floats = NDArray[np.float64]

UNKNOWN_BELOW = 1.5  # Zipf frequencies below this are mostly misspellings and rare names
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_REPEATED = re.compile(r"(.)\1\1")
_SPACED_SIGN = re.compile(r"\w\s+[.,!?;:'](?:\s|$)")
_GLUED_SIGN = re.compile(r"[.,!?][^\W\d_]")
_PRONOUNS_FIRST = frozenset(("i", "me", "my", "mine", "myself", "we", "us", "our", "i'm", "i've", "i'd", "i'll", "im"))
_PRONOUNS_SECOND = frozenset(("you", "your", "yours", "yourself", "u", "ur", "you're"))
_FUNCTION_WORDS = frozenset(
    """a an the and or but if of at by for with about to from in out on off over under is are was were be been am do
    does did have has had will would can could should may might it its this that these those as so than too very
    not no there here what which who when where why how""".split()  # noqa: SIM905  # read as a text, not as a list
)
_ARTICLES = frozenset(("a", "an", "the"))
SIGNS = ".,?!'\"-:();/"

TEXT_NAMES = (
    "characters",
    "words",
    "mean word length",
    "longest word",
    "shortest word",
    "distinct words",
    "function words",
    "articles",
    "first person",
    "second person",
    "capital letters",
    "begins with a capital",
    "ends with a sign",
    "digits",
    "beyond ASCII",
    "repeated letters",
    "space before a sign",
    "no space after a sign",
    "small i",
    "plural words",
    "words in -ing",
    "commonest word",
    "rarest word",
    "mean commonness",
    "spread of commonness",
    "unknown words",
    *(f"share of {sign}" for sign in SIGNS),
)


LINE_NAMES = (
    "lines",
    "words in a line",
    "spread of words in a line",
    "words in the shortest line",
    "words in the longest line",
    "lines that begin with a capital",
    "lines that end with a sign",
    "lines with a question mark",
    "lines said again",
    "spread of capitals",
    "words shared with the line before",
    "lines of one word",
)


def describe_lines(text: str) -> Floats:
    """The numbers of LINE_NAMES: how alike the lines of one speaker are."""
    lines = [line.strip() for line in text.split("\n") if line.strip()] or [""]
    words = [split_words(line) for line in lines]
    sizes = np.log1p([len(one) for one in words])
    capitals = np.array([line[:1].isupper() for line in lines], dtype=np.float64)
    shared = [len({*one} & {*two}) / max(len({*one} | {*two}), 1) for one, two in pairwise(words)]
    return np.array(
        [
            np.log1p(len(lines)),
            sizes.mean(),
            sizes.std(),
            sizes.min(),
            sizes.max(),
            capitals.mean(),
            np.mean([line[-1:] in set(".!?") for line in lines]),
            np.mean(["?" in line for line in lines]),
            1 - len({" ".join(one) for one in words}) / len(lines),
            capitals.std(),
            np.mean(shared or [0.0]),
            np.mean([len(one) < 2 for one in words]),
        ]
    )


def split_words(text: str) -> list[str]:
    """The words of a text in lower case."""
    return _WORD.findall(text.lower())


def describe_text(text: str) -> Floats:
    """The numbers of TEXT_NAMES for one text."""
    words = split_words(text)
    return np.concatenate([_measure_words(words), _measure_signs(text), _measure_commonness(words), _count_signs(text)])


def _measure_words(words: list[str]) -> Floats:
    lengths = [len(word) for word in words] or [0]
    total = max(len(words), 1)
    shares = [
        sum(word in kind for word in words) / total
        for kind in (_FUNCTION_WORDS, _ARTICLES, _PRONOUNS_FIRST, _PRONOUNS_SECOND)
    ]
    size = np.log1p([sum(lengths), len(words)])
    shape = [np.mean(lengths), max(lengths), min(lengths), len(set(words)) / total]
    return np.array([*size, *shape, *shares])


def _measure_signs(text: str) -> Floats:
    letters, stripped = max(sum(map(str.isalpha, text)), 1), text.strip()
    total = max(len(text), 1)
    words = text.lower().split()
    many = max(len(words), 1)
    return np.array(
        [
            sum(map(str.isupper, text)) / letters,
            stripped[:1].isupper(),
            stripped[-1:] in set(".!?"),
            sum(map(str.isdigit, text)) / total,
            sum(ord(sign) > 127 for sign in text) / total,
            bool(_REPEATED.search(text)),
            bool(_SPACED_SIGN.search(text)),
            bool(_GLUED_SIGN.search(text)),
            " i " in f" {text} ",
            sum(word.endswith("s") and not word.endswith("ss") for word in words) / many,
            sum(word.endswith("ing") for word in words) / many,
        ],
        dtype=np.float64,
    )


def _measure_commonness(words: list[str]) -> Floats:
    values = np.array([find_commonness(word) for word in words] or [0.0])
    return np.array([values.max(), values.min(), values.mean(), values.std(), (values < UNKNOWN_BELOW).mean()])


def _count_signs(text: str) -> Floats:
    return np.array([text.count(sign) for sign in SIGNS]) / max(len(text), 1)


@lru_cache(maxsize=200_000)
def find_commonness(word: str) -> float:
    """The Zipf frequency of an English word: about 1 for one in a hundred million, 7 for "the"; 0 where unknown."""
    return float(zipf_frequency(word, "en"))


def normalize_form(text: str) -> str:
    """A text without its form: lower case, words only, one blank between them."""
    return " ".join(split_words(text))
