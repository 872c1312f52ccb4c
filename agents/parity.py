"""The parity report: by what form alone one could tell the responses of humans from those of AI agents. Pure.

A cue's *advantage* is the difference of its shares among the two origins: who judges by this cue alone is right in
1/2 + advantage/2 of equally many responses of either origin. For lengths it is the largest difference of the two
distribution functions (the two-sample statistic of Kolmogorov and Smirnov).
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from agents.parity_cues import AI, HUMAN, SMALLEST_ADVANTAGE, Cue, ParityReport, ParityRow, Tally, make_cue
from agents.parity_features import Parts, list_marks, measure_sizes
from agents.parity_phrases import find_phrases, match_names
from agents.parity_sharing import find_coincidences, find_lone_stimuli, tell_twins
from agents.parity_words import word_length

# Lengths whose distributions differ as much as this come by chance in 1 of 20 reports: Smirnov's quantile, two samples.
Z_SIZES = 1.358


def measure_parity(rows: Iterable[ParityRow]) -> ParityReport:
    """The report on these responses."""
    known = list(rows)
    totals = Counter(row.origin for row in known)
    names = match_names({row.title for row in known if row.origin == AI})
    shown, given = tally_marks(known, names)
    cues = [make_cue(slug, tally, totals) for slug, tally in shown.items()]
    cues += measure_lengths(known)
    cues += [*tell_twins(known), *find_coincidences(known), *find_lone_stimuli(known, totals)]
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
    tells = best > max(limit, SMALLEST_ADVANTAGE)
    return Cue(name, word_length(name, cut), below[HUMAN], below[AI], best, tells, tuple(tally.examples))
