"""Scores of stated chances."""

from itertools import product
from math import comb

import numpy as np
import pytest

from analysis.stats.calibration import find_mean_deviation, score_confidence


def test_scores_of_ten_answers_counted_by_hand() -> None:
    """Stated .5 four times, right once; stated 1 six times, right five times.

    Brier (4 x .25 + 1) / 10 = .2; reliability (4 x .0625 + 6 / 36) / 10 = .041667; share right .6, so uncertainty .24;
    resolution .24 + .041667 - .2 = .081667; ECE (4 x .25 + 6 / 6) / 10 = .2.
    """
    right = np.array([1, 0, 0, 0, 1, 1, 1, 1, 1, 0])
    scores = score_confidence(right, level=np.array([0] * 4 + [1] * 6), stated=np.array([0.5, 1.0]))
    assert scores is not None
    assert (scores.n, scores.confidence, scores.right) == (10, pytest.approx(0.8), pytest.approx(0.6))
    assert scores.brier == pytest.approx(0.2)
    assert scores.reliability == pytest.approx(0.25 / 10 + 1 / 60)
    assert scores.resolution == pytest.approx(0.24 + 0.25 / 10 + 1 / 60 - 0.2)
    assert scores.ece == pytest.approx(0.2)
    # By chance: E|X - 2| of binomial (4, .5) is .75 (6 x 0 + 8 x 1 + 2 x 2 of 16); who is certain is never off.
    assert scores.ece_by_chance == pytest.approx(0.075)


@pytest.mark.parametrize(("n", "p"), list(product((1, 2, 7, 30), (0.0, 0.1, 0.5, 0.875, 1.0))))
def test_the_mean_deviation_is_the_sum_over_all_counts(n: int, p: float) -> None:
    by_sum = sum(abs(k - n * p) * comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1))
    assert find_mean_deviation(np.array([float(n)]), np.array([p]))[0] == pytest.approx(by_sum)


def test_nothing_said_has_no_score() -> None:
    assert score_confidence(np.array([]), level=np.array([], dtype=int), stated=np.array([0.5])) is None


def test_a_stated_chance_above_one_is_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        score_confidence(np.array([1]), level=np.array([0]), stated=np.array([1.5]))
