"""Judgements that never were: crossed random judges and stimuli, for tests, benchmarks and the planning of studies."""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from analysis.stats.clusters import Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Simulated:
    """One entry a judgement: who judged what, of which origin (1 = human), and the verdict `y` (1 = human)."""

    judge: Ints
    stimulus: Ints
    human: Ints
    y: Ints


@dataclass(frozen=True, slots=True)
class Crossing:
    """How many judges see how many stimuli, and how far both differ on the logit scale (standard deviations)."""

    judges: int
    trials: int
    stimuli: int
    judge_sd: float = 0.0
    stimulus_sd: float = 0.0


def simulate_judgements(
    crossing: Crossing, *, logit_human: float, logit_ai: float, rng: np.random.Generator
) -> Simulated:
    """Draw verdicts: each judge sees `trials` different stimuli, every second one answered by a human.

    logit P(y = 1) = that of the origin + N(0, judge_sd) of the judge + N(0, stimulus_sd) of the stimulus.
    """
    drawn = rng.random((crossing.judges, crossing.stimuli)).argpartition(crossing.trials - 1, axis=1)
    stimulus = drawn[:, : crossing.trials].ravel().astype(np.int64)
    judge = np.repeat(np.arange(crossing.judges, dtype=np.int64), crossing.trials)
    human = np.tile(np.arange(crossing.trials, dtype=np.int64) % 2, crossing.judges)
    effect = rng.normal(0, crossing.judge_sd, crossing.judges)[judge]
    effect = effect + rng.normal(0, crossing.stimulus_sd, crossing.stimuli)[stimulus]
    chance = expit(np.where(human == 1, logit_human, logit_ai) + effect)
    return Simulated(judge, stimulus, human, (rng.random(len(judge)) < chance).astype(np.int64))


def find_mean_rate(logit_rate: float, *, sd: float) -> float:
    """Return E[expit(logit_rate + N(0, sd))], the share over all judges and stimuli, by Gauss-Hermite quadrature."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(64)
    values: Floats = expit(logit_rate + sd * nodes)
    return float(weights @ values / weights.sum())
