"""Numbers and lists in sentences."""

from collections.abc import Sequence


def say_count(number: int, one: str, many: str = "") -> str:
    """So many of them, in words that fit the number: 0 judges, 1 judge, 2,000 judges."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def join_words(words: Sequence[str]) -> str:
    """A list in a sentence: a, b and c."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
