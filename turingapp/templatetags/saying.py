"""Texts that the code holds, in the language of a page."""

from django import template
from django.utils.translation import gettext

from analysis import notices

register = template.Library()
register.filter(notices.say_notice)


@register.filter
def say(text: str) -> str:
    """The translation of a text that is marked where it is written; anything else as it is.

    The tag `translate` would look for a value with a percent sign under another name.
    """
    return gettext(text) if text else ""
