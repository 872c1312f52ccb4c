"""The verdict on each agent of a task: the first in a fixed order that its gap to the humans supports, or grey."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from scipy.optimize import bisect

from analysis.stats.clusters import ClusteredRates
from analysis.stats.comparisons import adjust_holm
from analysis.stats.intervals import Interval
from analysis.stats.margins import MARGIN
from analysis.stats.two_way import find_difference

ALPHA = 0.05
LEAST_CLUSTERS = 30
LEAST_P = 1e-9


class Verdict(StrEnum):
    """What can be said of an agent beside the human ceiling, in the order in which it is looked for."""

    GREY = "grey"
    SUPERIOR = "superior"
    EQUIVALENT = "equivalent"
    NON_INFERIOR = "non-inferior"
    DETECTABLY_BELOW = "detectably below"
    FAILS = "fails"
    INCONCLUSIVE = "inconclusive"


class Lack(StrEnum):
    """Why there is no verdict."""

    JUDGES = "too few judges"
    STIMULI = "too few stimuli"
    JUDGES_ON_HUMANS = "too few judges on humans"
    STIMULI_ON_HUMANS = "too few stimuli on humans"
    NO_BASELINE = "no weak baseline agent was judged"
    BASELINE_MISSED = "the judges do not detect the weak baseline agent"


class Gate(NamedTuple):
    """One reason for no verdict; where too few are there, how many are."""

    lack: Lack
    number: int = 0


@dataclass(frozen=True, slots=True)
class AgentVerdict:
    """A verdict, the 95% interval of the gap, why it is grey, and how many more judgements an open question needs."""

    verdict: Verdict
    gap: Interval
    gates: tuple[Gate, ...] = ()
    still_needed: int | None = None


def judge_agents(
    counted: ClusteredRates, *, ceiling: int = 0, baseline: int | None = None, margin: float = MARGIN
) -> list[AgentVerdict]:
    """Return the verdict on every group but the `ceiling` (the humans), in the order of their codes.

    With G = rate - ceiling and delta = `margin`, fixed before the data: superior: 95% lower bound of G > 0; equivalent:
    90% interval inside +-delta (two one-sided tests, Schuirmann 1987); non-inferior: its lower bound > -delta;
    detectably below: 95% upper bound < 0; fails: < -delta. Each claim is held to Holm's (1979) correction over agents.
    `baseline` is a weak agent that judges must detect, or nothing they say of others counts.
    """
    agents = [group for group in range(len(counted.n)) if group != ceiling]
    gates = {group: _find_gates(counted, group, ceiling=ceiling, baseline=baseline) for group in agents}
    open_gates = [group for group in agents if not gates[group]]
    claims = _find_claims(counted, open_gates, ceiling=ceiling, margin=margin)
    answers = []
    for group in agents:
        gap = find_difference(counted, group, ceiling)
        verdict = Verdict.GREY if gates[group] else claims[group]
        needed = None
        if verdict == Verdict.INCONCLUSIVE:
            needed = find_still_needed(
                gap, find_difference(counted, group, ceiling, level=1 - 2 * ALPHA), margin=margin
            )
        answers.append(AgentVerdict(verdict, gap, gates[group], needed))
    return answers


def find_p(counted: ClusteredRates, group: int, ceiling: int, *, value: float) -> float:
    """Return the two-sided p of "the gap is `value`": 1 - the level at which its interval just reaches it."""

    def reach(level: float) -> float:
        gap = find_difference(counted, group, ceiling, level=level)
        if gap.estimate is None or gap.low is None or gap.high is None:
            raise ValueError(f"This gap has no interval: {gap.method}.")
        return gap.high - value if gap.estimate < value else value - gap.low

    if reach(LEAST_P) >= 0:
        return 1.0
    return LEAST_P if reach(1 - LEAST_P) <= 0 else 1 - float(bisect(reach, LEAST_P, 1 - LEAST_P, xtol=1e-10))


def find_still_needed(gap: Interval, narrow: Interval, *, margin: float = MARGIN) -> int | None:
    """Return how many more judgements would settle the easiest claim if the gap stayed as it is.

    From the reach r of the 95% (`gap`) or 90% (`narrow`) interval: n (r / distance)^2 in all, if judges and stimuli
    grow alike. None where there is no interval yet.
    """
    if gap.estimate is None or gap.low is None or gap.high is None or narrow.low is None or narrow.high is None:
        return None
    g, down, up = gap.estimate, gap.estimate - gap.low, gap.high - gap.estimate
    ratios = [(down, g), (up, -g if g >= -margin else -margin - g), (g - narrow.low, g + margin)]
    factors = [reach / distance for reach, distance in ratios if distance > 0]
    return max(0, int(np.ceil(gap.n * min(factors) ** 2)) - gap.n) if factors else None


def _find_gates(counted: ClusteredRates, group: int, *, ceiling: int, baseline: int | None) -> tuple[Gate, ...]:
    closed = []
    for counts, of_agent, of_humans in (
        (counted.judges, Lack.JUDGES, Lack.JUDGES_ON_HUMANS),
        (counted.stimuli, Lack.STIMULI, Lack.STIMULI_ON_HUMANS),
    ):
        lack, count = (of_agent, counts[group]) if counts[group] <= counts[ceiling] else (of_humans, counts[ceiling])
        if count < LEAST_CLUSTERS:
            closed.append(Gate(lack, int(count)))
    if baseline is None:
        return (*closed, Gate(Lack.NO_BASELINE))
    weak = find_difference(counted, baseline, ceiling)
    if weak.high is None or weak.high >= 0:
        closed.append(Gate(Lack.BASELINE_MISSED))
    return tuple(closed)


def _find_claims(counted: ClusteredRates, groups: list[int], *, ceiling: int, margin: float) -> dict[int, Verdict]:
    """Return the first verdict in order whose p, by Holm over the agents, is below the level."""
    ps = []
    for group in groups:
        gap = find_difference(counted, group, ceiling).estimate or 0.0
        zero, lower, upper = (find_p(counted, group, ceiling, value=value) for value in (0.0, -margin, margin))
        above = lower / 2 if gap > -margin else 1 - lower / 2
        below = upper / 2 if gap < margin else 1 - upper / 2
        ps.append(
            (zero if gap > 0 else 1, max(above, below), above, zero if gap < 0 else 1, lower if gap < -margin else 1)
        )
    adjusted = np.array([adjust_holm(claim) for claim in zip(*ps, strict=True)]).T
    order = (Verdict.SUPERIOR, Verdict.EQUIVALENT, Verdict.NON_INFERIOR, Verdict.DETECTABLY_BELOW, Verdict.FAILS)
    found = {}
    for group, row in zip(groups, adjusted, strict=True):
        held = [verdict for verdict, p in zip(order, row, strict=True) if p < ALPHA]
        is_failure = held[:2] == [Verdict.DETECTABLY_BELOW, Verdict.FAILS]
        found[group] = Verdict.FAILS if is_failure else held[0] if held else Verdict.INCONCLUSIVE
    return found
