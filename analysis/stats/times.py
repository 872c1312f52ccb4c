"""Reaction times: skewed, and alike within a judge; so medians within judges, and their logarithms between them."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from analysis.stats.clusters import Codes, Floats, Ints, compact
from analysis.stats.intervals import Interval, Method


def find_typical_time(ms: NDArray[Any], *, judge: Codes, level: float = 0.95) -> Interval:
    """Return the geometric mean over judges of their median time, in the unit of `ms`, with its interval.

    exp(mean log m_j +- t(J - 1) sd / sqrt J). One entry a judgement; missing times and times of 0 are left out. Rows in
    the order of `order_times` are not sorted again.
    """
    times, judges = _keep_positive(ms, judge)
    sizes, medians = _find_medians(times, compact(judges))
    return _bound_exponential(np.log(medians[sizes > 0]), n=len(times), level=level)


def compare_times(ms: NDArray[Any], *, group: NDArray[Any], judge: Codes, level: float = 0.95) -> Interval:
    """Return how many times longer group 1 takes than group 0, over the judges who have both: exp of paired t."""
    is_one = np.asarray(group).astype(bool)[_is_positive(ms)]
    times, judges = _keep_positive(ms, judge)
    judges = compact(judges)
    of_one, of_zero = (_find_medians(times[part], judges[part]) for part in (is_one, ~is_one))
    both = min(len(of_one[0]), len(of_zero[0]))
    sizes = np.stack([of_one[0][:both], of_zero[0][:both]])
    is_shared = (sizes > 0).all(axis=0)
    differences = np.log(of_one[1][:both][is_shared]) - np.log(of_zero[1][:both][is_shared])
    return _bound_exponential(differences, n=int(sizes[:, is_shared].sum()), level=level)


def order_times(ms: NDArray[Any], judge: Codes) -> Ints:
    """Return the order of judgements by judge and, within a judge, by time."""
    return np.lexsort((ms, judge))


def _is_positive(ms: NDArray[Any]) -> NDArray[np.bool_]:
    times = np.asarray(ms, dtype=np.float64)
    with np.errstate(invalid="ignore"):
        positive: NDArray[np.bool_] = times > 0
    return positive


def _keep_positive(ms: NDArray[Any], judge: Codes) -> tuple[Floats, Codes]:
    kept = _is_positive(ms)
    return np.asarray(ms, dtype=np.float64)[kept], np.asarray(judge)[kept]


def _find_medians(times: Floats, judge: Codes) -> tuple[Ints, Floats]:
    """Return for each judge 0, 1, ... how many times there are and their median, 0 where there is none."""
    same = judge[1:] == judge[:-1]
    if np.any(judge[1:] < judge[:-1]) or np.any(same & (times[1:] < times[:-1])):
        order = order_times(times, judge)
        times = times[order]
    sizes = np.bincount(judge)
    medians, is_there = np.zeros(len(sizes)), sizes > 0
    starts, n = (np.cumsum(sizes) - sizes)[is_there], sizes[is_there]
    medians[is_there] = (times[starts + (n - 1) // 2] + times[starts + n // 2]) / 2
    return sizes, medians


def _bound_exponential(logs: Floats, *, n: int, level: float) -> Interval:
    judges = len(logs)
    if judges < 2:
        method = Method.ONE_JUDGE if judges else Method.NO_JUDGEMENTS
        return Interval(float(np.exp(logs[0])) if judges else None, None, None, n, judges, 0, method)
    mean = float(logs.mean())
    reach = float(stdtrit(judges - 1, (1 + level) / 2)) * float(logs.std(ddof=1)) / math.sqrt(judges)
    return Interval(math.exp(mean), math.exp(mean - reach), math.exp(mean + reach), n, judges, 0, Method.OVER_JUDGES)
