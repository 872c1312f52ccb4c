"""Sentences that rows keep in English, said again in the language of a page.

What a worker writes down of a refusal, a failed request or a try is English, whoever reads it. Its text is one of those
that the catalogues translate, with values in their places: it is found again by its words. A sentence of which the
catalogues know nothing, such as what a platform itself says, stays as it is.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language, gettext, trans_real

PLACE = re.compile(r"%\((\w+)\)s")
FEWEST_WORDS = 2  # of the text itself: with fewer it could be the frame of anything
SHORTEST_VALUE = 3  # words from which on a value may be a sentence, too, rather than a name


class Shape(NamedTuple):
    """A text of the catalogues with its values as groups."""

    beginning: str
    pattern: re.Pattern[str]
    text: str


def say_kept(sentence: str) -> str:
    """A sentence that was kept in English in the language that is active now; one that nobody knows as it is."""
    if not sentence:
        return ""
    plain = gettext(sentence)
    return plain if plain != sentence else say_by_shape(get_language() or "", sentence)


@lru_cache(maxsize=2000)
def say_by_shape(language: str, sentence: str) -> str:
    """The same for one with values; the text with the most words of its own comes first."""
    for shape in list_shapes(language):
        if sentence.startswith(shape.beginning) and (found := shape.pattern.fullmatch(sentence)):
            told = {name: say_value(value) for name, value in found.groupdict().items()}
            return gettext(shape.text) % told
    return sentence


def say_value(value: str) -> str:
    """A value that may be a sentence itself; names and single words are nobody's to translate."""
    return say_kept(value) if len(value.split()) >= SHORTEST_VALUE else value


@lru_cache(maxsize=4)
def list_shapes(language: str) -> list[Shape]:
    """The texts with values that this language translates, those with the most words of their own first."""
    known = trans_real.translation(language)._catalog.keys() if language else ()  # type: ignore[attr-defined]  # as Django's own view for scripts does
    texts = [text for text in known if isinstance(text, str) and PLACE.search(text)]
    texts = [text for text in texts if len(re.findall(r"[A-Za-z]{2,}", PLACE.sub(" ", text))) >= FEWEST_WORDS]
    return [read_shape(text) for text in sorted(texts, key=lambda text: -len(PLACE.sub("", text)))]


def read_shape(text: str) -> Shape:
    """A text as a pattern: whatever may stand in its places."""
    own = PLACE.split(text)
    names: list[str] = []
    pattern = re.escape(own[0].replace("%%", "%"))
    for name, after in zip(own[1::2], own[2::2], strict=True):
        pattern += f"(?P={name})" if name in names else f"(?P<{name}>.+?)"
        pattern += re.escape(after.replace("%%", "%"))
        names.append(name)
    return Shape(own[0].replace("%%", "%"), re.compile(pattern, re.DOTALL), text)
