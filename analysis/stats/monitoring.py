"""An interval that may be looked at after every judge: it holds at all times at once, so stopping on it is no cheat."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.stats.clusters import Codes, Floats, Ints, check_rows, compact, sum_counts
from analysis.stats.intervals import Interval, Method

STEPS = 1_000  # the candidates for the mean stand a thousandth apart
LARGEST_STAKE = 0.5  # of what may be lost at a candidate
BLOCK = 256  # judges whose bets are made at once; candidates that are out by then are left behind


def find_anytime_interval(values: NDArray[Any], *, judgements: int = 0, level: float = 0.95) -> Interval:
    """Return the mean of judges' values in [0, 1] with an interval valid at every number of judges so far.

    `values` has one entry a judge, in the order in which they came; judges are taken for independent, judgements of
    one judge are not. Two gamblers bet on the mean being above and below each candidate m, with wealths
    K+ = prod(1 + s_t (x_t - m)) and K- = prod(1 - s_t (x_t - m)), stakes s_t = sqrt(2 log(2/alpha) / (v t log(t + 1)))
    of the variance v so far, cut at half of what may be lost; m is out for good once (K+ or K-) / 2 has reached
    1 / alpha (hedged capital: Waudby-Smith & Ramdas 2024, theorem 3). Raises ValueError for values outside [0, 1].
    """
    given = np.asarray(values, dtype=np.float64)
    if not len(given):
        return Interval(None, None, None, judgements, 0, 0, Method.NO_JUDGEMENTS)
    low, high = find_anytime_ends(given, level=level)
    return Interval(float(given.mean()), float(low[-1]), float(high[-1]), judgements, len(given), 0, Method.ANYTIME)


def find_anytime_ends(values: Floats, *, level: float = 0.95) -> tuple[Floats, Floats]:
    """Return the ends of `find_anytime_interval` after each judge, each of shape (J,); they never grow apart again."""
    if not np.all((values >= 0) & (values <= 1)):
        raise ValueError("Judges' values must lie between 0 and 1, and none may be missing.")
    inside = np.arange(STEPS + 1)
    above, below = np.zeros(STEPS + 1), np.zeros(STEPS + 1)  # logarithms of the two wealths
    low, high = np.full(len(values), math.nan), np.full(len(values), math.nan)
    stakes = _find_stakes(values, level=level)
    for start in range(0, len(values), BLOCK):
        block = slice(start, start + BLOCK)
        wealths = _bet(values[block], stakes[block], inside / STEPS, before=(above, below))
        is_in = np.maximum(*wealths) - math.log(2) < -math.log(1 - level)
        is_in = np.logical_and.accumulate(is_in, axis=0)
        low[block], high[block] = _find_outer_ends(is_in, inside)
        above, below = (wealth[-1, is_in[-1]] for wealth in wealths)
        inside = inside[is_in[-1]]
        if not len(inside):
            break
    return low, high


def find_judge_detectability(
    y: NDArray[Any], *, human: NDArray[Any], judge: Codes, finished: NDArray[Any]
) -> tuple[Floats, int]:
    """Return each judge's (P(human | human) + P(AI | AI)) / 2 in the order of `finished`, and from how many judgements.

    All arrays have one entry a judgement; `finished` is when it was given, and a judge stands where their last was.
    Judges who saw one origin only have no such value and are left out.
    """
    rows, (origin, judges) = check_rows(y, (human, judge), names="origins, judges")
    dense = compact(judges)
    counts = sum_counts(dense, group=origin, y=rows, groups=2)
    is_told = (counts.sum(axis=2) > 0).all(axis=1)
    shown = np.maximum(counts.sum(axis=2), 1)
    values = (counts[:, 1, 1] / shown[:, 1] + counts[:, 0, 0] / shown[:, 0]) / 2
    through = np.zeros(len(counts))
    np.maximum.at(through, dense, np.asarray(finished, dtype=np.float64))
    order = np.argsort(through, kind="stable")
    order = order[is_told[order]]
    return values[order], int(counts[is_told].sum())


def _find_stakes(values: Floats, *, level: float) -> Floats:
    """Return the stake on each value, from the values before it alone."""
    count = np.arange(1, len(values) + 1)
    means = (0.5 + np.cumsum(values)) / (count + 1)
    variances = (0.25 + np.cumsum((values - means) ** 2)) / (count + 1)
    before = np.append(0.25, variances[:-1])
    stakes: Floats = np.sqrt(2 * math.log(2 / (1 - level)) / (before * count * np.log(count + 1)))
    return stakes


def _bet(values: Floats, stakes: Floats, mean: Floats, *, before: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """Return the logarithms of the two gamblers' wealths after each value, shape (values, candidates for the mean)."""
    with np.errstate(divide="ignore"):
        largest = LARGEST_STAKE / mean, LARGEST_STAKE / (1 - mean)
    distance = values[:, None] - mean
    above = np.log1p(np.minimum(stakes[:, None], largest[0]) * distance)
    below = np.log1p(-np.minimum(stakes[:, None], largest[1]) * distance)
    above[0] += before[0]
    below[0] += before[1]
    return above.cumsum(axis=0), below.cumsum(axis=0)


def _find_outer_ends(is_in: NDArray[np.bool_], inside: Ints) -> tuple[Floats, Floats]:
    """Return the candidates just outside those that are still in after each judge; NaN where none is left."""
    are_left = is_in.any(axis=1)
    first, last = inside[is_in.argmax(axis=1)], inside[len(inside) - 1 - is_in[:, ::-1].argmax(axis=1)]
    low = np.where(are_left, np.maximum(0, first - 1) / STEPS, math.nan)
    return low, np.where(are_left, np.minimum(STEPS, last + 1) / STEPS, math.nan)
