"""Reaction times: skewed, and alike within a judge; so medians within judges, and their logarithms between them."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from analysis.stats.clusters import Codes, Floats
from analysis.stats.intervals import Interval, Method


def find_typical_time(ms: NDArray[Any], *, judge: Codes, level: float = 0.95) -> Interval:
    """Return the geometric mean over judges of their median time, in the unit of `ms`, with its interval.

    exp(mean log m_j +- t(J - 1) sd / sqrt J). One entry a judgement; missing times and times of 0 are left out.
    """
    times, judges = _keep_positive(ms, judge)
    logs = np.log(_find_medians(times, judges)[1])
    return _bound_exponential(logs, n=len(times), level=level)


def compare_times(ms: NDArray[Any], *, group: NDArray[Any], judge: Codes, level: float = 0.95) -> Interval:
    """Return how many times longer group 1 takes than group 0, over the judges who have both: exp of paired t."""
    is_one = np.asarray(group).astype(bool)
    times, judges = _keep_positive(ms, judge)
    of_one = is_one[_is_positive(ms)]
    first, second = _find_medians(times[of_one], judges[of_one]), _find_medians(times[~of_one], judges[~of_one])
    shared, one, zero = np.intersect1d(first[0], second[0], return_indices=True)
    differences = np.log(first[1][one]) - np.log(second[1][zero])
    return _bound_exponential(differences, n=int(np.isin(judges, shared).sum()), level=level)


def _is_positive(ms: NDArray[Any]) -> NDArray[np.bool_]:
    times = np.asarray(ms, dtype=np.float64)
    with np.errstate(invalid="ignore"):
        positive: NDArray[np.bool_] = times > 0
    return positive


def _keep_positive(ms: NDArray[Any], judge: Codes) -> tuple[Floats, Codes]:
    kept = _is_positive(ms)
    return np.asarray(ms, dtype=np.float64)[kept], np.asarray(judge)[kept]


def _find_medians(times: Floats, judges: Codes) -> tuple[Codes, Floats]:
    """Return the judges and the median of each, both in the order of the judges' codes."""
    names, dense = np.unique(judges, return_inverse=True)
    # One key for both is sorted several times faster than two keys one after the other.
    ordered = times[np.argsort(dense * (times.max(initial=0) + 1) + times)]
    sizes = np.bincount(dense, minlength=len(names))
    starts = np.cumsum(sizes) - sizes
    lower, upper = starts + (sizes - 1) // 2, starts + sizes // 2
    return names, (ordered[lower] + ordered[upper]) / 2 if len(names) else np.empty(0)


def _bound_exponential(logs: Floats, *, n: int, level: float) -> Interval:
    judges = len(logs)
    if judges < 2:
        method = Method.ONE_JUDGE if judges else Method.NO_JUDGEMENTS
        return Interval(float(np.exp(logs[0])) if judges else None, None, None, n, judges, 0, method)
    mean = float(logs.mean())
    reach = float(stdtrit(judges - 1, (1 + level) / 2)) * float(logs.std(ddof=1)) / math.sqrt(judges)
    return Interval(math.exp(mean), math.exp(mean - reach), math.exp(mean + reach), n, judges, 0, Method.OVER_JUDGES)
