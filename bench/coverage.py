"""How often the two-way interval holds the truth where judges and stimuli are both random samples.

.93 to .97 is right; the share itself is known to .0035 from so many runs.
"""

import math
from dataclasses import dataclass

import numpy as np

from analysis.stats.intervals import Interval
from analysis.stats.simulating import Crossing, Simulated, find_mean_rate, simulate_judgements
from analysis.stats.two_way import two_way_detectability, two_way_interval

RUNS, SEED = 4_000, 20_240_501
LOWEST, HIGHEST = 0.93, 0.97
CROSSING = Crossing(judges=100, trials=20, stimuli=200, judge_sd=0.5, stimulus_sd=0.7)
RATES = (0.0, 1.0, 2.5)  # on the logit scale, without the differences of judges and stimuli
GAP = (0.5, -0.5)  # of human and AI responses


@dataclass(frozen=True, slots=True)
class Coverage:
    """The share of runs whose interval held the truth."""

    name: str
    share: float

    @property
    def is_within(self) -> bool:
        """Whether the share is what a 95% interval should have."""
        return LOWEST <= self.share <= HIGHEST

    def __str__(self) -> str:
        verdict = "right" if self.is_within else "WRONG"
        return f"{self.name}: covers {self.share:.3f} of {RUNS} runs, {LOWEST} to {HIGHEST} is right: {verdict}"


def measure() -> list[Coverage]:
    """Measure a rate near one half and nearer to one, and detectability."""
    spread = math.hypot(CROSSING.judge_sd, CROSSING.stimulus_sd)
    found = []
    for logit_rate in RATES:
        truth = find_mean_rate(logit_rate, sd=spread)
        hits = [_is_inside(_find_rate(drawn), truth) for drawn in _draw(logit_rate, logit_rate)]
        found.append(Coverage(f"rate {truth:.2f}", float(np.mean(hits))))
    human, ai = (find_mean_rate(one, sd=spread) for one in GAP)
    truth = (human + 1 - ai) / 2
    hits = [_is_inside(_find_detectability(drawn), truth) for drawn in _draw(*GAP)]
    found.append(Coverage(f"detectability {truth:.2f}", float(np.mean(hits))))
    return found


def _draw(logit_human: float, logit_ai: float) -> list[Simulated]:
    rng = np.random.default_rng(SEED)
    return [simulate_judgements(CROSSING, logit_human=logit_human, logit_ai=logit_ai, rng=rng) for _ in range(RUNS)]


def _find_rate(drawn: Simulated) -> Interval:
    return two_way_interval(drawn.y, judge=drawn.judge, stimulus=drawn.stimulus)


def _find_detectability(drawn: Simulated) -> Interval:
    return two_way_detectability(drawn.y, human=drawn.human, judge=drawn.judge, stimulus=drawn.stimulus)


def _is_inside(interval: Interval, truth: float) -> bool:
    return interval.low is not None and interval.high is not None and interval.low <= truth <= interval.high
