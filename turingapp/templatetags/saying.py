"""Texts that the code holds, in the language of a page."""

from django import template

from analysis import notices
from turingapp import words

register = template.Library()
register.filter(notices.say_notice)
# The tag `translate` would look for a value with a percent sign under another name.
register.filter(words.say)
register.filter(words.say_words)
