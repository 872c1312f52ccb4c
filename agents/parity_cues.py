"""What a parity report is made of: rows in, cues with their counts and examples out. Pure."""

import math
from collections import Counter
from dataclasses import dataclass, field

from agents.parity_features import Parts, show_parts
from agents.parity_words import word_mark
from turingapp.words import Words

HUMAN, AI = "human", "ai"
MOST_EXAMPLES = 3
# A difference of shares as large as this comes by chance in 1 of 20 reports: normal quantile.
Z_SHARES = 1.96
SMALLEST_ADVANTAGE = 0.02
FEWEST_ALONE = 3  # responses with a mark that the other origin never has
ALWAYS = frozenset({"phrase"})  # however few they are, and whoever wrote them


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
    sentence: Words
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


def make_cue(slug: str, tally: Tally, totals: Counter[str]) -> Cue:
    """The cue of a mark that is there or not."""
    human, ai = tally.counts[HUMAN], tally.counts[AI]
    advantage = abs(human / totals[HUMAN] - ai / totals[AI]) if totals[HUMAN] and totals[AI] else 0.0
    tells = slug.partition(":")[0] in ALWAYS or differs(human, ai, totals)
    return Cue(slug, word_mark(slug), human, ai, advantage, tells, tuple(tally.examples))


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
