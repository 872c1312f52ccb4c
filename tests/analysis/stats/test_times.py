"""Reaction times over judges."""

import math

import numpy as np
import pytest
from scipy import stats

from analysis.stats.intervals import Method
from analysis.stats.times import compare_times, find_typical_time


def test_the_typical_time_is_the_geometric_mean_of_medians() -> None:
    """Medians 2, 4 and 8: geometric mean 4; the interval as scipy's t on the logarithms gives it."""
    ms = np.array([1.0, 2, 9, 4, 4, 8, np.nan, 0])
    found = find_typical_time(ms, judge=np.array([5, 5, 5, 1, 1, 2, 2, 2]))
    low, high = stats.t.interval(0.95, 2, loc=math.log(4), scale=stats.sem(np.log([2, 4, 8])))
    assert found.estimate == pytest.approx(4)
    assert (found.low, found.high) == (pytest.approx(math.exp(low)), pytest.approx(math.exp(high)))
    assert (found.n, found.judges) == (6, 3)


def test_kinds_are_compared_within_judges_who_have_both() -> None:
    """Judge 0 takes 2 against 1, judge 1 takes 8 against 4: twice as long without spread; judge 2 has one kind."""
    ms = np.array([2.0, 1, 8, 4, 100])
    found = compare_times(ms, group=np.array([1, 0, 1, 0, 1]), judge=np.array([0, 0, 1, 1, 2]))
    assert found.estimate == pytest.approx(2)
    assert (found.low, found.high) == (pytest.approx(2), pytest.approx(2))
    assert (found.n, found.judges) == (4, 2)


@pytest.mark.parametrize(("ms", "method"), [([], Method.NO_JUDGEMENTS), ([3.0, 5.0], Method.ONE_JUDGE)])
def test_nobody_and_one_judge_have_no_interval(ms: list[float], method: Method) -> None:
    found = find_typical_time(np.array(ms), judge=np.zeros(len(ms), dtype=int))
    assert (found.low, found.high, found.method) == (None, None, method)
