"""Confusion counts, d' and c."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from analysis.stats.detection import (
    AI,
    HUMAN,
    average_sensitivity,
    count_confusion,
    find_row_percentages,
    find_sensitivity,
)
from analysis.stats.intervals import Method


def test_confusion_counts_stand_by_key_origin_and_verdict() -> None:
    verdict, origin, key = np.array([1, 0, 1, 1, 0]), np.array([1, 1, 0, 0, 0]), np.array([0, 0, 0, 2, 2])
    counts = count_confusion(verdict, origin=origin, key=key, keys=4)
    assert counts.shape == (4, 2, 2)
    assert counts[0].tolist() == [[0, 1], [1, 1]]
    assert counts[2, AI].tolist() == [1, 1]
    assert counts[3].sum() == 0
    assert count_confusion(verdict, origin=origin).tolist() == [[1, 2], [1, 1]]


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1), st.integers(0, 3)), min_size=1, max_size=80))
def test_rows_of_a_confusion_table_sum_to_one_hundred_or_are_empty(rows: list[tuple[int, int, int]]) -> None:
    verdict, origin, key = np.array(rows).T
    counts = count_confusion(verdict, origin=origin, key=key, keys=4)
    sums = find_row_percentages(counts).sum(axis=-1)
    assert counts.sum() == len(rows)
    np.testing.assert_allclose(sums[counts.sum(axis=-1) > 0], 100)
    assert np.isnan(sums[counts.sum(axis=-1) == 0]).all()


def test_sensitivity_and_criterion_of_the_worked_example() -> None:
    """20 of 25 hits, 10 of 25 false alarms (Stanislaw & Todorov 1999: 1.095), with Hautus's correction."""
    found = find_sensitivity(hits=20, signals=25, false_alarms=10, noises=25)
    assert found.d_prime[0] == pytest.approx(1.04450, abs=5e-6)
    assert found.criterion[0] == pytest.approx(-0.27885, abs=5e-6)
    hit, alarm = 20.5 / 26, 10.5 / 26
    slow = sum(p * (1 - p) / (25 * norm.pdf(norm.ppf(p)) ** 2) for p in (hit, alarm))
    assert found.variance[0] == pytest.approx(slow)


@given(st.integers(1, 50), st.integers(1, 50), st.data())
def test_swapping_signal_and_noise_turns_the_sign_of_d_prime(signals: int, noises: int, data: st.DataObject) -> None:
    hits, alarms = data.draw(st.integers(0, signals)), data.draw(st.integers(0, noises))
    there = find_sensitivity(hits=hits, signals=signals, false_alarms=alarms, noises=noises)
    back = find_sensitivity(hits=alarms, signals=noises, false_alarms=hits, noises=signals)
    assert there.d_prime[0] == pytest.approx(-back.d_prime[0])
    assert there.criterion[0] == pytest.approx(back.criterion[0])
    assert np.isfinite(there.variance[0])


def test_judges_who_are_always_right_have_a_finite_d_prime_and_no_trials_an_infinite_variance() -> None:
    found = find_sensitivity(hits=[10, 0], signals=[10, 0], false_alarms=[0, 0], noises=[10, 0])
    assert np.isfinite(found.d_prime).all()
    assert found.d_prime[0] > 3
    assert found.variance[1] == np.inf


def test_d_prime_is_averaged_over_the_judges_who_saw_both_origins() -> None:
    human = np.array([1, 0, 1, 0, 1, 1, 0, 0])
    y = np.array([1, 0, 1, 1, 1, 1, 0, 1])
    judge = np.array([0, 0, 1, 1, 2, 2, 3, 3])
    d_prime, criterion = average_sensitivity(y, human=human, judge=judge)
    alone = find_sensitivity(hits=[1, 0], signals=1, false_alarms=0, noises=1)
    assert d_prime.estimate == pytest.approx(alone.d_prime.mean())
    assert criterion.estimate == pytest.approx(alone.criterion.mean())
    assert (d_prime.n, d_prime.judges, d_prime.method) == (4, 2, Method.OVER_JUDGES)


def test_without_a_judge_who_saw_both_origins_there_is_no_d_prime() -> None:
    d_prime, _ = average_sensitivity(np.array([1, 0]), human=np.array([1, 1]), judge=np.array([0, 1]))
    assert (d_prime.estimate, d_prime.method) == (None, Method.NO_JUDGEMENTS)
    alone, _ = average_sensitivity(np.array([1, 0]), human=np.array([1, 0]), judge=np.array([0, 0]))
    assert (alone.low, alone.method) == (None, Method.ONE_JUDGE)


def test_impossible_counts_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="counts must be inside"):
        find_sensitivity(hits=3, signals=2, false_alarms=0, noises=1)
    with pytest.raises(ValueError, match="An origin is 2"):
        count_confusion(np.array([1]), origin=np.array([HUMAN + 1]))
