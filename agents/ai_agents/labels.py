"""From the labels of any system that names what is in a picture to three words: one rule for all of them.

1. The labels are taken in the system's own order, the surest first.
2. A label of several words gives its last one, which in English is the thing itself ("dining table": table), unless the
   whole is another thing than its last word ("hot dog"), and stands in ONE_WORD.
3. Words with anything but letters, hyphens and apostrophes are passed over.
4. Words for the same thing count once: singular and plural, and all words for a person as such.
5. The first three are the answer. Where there are fewer there is no answer: two words would tell who answered.
"""

import re
from collections.abc import Iterable

from django.utils.translation import gettext as _

from agents.ai_agents.answers import Failure, NoAnswer
from agents.normalizing import normalize_words

WANTED = 3
WORD = re.compile(r"[a-z][a-z'-]*[a-z]")
ONE_WORD = {"hot dog": "hotdog", "ice cream": "icecream", "fire engine": "firetruck", "sea horse": "seahorse"}
PEOPLE = frozenset({"person", "human", "people", "individual"})
IRREGULAR = {
    "men": "man",
    "women": "woman",
    "children": "child",
    "feet": "foot",
    "teeth": "tooth",
    "geese": "goose",
    "mice": "mouse",
    "leaves": "leaf",
    "knives": "knife",
    "shelves": "shelf",
    "wolves": "wolf",
}


def choose_words(labels: Iterable[str]) -> list[str]:
    """Three distinct single words; raises NoAnswer where the labels have none, or fewer."""
    words: dict[str, str] = {}
    for label in labels:
        word = shorten(label)
        if WORD.fullmatch(word):
            words.setdefault(name_thing(word), word)
        if len(words) == WANTED:
            return list(words.values())
    if not words:
        raise NoAnswer(Failure.EMPTY, _("nothing was found in the picture"))
    found = ", ".join(words.values())
    raise NoAnswer(
        Failure.RULE_BROKEN,
        _("only %(number)s of %(wanted)s distinct words were found: %(names)s")
        % {"number": len(words), "wanted": WANTED, "names": found},
    )


def shorten(label: str) -> str:
    """One word for a label."""
    plain = normalize_words(label.replace("_", " "))
    return ONE_WORD.get(plain) or plain.split(" ")[-1]


def name_thing(word: str) -> str:
    """What two words have in common that name the same thing."""
    singular = make_singular(word)
    return "person" if singular in PEOPLE else singular


def make_singular(word: str) -> str:
    """A noun's singular by the common rules of spelling; never shown, only compared."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
