"""The parity report: by what form alone one could tell the responses of humans from those of AI agents. Pure.

A cue's *advantage* is the difference of its shares among the two origins: who judges by this cue alone is right in
1/2 + advantage/2 of equally many responses of either origin. For lengths it is the largest difference of the two
distribution functions (the two-sample statistic of Kolmogorov and Smirnov).
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from agents.parity_features import Parts, list_marks, measure_sizes, name_answer, show_parts
from agents.parity_phrases import find_phrases, match_names

HUMAN, AI = "human", "ai"
MOST_EXAMPLES = 3
# Differences as large as these come by chance in 1 of 20 reports: normal quantile; Smirnov's for two samples.
Z_SHARES, Z_SIZES = 1.96, 1.358
SMALLEST_ADVANTAGE = 0.02
FEWEST_ALONE = 3  # responses with a mark that the other origin never has
FEWEST_SHARED = 5  # stimuli that two agents have both answered
EQUAL_SHARE = 0.95
MOST_COMPARED = 300  # agents, pair by pair


@dataclass(frozen=True, slots=True)
class ParityRow:
    """One author's part of one response: as shown, and as it was given."""

    origin: str
    agent: str
    title: str
    stimulus: str
    shown: Parts
    given: Parts
    marks: frozenset[str] = frozenset()  # of its stimulus, such as the size of its picture


@dataclass(frozen=True, slots=True)
class Example:
    """A response that shows a cue."""

    origin: str
    agent: str
    stimulus: str
    text: str


@dataclass(frozen=True, slots=True)
class Cue:
    """Something by which origins could be told apart, with counts by origin."""

    slug: str  # "kind:value", stable from report to report
    sentence: str
    human: int
    ai: int
    advantage: float
    tells: bool  # whether it should be acknowledged before a study opens
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class ParityReport:
    """All cues, the most telling first; and those that loading took away, alike for all."""

    human: int
    ai: int
    cues: tuple[Cue, ...] = ()
    normalized: tuple[Cue, ...] = ()

    @property
    def telling(self) -> tuple[Cue, ...]:
        """The cues that should be acknowledged."""
        return tuple(cue for cue in self.cues if cue.tells)


@dataclass
class Tally:
    """Counts and examples of one mark."""

    counts: Counter[str] = field(default_factory=Counter)
    examples: list[Example] = field(default_factory=list)

    def add(self, row: ParityRow, parts: Parts) -> None:
        """Count a row; the first three of each origin are examples."""
        self.counts[row.origin] += 1
        if self.counts[row.origin] <= MOST_EXAMPLES:
            self.examples.append(Example(row.origin, row.title or row.agent, row.stimulus, show_parts(parts)))


def measure_parity(rows: Iterable[ParityRow]) -> ParityReport:
    """The report on these responses."""
    known = list(rows)
    totals = Counter(row.origin for row in known)
    names = match_names({row.title for row in known if row.origin == AI})
    shown, given = tally_marks(known, names)
    cues = [make_cue(slug, tally, totals) for slug, tally in shown.items()]
    cues += measure_lengths(known)
    cues += [*find_twins(known), *find_coincidences(known), *find_lone_stimuli(known, totals)]
    taken_away = [make_cue(slug, tally, totals) for slug, tally in given.items() if slug not in shown]
    return ParityReport(
        human=totals[HUMAN],
        ai=totals[AI],
        cues=tuple(sort_cues(cues)),
        normalized=tuple(sort_cues(cue for cue in taken_away if cue.tells)),
    )


def sort_cues(cues: Iterable[Cue]) -> list[Cue]:
    """The most telling first."""
    return sorted(cues, key=lambda cue: (not cue.tells, not cue.slug.startswith("phrase"), -cue.advantage, cue.slug))


def tally_marks(rows: Iterable[ParityRow], names: re.Pattern[str] | None) -> tuple[dict[str, Tally], dict[str, Tally]]:
    """How many responses of each origin have each mark: as shown, and as they were given."""
    shown: dict[str, Tally] = defaultdict(Tally)
    given: dict[str, Tally] = defaultdict(Tally)
    for row in rows:
        of_shown = find_marks(row.shown, names)
        # Most responses are shown as they were given; to look once is enough.
        of_given = of_shown if row.given == row.shown else find_marks(row.given, names)
        for mark in of_shown | row.marks:
            shown[mark].add(row, row.shown)
        for mark in of_given:
            given[mark].add(row, row.given)
    return shown, given


def find_marks(parts: Parts, names: re.Pattern[str] | None) -> set[str]:
    """All marks of one author's part of a response."""
    return list_marks(parts) | find_phrases((*parts.texts, *parts.labels), names)


def make_cue(slug: str, tally: Tally, totals: Counter[str]) -> Cue:
    """The cue of a mark that is there or not."""
    human, ai = tally.counts[HUMAN], tally.counts[AI]
    advantage = abs(human / totals[HUMAN] - ai / totals[AI]) if totals[HUMAN] and totals[AI] else 0.0
    kind, _, value = slug.partition(":")
    sentence = SENTENCES[kind].format(value)
    tells = kind in ALWAYS or differs(human, ai, totals)
    return Cue(slug, sentence, human, ai, advantage, tells, tuple(tally.examples))


def differs(human: int, ai: int, totals: Counter[str]) -> bool:
    """Whether one origin alone has the mark, or the shares differ by more than chance lets them."""
    of_human, of_ai = totals[HUMAN], totals[AI]
    if not of_human or not of_ai:
        return False
    if not human or not ai:
        return human + ai >= FEWEST_ALONE
    share = (human + ai) / (of_human + of_ai)
    error = math.sqrt(share * (1 - share) * (1 / of_human + 1 / of_ai))
    return abs(human / of_human - ai / of_ai) > max(Z_SHARES * error, SMALLEST_ADVANTAGE)


def measure_lengths(rows: Sequence[ParityRow]) -> list[Cue]:
    """The lengths that differ most between the origins, each at its most telling cut."""
    sizes: dict[str, list[tuple[float, ParityRow]]] = defaultdict(list)
    for row in rows:
        for name, size in measure_sizes(row.shown).items():
            sizes[name].append((size, row))
    return [cue for name, sized in sizes.items() if (cue := cut_sizes(name, sized))]


def cut_sizes(name: str, sized: Sequence[tuple[float, ParityRow]]) -> Cue | None:
    """The cue of a length; None where one origin has none of it."""
    totals = Counter(row.origin for _, row in sized)
    if not totals[HUMAN] or not totals[AI]:
        return None
    by_size: dict[float, Counter[str]] = defaultdict(Counter)
    for size, row in sized:
        by_size[size][row.origin] += 1
    passed: Counter[str] = Counter()
    best, cut, below = -1.0, 0.0, passed
    for size in sorted(by_size):
        passed = passed + by_size[size]
        distance = abs(passed[HUMAN] / totals[HUMAN] - passed[AI] / totals[AI])
        if distance > best:
            best, cut, below = distance, size, passed
    tally = Tally()
    for size, row in sized:
        if size <= cut:
            tally.add(row, row.shown)
    limit = Z_SIZES * math.sqrt(totals.total() / (totals[HUMAN] * totals[AI]))
    sentence = f"{name.partition(':')[2].capitalize()}: at most {cut:g}."
    tells = best > max(limit, SMALLEST_ADVANTAGE)
    return Cue(name, sentence, below[HUMAN], below[AI], best, tells, tuple(tally.examples))


def find_twins(rows: Sequence[ParityRow]) -> list[Cue]:
    """Pairs of agents that gave the same answer to almost every stimulus that both answered."""
    answers: dict[str, dict[str, str]] = defaultdict(dict)
    who = {row.agent: (row.origin, row.title or row.agent) for row in rows}
    for row in rows:
        answers[row.agent].setdefault(row.stimulus, name_answer(row.shown))
    able = [agent for agent in answers if len(answers[agent]) >= FEWEST_SHARED]
    # Machines first: where there are very many agents, the people among them are left out.
    able.sort(key=lambda agent: (who[agent][0] != AI, agent))
    found = []
    for one, other in combinations(able[:MOST_COMPARED], 2):
        shared = answers[one].keys() & answers[other].keys()
        if len(shared) < FEWEST_SHARED:
            continue
        equal = sum(answers[one][stimulus] == answers[other][stimulus] for stimulus in shared)
        if equal < EQUAL_SHARE * len(shared):
            continue
        origins = Counter((who[one][0], who[other][0]))
        sentence = (
            f"{who[one][1]} and {who[other][1]} gave the same answer to {equal:,} of {len(shared):,} shared stimuli."
        )
        first, second = sorted((one, other))
        found.append(Cue(f"twins:{first}+{second}", sentence, origins[HUMAN], origins[AI], 0.0, tells=True))
    return found


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
    sentence = f"The same answer was given by a human and by an AI agent, for {len(stimuli):,} stimuli."
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


SENTENCES = {
    "character": "Has the character {!r}.",
    "casing": "Letters: {}.",
    "ending": "Ends with {!r}.",
    "spacing": "Spacing: {}.",
    "labels": "Labels: {}.",
    "fixations": "Fixations: {}.",
    "decimals": "Fixations with {} decimals.",
    "grid": "All fixations lie on a grid of {}.",
    "phrase": "The text {}.",
    "picture": "The stimulus's picture: {}.",
    "source": "The stimulus's picture was loaded from {}.",
    "stimulus": "The stimulus was {}.",
}
ALWAYS = frozenset({"phrase"})  # however few they are, and whoever wrote them
