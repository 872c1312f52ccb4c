"""Places on a leaderboard."""

import numpy as np
import pytest

from analysis.stats.intervals import Interval, Method
from analysis.stats.ranking import correlate_ranks, find_rank_ends, rank_agents


def make_gap(low: float | None) -> Interval:
    return Interval(0.0, low, 0.1, 100, 10, 10, Method.TWO_WAY)


def test_agents_stand_by_the_lower_bound_of_their_gap_and_without_one_last() -> None:
    assert rank_agents([make_gap(-0.2), make_gap(None), make_gap(0.01)]) == [2, 0, 1]


def test_agents_far_apart_have_sure_ranks_and_equal_ones_share_a_range() -> None:
    rng = np.random.default_rng(1)
    drawn = np.stack([rng.normal(0, 1, 500), rng.normal(0, 1, 500), rng.normal(-50, 1, 500)], axis=1)
    drawn[0, 0] = np.nan
    low, high = find_rank_ends(drawn)
    assert low.tolist() == [1, 1, 3]
    assert high.tolist() == [2, 2, 3]


def test_draws_without_values_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="No draw has a value"):
        find_rank_ends(np.full((3, 2), np.nan))


def test_ranks_correlate_as_by_hand_and_values_that_are_all_alike_do_not() -> None:
    # Without ties 1 - 6 (sum of squared differences of ranks) / n (n^2 - 1), by hand: 1 - 6 * 194 / 990.
    first = (86, 97, 99, 100, 101, 103, 106, 110, 112, 113)
    second = (2, 20, 28, 27, 50, 29, 7, 17, 6, 12)
    assert correlate_ranks(first, second) == pytest.approx(1 - 6 * 194 / 990)
    assert correlate_ranks([1, 2, 3], [5, 5, 5]) is None
