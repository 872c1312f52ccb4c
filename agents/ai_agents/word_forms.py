"""Two agents for the association task that know words by letters and frequencies only: no meaning, no download."""

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from django.utils.translation import gettext, gettext_noop

from agents.ai_agents.answers import Answer, Failure, NoAnswer
from agents.ai_agents.base import AIAgent
from agents.ai_agents.common_words import SHORTEST, rank_words

COMMON_WORDS = 8_000
# Endings and beginnings that make a form of the same word and no compound.
AFFIXES = """
able ally ana ate ater cam den ely ent est ette fell ful ham ial ian ing inge ings int ist less les ler lin ling ment
mis ness pas per port pre pro res ste ster ted ter ters the tic ton ville win worth
"""


def split_compound(word: str, cue: str) -> str:
    """What is left of `word` without the cue at its beginning or end: "sunshine" without "sun" is "shine"."""
    if word.startswith(cue):
        return word[len(cue) :]
    return word.removesuffix(cue) if word.endswith(cue) else ""


def list_compound_parts(cue: str) -> list[str]:
    """Words that make a compound with the cue, those of the most frequent compounds first."""
    ranks, affixes = rank_words(), AFFIXES.split()
    parts = dict.fromkeys(split_compound(word, cue) for word in ranks if cue in word and word != cue)
    return [part for part in parts if ranks.get(part, COMMON_WORDS) < COMMON_WORDS and part not in affixes]


def list_letters(word: str) -> frozenset[str]:
    """The pairs and triples of neighboring letters, with the ends marked."""
    marked = f"^{word}$"
    return frozenset(marked[start : start + size] for size in (2, 3) for start in range(len(marked) - size + 1))


@cache
def list_common_letters() -> dict[str, frozenset[str]]:
    """The common words with their pairs and triples."""
    common = (word for word, rank in rank_words().items() if rank < COMMON_WORDS and len(word) > SHORTEST)
    return {word: list_letters(word) for word in common}


@cache
def index_letters() -> dict[str, list[str]]:
    """The common words that have each pair or triple."""
    index = defaultdict(list)
    for word, letters in list_common_letters().items():
        for part in letters:
            index[part].append(word)
    return index


def list_lookalikes(cue: str) -> list[str]:
    """Common words by the overlap of their letters with the cue's (Jaccard), without forms of the cue itself."""
    letters, words = list_letters(cue), list_common_letters()
    shared = Counter(word for part in letters for word in index_letters().get(part, ()))
    stem = cue[: max(SHORTEST, len(cue) - 1)]
    found = [
        (count / (len(letters) + len(words[word]) - count), word)
        for word, count in shared.items()
        if not word.startswith(stem) and cue not in word
    ]
    return [word for _, word in sorted(found, reverse=True)[:10]]


def pick_word(words: Sequence[str], cue: str, rng: random.Random) -> str:
    """One of the two likeliest words; raises NoAnswer where there is none."""
    if not words:
        raise NoAnswer(
            Failure.CANNOT_TAKE,
            gettext("cue is %(cue)s: no common English word is spelled like it") % {"cue": repr(cue)},
        )
    return rng.choice(words[:2])


class CompoundWords(AIAgent):
    """Completes the cue to a longer word."""

    slug, title, version = "compound-words", gettext_noop("Compound words"), "1"
    rule = gettext_noop(
        "Looks for frequent English words that are the cue and another word written together, "
        "and gives that other word; where there is none, a word that is spelled alike."
    )
    tasks: ClassVar[tuple[str, ...]] = ("association",)

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """One of the two likeliest parts."""
        if task not in self.tasks:
            raise self.refuse_task(task)
        parts = list_compound_parts(stimulus["cue"]) or list_lookalikes(stimulus["cue"])
        return Answer({"word": pick_word(parts, stimulus["cue"], rng)})


class LetterNeighbors(AIAgent):
    """Gives a word that looks like the cue."""

    slug, title, version = "letter-neighbors", gettext_noop("Letter neighbors"), "1"
    rule = gettext_noop(
        "Gives one of the two common English words that share most pairs and triples of letters with the cue."
    )
    tasks: ClassVar[tuple[str, ...]] = ("association",)

    def respond(self, task: str, stimulus: Mapping[str, Any], rng: random.Random) -> Answer:
        """One of the two nearest words by spelling."""
        if task not in self.tasks:
            raise self.refuse_task(task)
        return Answer({"word": pick_word(list_lookalikes(stimulus["cue"]), stimulus["cue"], rng)})
