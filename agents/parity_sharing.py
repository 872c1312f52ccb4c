"""Answers and stimuli that authors have in common, or one origin alone has: cues of the parity report. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.utils.translation import gettext_noop

from agents.parity_cues import AI, HUMAN, Cue, ParityRow, Tally, make_cue
from agents.parity_features import name_answer
from turingapp.words import say_later

FEWEST_SHARED = 5  # stimuli that two agents have both answered
EQUAL_SHARE = 0.95
MOST_COMPARED = 300  # agents, pair by pair


@dataclass(frozen=True, slots=True)
class Twins:
    """Two agents that answered almost alike, by their slugs in order: equal answers to shared stimuli."""

    first: str
    second: str
    equal: int
    shared: int


def find_twins(rows: Sequence[ParityRow]) -> Iterator[Twins]:
    """Agents that gave the same answer to almost every stimulus that both answered."""
    answers: dict[str, dict[str, str]] = defaultdict(dict)
    for row in rows:
        answers[row.agent].setdefault(row.stimulus, name_answer(row.shown))
    origins = {row.agent: row.origin for row in rows}
    able = [agent for agent in answers if len(answers[agent]) >= FEWEST_SHARED]
    # Machines first: where there are very many agents, the people among them are left out.
    able.sort(key=lambda agent: (origins[agent] != AI, agent))
    for one, other in combinations(able[:MOST_COMPARED], 2):
        shared = answers[one].keys() & answers[other].keys()
        equal = sum(answers[one][stimulus] == answers[other][stimulus] for stimulus in shared)
        if len(shared) >= FEWEST_SHARED and equal >= EQUAL_SHARE * len(shared):
            first, second = sorted((one, other))
            yield Twins(first, second, equal, len(shared))


def tell_twins(rows: Sequence[ParityRow]) -> Iterator[Cue]:
    """A cue for each two agents that answered almost alike."""
    titles = {row.agent: row.title or row.agent for row in rows}
    origins = {row.agent: row.origin for row in rows}
    for twins in find_twins(rows):
        pair = (twins.first, twins.second)
        counts = Counter(origins[agent] for agent in pair)
        # As they were compared: machines first.
        first, second = (titles[agent] for agent in sorted(pair, key=lambda agent: origins[agent] != AI))
        told = {"first": first, "second": second, "equal": f"{twins.equal:,}", "shared": f"{twins.shared:,}"}
        text = gettext_noop("%(first)s and %(second)s gave the same answer to %(equal)s of %(shared)s shared stimuli.")
        sentence = say_later(text, **told)
        slug = f"twins:{twins.first}+{twins.second}"
        yield Cue(slug, sentence, counts[HUMAN], counts[AI], 0.0, tells=True)


def find_coincidences(rows: Sequence[ParityRow]) -> list[Cue]:
    """Stimuli to which a human and an AI agent gave the same answer: no judge could tell them apart."""
    by_answer: dict[tuple[str, str], list[ParityRow]] = defaultdict(list)
    for row in rows:
        by_answer[row.stimulus, name_answer(row.shown)].append(row)
    tally, stimuli = Tally(), set()
    for (stimulus, answer), same in by_answer.items():
        if answer and {row.origin for row in same} == {HUMAN, AI}:
            stimuli.add(stimulus)
            for row in same:
                tally.add(row, row.shown)
    if not stimuli:
        return []
    text = gettext_noop("The same answer was given by a human and by an AI agent, for %(stimuli)s stimuli.")
    told = {"stimuli": f"{len(stimuli):,}"}
    sentence = say_later(text, **told)
    counts = tally.counts
    return [Cue("coincidence:", sentence, counts[HUMAN], counts[AI], 0.0, tells=True, examples=tuple(tally.examples))]


def find_lone_stimuli(rows: Sequence[ParityRow], totals: Counter[str]) -> list[Cue]:
    """Responses to stimuli that one origin alone has answered: who knows the stimuli knows the origin."""
    origins: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        origins[row.stimulus].add(row.origin)
    tally = Tally()
    for row in rows:
        if len(origins[row.stimulus]) == 1:
            tally.add(row, row.shown)
    return [make_cue("stimulus:answered by one origin alone", tally, totals)] if tally.counts else []
