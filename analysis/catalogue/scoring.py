"""Standard scores of an agent's answers against people's, as a task says they are compared. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from django.utils.translation import gettext_noop

from agents.parity_features import Parts
from analysis.stats.captions import bleu, cider
from analysis.stats.likeness import compare_scanpaths, share_labels

Answered = Mapping[int, Parts]
References = Mapping[int, Sequence[Parts]]
Pairs = Sequence[tuple[Parts, Sequence[Parts]]]


@dataclass(frozen=True, slots=True)
class Score:
    """A score by its column: its title, where it comes from, and how pairs of answer and references give it."""

    key: str
    title: str
    source: str
    compute: Callable[[Pairs], float]


def list_words(parts: Parts) -> tuple[str, ...]:
    """The labels of an answer; a single word is one."""
    return parts.labels or parts.texts


def write_sentence(parts: Parts) -> str:
    """A caption as words between spaces, in lower case and without signs at their ends."""
    return " ".join(word.strip(".,;:!?\"'") for word in " ".join(parts.texts).lower().split())


def agree(pairs: Pairs) -> float:
    """The mean agreement of labels."""
    return fmean(share_labels(list_words(own), [list_words(one) for one in people]) for own, people in pairs)


def resemble(pairs: Pairs) -> float:
    """The mean similarity of scanpaths, over all people of a stimulus and then over stimuli."""
    return fmean(fmean(compare_scanpaths(own.points, one.points) for one in people) for own, people in pairs)


def split(pairs: Pairs) -> tuple[list[str], list[list[str]]]:
    """Captions and their references."""
    return [write_sentence(own) for own, _ in pairs], [[write_sentence(one) for one in people] for _, people in pairs]


SAME_LABEL = gettext_noop("the mean share of people who gave the same label to the stimulus")
STRING_EDIT = gettext_noop("string-edit similarity on 5 x 5 cells, Foulsham and Underwood 2008")
SCORES: dict[str, tuple[Score, ...]] = {
    "labels": (Score("agreement", gettext_noop("Agreement"), SAME_LABEL, agree),),
    "sentences": (
        Score("cider", "CIDEr-D", "Vedantam, Zitnick and Parikh 2015; 0 to 10", lambda pairs: cider(*split(pairs))),
        Score("bleu", "BLEU-4", "Papineni, Roukos, Ward and Zhu 2002; 0 to 1", lambda pairs: bleu(*split(pairs))),
    ),
    "scanpaths": (Score("likeness", gettext_noop("Likeness"), STRING_EDIT, resemble),),
    "": (),
}


def score_answers(kind: str, answered: Answered, people: References) -> dict[str, float]:
    """The scores of an agent's answers to stimuli that people have answered; none without such."""
    pairs = [(own, people[stimulus]) for stimulus, own in sorted(answered.items()) if people.get(stimulus)]
    return {score.key: score.compute(pairs) for score in SCORES[kind]} if pairs else {}


def score_people(kind: str, people: References) -> dict[str, float]:
    """The same for people: of each stimulus the first answer against the others'."""
    pairs = [(known[0], known[1:]) for _, known in sorted(people.items()) if len(known) > 1]
    return {score.key: score.compute(pairs) for score in SCORES[kind]} if pairs else {}
