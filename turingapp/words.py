"""Sentences made of numbers and names that are said when they are read, in the language of whoever reads them.

What is kept, cached or written to a file is English; a sentence of this kind knows its text and its values besides, so
that a page can say it in another language.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, ngettext


def gettext_noop(text: str) -> str:
    """Mark a text for the catalogs. Django's own asks for settings, which programs that start servers have none of."""
    return text


COMMA, SEMICOLON, AND = gettext_noop(", "), gettext_noop("; "), gettext_noop(" and ")
SPACE = " "


class Words(str):
    """A sentence in English, with its text, a plural where that differs by `told["number"]`, and its values.

    A number that has a plural is written with commas, all other values as they are.
    """

    texts: tuple[str, ...]
    told: Mapping[str, Any]
    __slots__ = ("texts", "told")

    def __new__(cls, texts: tuple[str, ...], told: Mapping[str, Any]) -> Words:
        """The sentence as it is kept."""
        made = super().__new__(cls, fill(texts, texts[0] if told.get("number") == 1 else texts[-1], told))
        made.texts, made.told = texts, told
        return made

    def __getnewargs__(self) -> Any:
        return self.texts, self.told

    def say(self) -> str:
        """In the language of whoever reads it now; values that are words themselves, too."""
        one, *more = self.texts
        text = ngettext(one, more[0], self.told["number"]) if more else gettext(one) if one else ""  # else the header
        return fill(self.texts, text, {name: say_words(value) for name, value in self.told.items()})

    def keep(self) -> dict[str, Any]:
        """Its texts and values for JSON, from which `read_words` makes it again."""
        return {"texts": list(self.texts), "told": {name: keep_value(value) for name, value in self.told.items()}}


class Listing(Words):
    """Parts one after the other: a, b and c."""

    __slots__ = ()

    def __new__(cls, parts: Sequence[str], between: str = COMMA, last: str = "") -> Listing:
        """`between` stands between two parts, `last` before the last one where that differs."""
        signs = (between, last or between)
        made = str.__new__(cls, join(parts, *signs))
        made.texts, made.told = signs, {"parts": tuple(parts)}
        return made

    def __getnewargs__(self) -> Any:
        return self.told["parts"], *self.texts

    def say(self) -> str:
        """In the language of whoever reads it now."""
        return join([say_words(part) for part in self.told["parts"]], *map(gettext, self.texts))

    def keep(self) -> dict[str, Any]:
        """Its parts and signs for JSON, from which `read_words` makes it again."""
        return {"parts": [keep_value(part) for part in self.told["parts"]], "signs": list(self.texts)}


def say_later(text: str, /, **told: Any) -> Words:
    """A sentence to be said later; marks its text for translation where it is written. Words stay as they are."""
    return text if isinstance(text, Words) else Words((text,), told)


def count_later(texts: tuple[str, str], /, number: int, **told: Any) -> Words:
    """A sentence with a number and its plural, to be said later."""
    return Words(texts, {"number": number, **told})


def join_words(parts: Sequence[str]) -> Listing:
    """A list in a sentence: a, b and c."""
    return Listing(parts, last=AND)


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """Marks a text with its plural for translation, where it is written."""
    return one, many


def say_words(text: str) -> str:
    """Words in the language of whoever reads them now; any other text, such as a name or a value, as it is."""
    return text.say() if isinstance(text, Words) else text


def say(text: str) -> str:
    """The translation of words, or of a text that is marked where it is written; anything else as it is."""
    if isinstance(text, Words):
        return text.say()
    return gettext(text) if text else ""


def fill(texts: tuple[str, ...], text: str, told: Mapping[str, Any]) -> str:
    """One of the texts, or its translation, with the values; without any it may have signs of percent."""
    shown = {**told, "number": f"{told['number']:,}"} if len(texts) > 1 else told
    return text % shown if shown else text


def join(parts: Sequence[str], between: str, last: str) -> str:
    """The parts as one text."""
    return last.join([between.join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def keep_value(value: Any) -> Any:
    """A value for JSON."""
    return value.keep() if isinstance(value, Words) else value


def read_words(kept: Any) -> Any:
    """What `keep_value` has kept."""
    if not isinstance(kept, dict):
        return kept
    if "parts" in kept:
        return Listing([read_words(part) for part in kept["parts"]], *kept["signs"])
    return Words(tuple(kept["texts"]), {name: read_words(value) for name, value in kept["told"].items()})


def list_words(document: Any) -> dict[str, Any]:
    """All words among plain values, as kept, by their English: JSON has the English alone in their places."""
    return {str(words): words.keep() for words in find_words(document)}


def find_words(document: Any) -> Iterator[Words]:
    """The words among values, lists and mappings."""
    if isinstance(document, Words):
        yield document
    elif isinstance(document, Mapping):
        for value in document.values():
            yield from find_words(value)
    elif isinstance(document, Sequence) and not isinstance(document, str):
        for value in document:
            yield from find_words(value)


def restore_words(document: Any, kept: Mapping[str, Any]) -> Any:
    """The plain values of JSON with the words that `list_words` has kept of them."""
    if isinstance(document, str):
        return read_words(kept[document]) if document in kept else document
    if isinstance(document, Mapping):
        return {name: restore_words(value, kept) for name, value in document.items()}
    if isinstance(document, list):
        return [restore_words(value, kept) for value in document]
    return document
