"""Texts that the code holds, in the language of a page."""

from collections.abc import Sequence

from django import template

from turingapp import kept, words

register = template.Library()
# The tag `translate` would look for a value with a percent sign under another name.
register.filter(words.say)
register.filter(words.say_words)
register.filter(kept.say_kept)


@register.filter
def listed(parts: Sequence[str]) -> str:
    """Parts one after the other, in the language of the page."""
    return words.Listing(parts).say()
