"""What can be sent: a message's text made storable and checked, and what is flagged in it."""

import re

from agents.normalizing import normalize_text
from agents.parity_phrases import find_phrases
from turingapp.errors import IncompleteAnswer

# Ways to meet elsewhere: an address for mail, a link, a telephone number, a name at a messenger.
_MESSENGERS = r"whats ?app|telegram|snapchat|insta(gram)?|discord|facebook|signal"
_PATTERNS = {
    "an e-mail address": r"[\w.+-]+ ?(@|\(at\)|\[at\]) ?[\w-]+ ?(\.|\(dot\)) ?[a-z]{2,}",
    "a link": r"\b(https?://|www\.)\S+|\b[\w-]+\.(com|net|org|io|me|gg|co|info|biz)\b(/\S*)?",
    "a telephone number": r"(?<!\w)\+?\d(?:[ ()./-]{0,2}\d){8,14}(?!\w)",
    "a name at a messenger": rf"(?<!\w)@\w{{3,}}|\b({_MESSENGERS}) ?(is|me|:|=)",
}
CONTACTS = {what: re.compile(pattern, re.IGNORECASE) for what, pattern in _PATTERNS.items()}


def read_message(text: str, *, longest: int) -> str:
    """The message on one line, without control characters; raises IncompleteAnswer where it cannot be sent."""
    if len(text) > longest:
        # Before anything else is done with it: a text of any size must cost nothing.
        sentence = f"Your message has {len(text):,} characters; please keep it to {longest:,}."
        raise IncompleteAnswer(sentence, ("text",))
    said = normalize_text(text)
    if not said:
        raise IncompleteAnswer("Your message is empty; please write something.", ("text",))
    for what, pattern in CONTACTS.items():
        if found := pattern.search(said):
            sentence = (
                f"Your message has {what} ({found.group().strip()!r}). Please leave it out: contacts are not given."
            )
            raise IncompleteAnswer(sentence, ("text",))
    return said


def flag_message(text: str) -> list[str]:
    """By which phrases a speaker lets slip, or claims, what they are: kept beside the message, never held back."""
    return sorted(name.removeprefix("phrase:") for name in find_phrases([text], None))
