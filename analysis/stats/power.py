"""How many judgements a study needs: by formula with a design effect, or by simulated studies."""

import math
from collections.abc import Callable

import numpy as np
from scipy.special import ndtri

from analysis.stats.simulating import Crossing, Simulated, simulate_judgements
from analysis.stats.two_way import two_way_difference


def find_design_effect(judgements_each: float, *, correlation: float) -> float:
    """Return 1 + (m - 1) rho: how many times more judgements are needed when each judge gives m of them (Kish 1965)."""
    return 1 + (judgements_each - 1) * correlation


def find_n_for_interval(
    *, half_width: float, rate: float = 0.5, level: float = 0.95, design_effect: float = 1.0
) -> int:
    """Return the judgements for a rate's interval of rate +- half_width: z^2 p (1 - p) / width^2 x effect."""
    _check_inside(half_width=half_width, rate=rate, level=level)
    z = float(ndtri((1 + level) / 2))
    return math.ceil(round(design_effect * z**2 * rate * (1 - rate) / half_width**2, 9))


def find_n_for_equivalence(
    *,
    margin: float,
    gap: float = 0.0,
    rate: float = 0.5,
    power: float = 0.8,
    alpha: float = 0.05,
    design_effect: float = 1.0,
) -> int:
    """Return the judgements of each origin for two one-sided tests of |gap| < margin to succeed with this power.

    n = (z(1 - alpha) + z(1 - beta'))^2 2 p (1 - p) / (margin - |gap|)^2 x effect; beta' = beta / 2 where the gap is
    0 and beta otherwise (Chow, Shao & Wang 2008, section 4.2).
    """
    _check_inside(margin=margin, rate=rate, power=power, alpha=alpha)
    if abs(gap) >= margin:
        raise ValueError(
            f"A gap of {gap} is not inside the margin of {margin}; no number of judgements shows that it is."
        )
    beta = (1 - power) / 2 if gap == 0 else 1 - power
    z = float(ndtri(1 - alpha)) + float(ndtri(1 - beta))
    return math.ceil(round(design_effect * z**2 * 2 * rate * (1 - rate) / (margin - abs(gap)) ** 2, 9))


def find_smallest_gap(
    first: float,
    second: float,
    *,
    rate: float = 0.5,
    power: float = 0.8,
    alpha: float = 0.05,
    design_effect: float = 1.0,
) -> float:
    """Return the smallest gap of two rates that so many judgements of each side show with this power, two-sided.

    gap = (z(1 - alpha / 2) + z(power)) sqrt(effect x p (1 - p) (1 / n1 + 1 / n2)), both rates near p; the gap is a
    share, 0.1 for ten points (Chow, Shao & Wang 2008, section 4.2, solved for the difference).
    """
    _check_inside(rate=rate, power=power, alpha=alpha)
    if first <= 0 or second <= 0:
        raise ValueError(f"There are {first:g} and {second:g} judgements; both sides need some.")
    z = float(ndtri(1 - alpha / 2)) + float(ndtri(power))
    return z * math.sqrt(design_effect * rate * (1 - rate) * (1 / first + 1 / second))


def simulate_power(
    crossing: Crossing,
    *,
    logit_human: float,
    logit_ai: float,
    succeeds: Callable[[Simulated], bool],
    rng: np.random.Generator,
    runs: int = 500,
) -> float:
    """Return the share of simulated studies of this size that succeed, known to sqrt(share (1 - share) / runs)."""
    found = (
        succeeds(simulate_judgements(crossing, logit_human=logit_human, logit_ai=logit_ai, rng=rng))
        for _ in range(runs)
    )
    return sum(found) / runs


def shows_equivalence(drawn: Simulated, *, margin: float = 0.05) -> bool:
    """Tell whether the 90% two-way interval of the gap lies inside the margin."""
    gap = two_way_difference(drawn.y, group=1 - drawn.human, judge=drawn.judge, stimulus=drawn.stimulus, level=0.9)
    return gap.low is not None and gap.high is not None and -margin < gap.low and gap.high < margin


def shows_difference(drawn: Simulated) -> bool:
    """Tell whether the 95% two-way interval of the gap leaves out 0."""
    gap = two_way_difference(drawn.y, group=1 - drawn.human, judge=drawn.judge, stimulus=drawn.stimulus)
    return gap.low is not None and gap.high is not None and (gap.low > 0 or gap.high < 0)


def _check_inside(**values: float) -> None:
    for name, value in values.items():
        if not 0 < value < 1:
            raise ValueError(f"The {name.replace('_', ' ')} is {value}; it must be between 0 and 1.")
