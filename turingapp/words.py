"""Sentences made of numbers and names that are said when they are read, in the language of whoever reads them.

What is kept, cached or written to a file is English; a sentence of this kind knows its text and its values besides, so
that a page can say it in another language.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext


class Words(str):
    """A sentence in English, with its text, a plural where that differs by `told["number"]`, and its values."""

    texts: tuple[str, ...]
    told: Mapping[str, Any]
    __slots__ = ("texts", "told")

    def __new__(cls, texts: tuple[str, ...], told: Mapping[str, Any]) -> Words:
        """The sentence as it is kept."""
        text = texts[0] if told.get("number") == 1 else texts[-1]
        made = super().__new__(cls, text % told if told else text)
        made.texts, made.told = texts, told
        return made

    def __getnewargs__(self) -> Any:
        return self.texts, self.told

    def say(self) -> str:
        """In the language of whoever reads it now; values that are words themselves, too."""
        one, *more = self.texts
        text = ngettext(one, more[0], self.told["number"]) if more else gettext(one)
        told = {name: say_words(value) for name, value in self.told.items()}
        return text % told if told else text


def say_later(text: str, /, **told: Any) -> Words:
    """A sentence to be said later; marks its text for translation where it is written."""
    return Words((text,), told)


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
