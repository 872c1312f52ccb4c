"""An interval that may be looked at at any time."""

import math

import numpy as np
import pytest

from analysis.stats.monitoring import find_anytime_ends, find_anytime_interval, find_judge_detectability


def bet_slowly(values: list[float], candidate: float) -> float:
    """The larger wealth of the two gamblers, at its highest, halved: theorem 3 of Waudby-Smith & Ramdas, in loops."""
    above = below = 1.0
    highest, variance, squares, total = 0.0, 0.25, 0.0, 0.0
    for count, value in enumerate(values, 1):
        stake = math.sqrt(2 * math.log(2 / 0.05) / (variance * count * math.log(count + 1)))
        above *= 1 + min(stake, 0.5 / candidate) * (value - candidate)
        below *= 1 - min(stake, 0.5 / (1 - candidate)) * (value - candidate)
        highest = max(highest, above / 2, below / 2)
        total += value
        squares += (value - (0.5 + total) / (count + 1)) ** 2
        variance = (0.25 + squares) / (count + 1)
    return highest


def test_the_ends_are_where_the_wealth_of_the_written_out_formula_reaches_twenty() -> None:
    values = [0.75, 0.5, 0.65, 0.9, 0.6, 0.7, 0.55, 0.8, 0.75, 0.7, 0.6, 0.65, 0.85, 0.7] * 3
    low, high = (ends[-1] for ends in find_anytime_ends(np.array(values)))
    assert bet_slowly(values, low) >= 20 > bet_slowly(values, low + 0.001)
    assert bet_slowly(values, high) >= 20 > bet_slowly(values, high - 0.001)


def test_it_holds_the_truth_at_all_times_where_repeated_looks_at_a_plain_interval_do_not() -> None:
    """200 studies of 100 judges who guess. More than 18 misses in 200 has a chance of .01 at a true rate of .05."""
    rng = np.random.default_rng(4)
    missed = looked = 0
    for _ in range(200):
        values = rng.binomial(20, 0.5, size=100) / 20
        low, high = find_anytime_ends(values)
        missed += bool(np.any((low > 0.5) | (high < 0.5)))
        count = np.arange(1, 101)
        means = np.cumsum(values) / count
        errors = np.sqrt(np.maximum(np.cumsum(values**2) / count - means**2, 0) / np.maximum(count - 1, 1))
        looked += bool(np.any(np.abs(means - 0.5)[4:] > 1.96 * errors[4:]))
    assert missed <= 18
    assert looked > 50


def test_the_ends_never_move_apart_and_narrow_with_more_judges() -> None:
    low, high = find_anytime_ends(np.random.default_rng(1).binomial(20, 0.7, size=200) / 20)
    assert np.all(np.diff(low) >= 0)
    assert np.all(np.diff(high) <= 0)
    assert high[-1] - low[-1] < 0.1 < high[10] - low[10]


def test_nobody_and_one_judge_have_no_narrow_interval() -> None:
    assert find_anytime_interval(np.array([])).estimate is None
    one = find_anytime_interval(np.array([1.0]))
    assert (one.estimate, one.high, one.judges) == (1, 1, 1)
    assert one.low is not None
    assert one.low < 0.1


def test_values_that_are_no_shares_are_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        find_anytime_interval(np.array([0.5, math.nan]))


def test_judges_stand_in_the_order_of_their_last_answer_and_those_of_one_origin_are_left_out() -> None:
    y = np.array([1, 0, 1, 1, 1])
    human = np.array([True, False, True, False, True])
    judge = np.array([7, 7, 3, 3, 9])
    values, judgements = find_judge_detectability(y, human=human, judge=judge, finished=np.array([1, 9, 2, 5, 3]))
    assert values.tolist() == [0.5, 1.0]  # judge 3 was through at 5, judge 7 at 9; judge 9 saw no machine
    assert judgements == 4
