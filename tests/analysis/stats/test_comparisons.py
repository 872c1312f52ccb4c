"""Permuted judges, paired verdicts, exact tests, many claims."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from analysis.stats.comparisons import (
    adjust_benjamini_hochberg,
    adjust_holm,
    check_equivalence,
    compare_paired_verdicts,
    compare_rate,
    permute_judges,
)

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def test_mcnemar_with_correction_gives_agrestis_example() -> None:
    """Agresti, An Introduction to Categorical Data Analysis: approval ratings 794, 150, 86, 570."""
    found = compare_paired_verdicts(86, 150)
    assert found.statistic == pytest.approx(16.81780, abs=5e-6)
    assert found.p == pytest.approx(4.115e-05, rel=1e-3)
    uncorrected = compare_paired_verdicts(86, 150, corrected=False)
    assert uncorrected.statistic == pytest.approx(64**2 / 236)


def test_paired_verdicts_that_never_differ_are_no_evidence() -> None:
    assert compare_paired_verdicts(0, 0).p == 1.0
    assert compare_paired_verdicts(3, 3).p == 1.0


def test_a_rate_has_the_p_value_of_r_binom_test() -> None:
    """R's help page of binom.test: 682 of 925 against 3/4."""
    assert compare_rate(682, 925, rate=0.75).p == pytest.approx(0.3824916, abs=5e-8)


def test_equivalence_needs_many_judgements_even_when_the_rate_is_just_right() -> None:
    """The larger tail is P(X >= 500) for X ~ B(1000, .45) = .000847 (and for 20 of 40 .316)."""
    assert check_equivalence(500, 1000, rate=0.5, margin=0.05).p < 0.001
    assert check_equivalence(20, 40, rate=0.5, margin=0.05).p > 0.3


def test_holm_gives_the_steps_of_his_method_worked_by_hand() -> None:
    """Worked by hand: .005 x 4, .01 x 3, .03 x 2, .04 x 1, each at least the one before; 1 at most."""
    assert adjust_holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert adjust_holm([0.9, 0.8]) == pytest.approx([1.0, 1.0])


@given(P_VALUES)
def test_benjamini_hochberg_is_that_of_scipy_and_never_above_holm(p: list[float]) -> None:
    found = adjust_benjamini_hochberg(p)
    np.testing.assert_allclose(found, false_discovery_control(p), atol=1e-12)
    assert np.all(np.asarray(p) <= found + 1e-12)
    assert np.all(found <= adjust_holm(p) + 1e-12)


def test_p_values_outside_zero_and_one_are_refused() -> None:
    with pytest.raises(ValueError, match="outside"):
        adjust_holm([0.1, float("nan")])


def test_groups_of_judges_that_differ_are_found() -> None:
    rng = np.random.default_rng(3)
    judge = np.repeat(np.arange(60), 20)
    group = judge % 2
    y = (rng.random(1200) < np.where(group == 1, 0.7, 0.4)).astype(int)
    assert permute_judges(y, judge=judge, group=group, rng=rng, permutations=499).p == pytest.approx(1 / 500)


def test_few_judges_of_strong_habits_are_no_evidence_however_many_their_judgements() -> None:
    """Four judges, two a side: of 6 ways to split them 2 are as far apart, so p is about 1/3 at the least."""
    judge = np.repeat(np.arange(4), 500)
    y = (judge >= 2).astype(int)
    found = permute_judges(y, judge=judge, group=y, rng=np.random.default_rng(1), permutations=999)
    assert found.statistic == pytest.approx(0.5)
    assert 0.28 < found.p < 0.39


def test_permuted_judges_keep_the_error_rate_where_a_pooled_test_would_not() -> None:
    """Judges differ, groups do not: at level .05, 5 of 100 studies err, and 12 or more do so 1 time in 230."""
    rng = np.random.default_rng(20)
    errors = 0
    for _ in range(100):
        judge = np.repeat(np.arange(20), 20)
        habit = rng.normal(0.5, 0.2, 20).clip(0.05, 0.95)
        y = (rng.random(400) < habit[judge]).astype(int)
        errors += permute_judges(y, judge=judge, group=judge % 2, rng=rng, permutations=99).p <= 0.05
    assert errors < 12


def test_the_p_value_is_that_of_shuffled_labels_written_out() -> None:
    """Three groups of judges with unequal trials: 4,000 plain shuffles, whose share is known to about .008."""
    rng = np.random.default_rng(2)
    trials = rng.integers(3, 9, 30)
    judge = np.repeat(np.arange(30), trials)
    labels = np.arange(30) % 3
    y = (rng.random(len(judge)) < 0.4 + 0.12 * labels[judge]).astype(int)
    found = permute_judges(y, judge=judge, group=labels[judge], rng=rng, permutations=4_000)

    def spread(given: np.ndarray) -> float:
        parts = [y[given[judge] == group] for group in range(3)]
        return float(np.sqrt(sum(len(part) * (part.mean() - y.mean()) ** 2 for part in parts) / len(y)))

    shuffled = [spread(rng.permutation(labels)) for _ in range(4_000)]
    assert found.statistic == pytest.approx(spread(labels))
    assert found.p == pytest.approx(np.mean(np.array(shuffled) >= found.statistic), abs=0.035)
    assert 0.005 < found.p < 0.6
    assert found.permutations == 4_000


def test_a_judge_in_two_groups_is_refused_and_no_judges_are_no_evidence() -> None:
    rng = np.random.default_rng(1)
    with pytest.raises(ValueError, match="A judge is in two groups"):
        permute_judges(np.array([1, 0]), judge=np.array([0, 0]), group=np.array([0, 1]), rng=rng)
    none = np.array([], dtype=int)
    assert permute_judges(none, judge=none, group=none, rng=rng, permutations=9).p == 1.0
