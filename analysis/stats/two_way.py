"""The default intervals: rates and their differences where judges and stimuli are both crossed random samples."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.stats.clusters import ClusteredRates, Codes, count_clusters
from analysis.stats.intervals import Interval, Method, bound_rate, combine_difference


def two_way_interval(y: NDArray[Any], *, judge: Codes, stimulus: Codes, level: float = 0.95) -> Interval:
    """Return the share of y = 1 with its two-way clustered interval (by judge and by stimulus).

    With e = y - p: Vj = sum over judges of (sum e)^2, Vs the same over stimuli, Vi over pairs of both,
    V = max(Vj + Vs - Vi, Vj, Vs) / n^2 (Cameron, Gelbach & Miller 2011), p +- t(min(J, S) - 1) sqrt(V); near 0 and 1
    through the logit; where V = 0 (all judgements equal), exact on min(J, S). All arrays have one entry a judgement.
    """
    one = np.zeros(len(y), dtype=np.int64)
    return two_way_intervals(y, group=one, judge=judge, stimulus=stimulus, groups=1, level=level)[0]


def two_way_intervals(
    y: NDArray[Any],
    *,
    group: Codes,
    judge: Codes,
    stimulus: Codes,
    groups: int | None = None,
    level: float = 0.95,
) -> list[Interval]:
    """Return `two_way_interval` of each group 0, 1, ..., `groups` - 1, from one pass over all rows."""
    counted = count_clusters(y, group=group, judge=judge, stimulus=stimulus, groups=groups)
    return [find_interval(counted, g, level=level) for g in range(len(counted.n))]


def two_way_difference(
    y: NDArray[Any], *, group: NDArray[Any], judge: Codes, stimulus: Codes, level: float = 0.95
) -> Interval:
    """Return share(group 1) - share(group 0); judges and stimuli that both groups have cancel.

    `judges` and `stimuli` of the answer are those of the smaller group, on which t's degrees of freedom stand.
    """
    counted = count_clusters(y, group=group, judge=judge, stimulus=stimulus, groups=2)
    return find_difference(counted, 1, 0, level=level)


def two_way_detectability(
    y: NDArray[Any], *, human: NDArray[Any], judge: Codes, stimulus: Codes, level: float = 0.95
) -> Interval:
    """Return D = (P(human | human) + P(AI | AI)) / 2 = 1/2 + (share(human) - share(AI)) / 2; chance is .5.

    `human` is true where the response was a human's.
    """
    gap = two_way_difference(y, group=human, judge=judge, stimulus=stimulus, level=level)
    return gap.rescaled(factor=0.5, offset=0.5)


def find_interval(counted: ClusteredRates, group: int, *, level: float = 0.95) -> Interval:
    """Return the rate of one counted group with its interval."""
    n, judges, stimuli = int(counted.n[group]), int(counted.judges[group]), int(counted.stimuli[group])
    missing = _find_missing(n, judges=judges, stimuli=stimuli)
    rate = float(counted.rates[group]) if n else None
    if rate is None or missing:
        return Interval(rate, None, None, n, judges, stimuli, missing or Method.NO_JUDGEMENTS)
    error = math.sqrt(counted.find_variance({group: 1.0}))
    low, high, method = bound_rate(rate, error=error, clusters=min(judges, stimuli), level=level)
    return Interval(rate, low, high, n, judges, stimuli, method)


def find_difference(counted: ClusteredRates, group: int, other: int, *, level: float = 0.95) -> Interval:
    """Return rate(group) - rate(other) of two counted groups with its interval.

    The interval is that of a rate, on (1 + difference) / 2. Where one group's rate is exactly 0 or 1 its residuals, and
    with them all covariance, are zero: the groups' own intervals are then combined (Zou & Donner 2008).
    """
    single = find_interval(counted, group, level=level), find_interval(counted, other, level=level)
    n, judges = single[0].n + single[1].n, min(one.judges for one in single)
    stimuli = min(one.stimuli for one in single)
    rates = [one.estimate for one in single if one.estimate is not None]
    difference = rates[0] - rates[1] if len(rates) == 2 else None
    missing = _find_missing(min(one.n for one in single), judges=judges, stimuli=stimuli)
    if difference is None or missing:
        return Interval(difference, None, None, n, judges, stimuli, missing or Method.NO_JUDGEMENTS)
    variance = counted.find_variance({group: 1.0, other: -1.0})
    if variance == 0 or {0.0, 1.0} & set(rates):
        low, high = combine_difference(_find_ends(single[0]), _find_ends(single[1]))[1:]
        return Interval(difference, low, high, n, judges, stimuli, Method.TWO_INTERVALS)
    return _bound_difference(difference, variance=variance, n=n, judges=judges, stimuli=stimuli, level=level)


def find_mean_difference(counted: ClusteredRates, pairs: Sequence[tuple[int, int]], *, level: float = 0.95) -> Interval:
    """Return the mean over `pairs` of rate(first) - rate(second), each pair weighing alike, with its interval.

    The variance is two-way clustered over the rows of all groups, so that a judge of several pairs is held together.
    Where a rate is exactly 0 or 1, the pairs' own intervals are combined as if they were independent (Zou & Donner
    2008). `n` is that of all pairs, `judges` and `stimuli` those of the smallest group.
    """
    gaps = [find_difference(counted, first, second, level=level) for first, second in pairs]
    n, judges, stimuli = sum(gap.n for gap in gaps), min(gap.judges for gap in gaps), min(gap.stimuli for gap in gaps)
    ends = [(gap.estimate, gap.low, gap.high) for gap in gaps]
    estimates, lows, highs = (np.array(part, dtype=float) for part in zip(*ends, strict=True))  # None is NaN
    mean, share = float(estimates.mean()), 1 / len(gaps)
    missing = next((gap.method for gap in gaps if gap.low is None), None)
    if missing:
        return Interval(None if math.isnan(mean) else mean, None, None, n, judges, stimuli, missing)
    if any(gap.method == Method.TWO_INTERVALS for gap in gaps):
        below, above = (share * math.hypot(*reach) for reach in (estimates - lows, highs - estimates))
        return Interval(mean, mean - below, mean + above, n, judges, stimuli, Method.TWO_INTERVALS)
    weights: dict[int, float] = {}
    for first, second in pairs:
        weights[first] = weights.get(first, 0.0) + share
        weights[second] = weights.get(second, 0.0) - share
    variance = counted.find_variance(weights)
    return _bound_difference(mean, variance=variance, n=n, judges=judges, stimuli=stimuli, level=level)


def _bound_difference(
    difference: float, *, variance: float, n: int, judges: int, stimuli: int, level: float
) -> Interval:
    """Return a difference's interval: that of a rate, on (1 + difference) / 2."""
    middle, error = (1 + difference) / 2, math.sqrt(variance) / 2
    low, high, method = bound_rate(middle, error=error, clusters=min(judges, stimuli), level=level)
    return Interval(difference, 2 * low - 1, 2 * high - 1, n, judges, stimuli, method)


def _find_missing(n: int, *, judges: int, stimuli: int) -> Method | None:
    if n == 0:
        return Method.NO_JUDGEMENTS
    if judges < 2:
        return Method.ONE_JUDGE
    return Method.ONE_STIMULUS if stimuli < 2 else None


def _find_ends(interval: Interval) -> tuple[float, float, float]:
    estimate, low, high = interval.estimate, interval.low, interval.high
    if estimate is None or low is None or high is None:
        raise ValueError(f"This group has no interval ({interval.method}); two of them cannot be combined.")
    return estimate, low, high
