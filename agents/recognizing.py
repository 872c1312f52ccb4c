"""What is said that is no answer: nothing, a refusal, what its author is, and signs that are not for people."""

import re
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from agents.failures import Failure
from agents.normalizing import normalize_text
from agents.parity_phrases import PHRASES, find_phrases, match_names

LONGEST_SHOWN = 60
LONGEST_SAID = 20_000  # characters; more is no answer to any task, and takes long to look through
REFUSING = "phrase:refuses"
OUTRIGHT = frozenset({"phrase:says it is an AI", "phrase:names an AI agent of this pool"})
# Others may speak of these too, so that they count beside a first person only.
NAMING = frozenset({"phrase:speaks of a language model", "phrase:names a model or its maker"})
ODD = {"phrase:is an error text": gettext_noop("an error text"), "phrase:is mark-up": gettext_noop("mark-up")}
_FIRST_PERSON = re.compile(r"\b(i|i'm|me|my|myself)\b", re.IGNORECASE)
_MAKERS = PHRASES["names a model or its maker"].removeprefix(r"\b")
_NAMES_ITSELF = re.compile(
    rf"\b(i'?m|i am|my name is|call me|(made|built|trained|created|developed) by) (an? |the )?{_MAKERS}"
    r"|\b(i'?m|i am)( not| just| only)?( an?| the| your)?( [\w-]+){0,2} (ai|chat ?bot|language model|assistant)\b",
    re.IGNORECASE,
)


def find_fault(text: str, names: Iterable[str]) -> tuple[Failure, str] | None:
    """Why a text cannot stand as an answer, with a sentence; None where it can.

    `names` are those by which its author is known.
    """
    if len(text) > LONGEST_SAID:
        return Failure.RULE_BROKEN, _("It said %(number)s characters, more than %(most)s.") % {
            "number": format(len(text), ","),
            "most": format(LONGEST_SAID, ","),
        }
    if not normalize_text(text):
        return Failure.EMPTY, _("It said nothing.")
    found, shown = find_phrases([text], match_names(names)), repr(shorten(text))
    if REFUSING in found:
        return Failure.REFUSAL, _("It refused: %(reply)s.") % {"reply": shown}
    if says_what_it_is(text, found):
        return Failure.NAMED_ITSELF, _("It said what it is: %(reply)s.") % {"reply": shown}
    odd = next((what for phrase, what in ODD.items() if phrase in found), "")
    return (Failure.RULE_BROKEN, _("It gave %(odd)s: %(reply)s.") % {"odd": _(odd), "reply": shown}) if odd else None


def says_what_it_is(text: str, phrases: set[str]) -> bool:
    """Whether a text with these phrases tells that a machine wrote it."""
    plain = text.replace("\u2019", "'")
    if phrases & OUTRIGHT or _NAMES_ITSELF.search(plain):
        return True
    return bool(phrases & NAMING and _FIRST_PERSON.search(plain))


def shorten(text: str) -> str:
    """As much of a reply as a message shows."""
    plain = normalize_text(text)
    return plain if len(plain) <= LONGEST_SHOWN else f"{plain[:LONGEST_SHOWN]}…"
