"""What can be sent: a message's text made storable and checked, and what is flagged in it."""

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from agents.normalizing import normalize_text
from agents.parity_phrases import find_phrases
from turingapp.errors import IncompleteAnswer

# Ways to meet elsewhere: an address for mail, a link, a telephone number, a name at a messenger. A run of characters is
# looked at once, from its start: the time that this takes grows with the length of the text, not with its square.
_MESSENGERS = r"whats ?app|telegram|snapchat|insta(gram)?|discord|facebook|signal"
_PATTERNS = {
    gettext_noop("an e-mail address"): r"(?<![\w.+-])[\w.+-]++ ?(@|\(at\)|\[at\]) ?[\w-]+ ?(\.|\(dot\)) ?[a-z]{2,}",
    gettext_noop("a link"): r"\b(https?://|www\.)\S+|(?<![\w-])[\w-]++\.(com|net|org|io|me|gg|co|info|biz)\b(/\S*)?",
    gettext_noop("a telephone number"): r"(?<!\w)\+?\d(?:[ ()./-]{0,2}\d){8,14}(?!\w)",
    gettext_noop("a name at a messenger"): rf"(?<!\w)@\w{{3,}}|\b({_MESSENGERS}) ?(is|me|:|=)",
}
SHOWN = 80  # characters of what is refused
CONTACTS = {what: re.compile(pattern, re.IGNORECASE) for what, pattern in _PATTERNS.items()}


def read_message(text: str, *, longest: int) -> str:
    """The message on one line, without control characters; raises IncompleteAnswer where it cannot be sent."""
    refuse_long(text, longest)  # before anything else is done with it: a text of any size must cost nothing
    said = normalize_text(text)
    refuse_long(said, longest)  # some characters become several
    if not said:
        raise IncompleteAnswer(_("Your message is empty; please write something."), ("text",))
    for what, pattern in CONTACTS.items():
        if found := pattern.search(said):
            shown = found.group().strip()[:SHOWN]
            sentence = _("Your message has %(what)s (“%(shown)s”). Please leave it out: contacts are not given.")
            raise IncompleteAnswer(sentence % {"what": _(what), "shown": shown}, ("text",))
    return said


def refuse_long(text: str, longest: int) -> None:
    """Raise IncompleteAnswer for more characters than a message may have."""
    if len(text) > longest:
        sentence = _("Your message has %(length)s characters; please keep it to %(longest)s.")
        raise IncompleteAnswer(sentence % {"length": f"{len(text):,}", "longest": f"{longest:,}"}, ("text",))


def flag_message(text: str) -> list[str]:
    """By which phrases a speaker lets slip, or claims, what they are: kept beside the message, never held back."""
    return sorted(name.removeprefix("phrase:") for name in find_phrases([text], None))
