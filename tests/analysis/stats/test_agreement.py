"""Krippendorff's alpha and Fleiss' kappa."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.stats.agreement import bootstrap_alpha, find_alpha, find_alpha_of_counts, find_fleiss_kappa

# Krippendorff's table of three coders on fifteen units, values 1 to 4, 0 where a coder has none.
CODERS = np.array(
    [
        [0, 0, 0, 0, 0, 3, 4, 1, 2, 1, 1, 3, 3, 0, 3],
        [1, 0, 2, 1, 3, 3, 4, 3, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 2, 1, 3, 4, 4, 0, 2, 1, 1, 3, 3, 0, 4],
    ]
)
# The table of ten subjects, fourteen raters and five categories printed with the kappa of Fleiss (1971).
RATINGS = np.array(
    [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ]
)


def test_alpha_of_the_textbook_table_with_three_coders() -> None:
    """Krippendorff's nominal alpha of this table is printed as .691."""
    counts = np.stack([np.sum(value == CODERS, axis=0) for value in (1, 2, 3, 4)], axis=1)
    assert find_alpha_of_counts(counts) == pytest.approx(0.691, abs=5e-4)


def test_kappa_of_the_published_table() -> None:
    """The kappa of this table is printed as .2099 (often .210)."""
    assert find_fleiss_kappa(RATINGS) == pytest.approx(0.2099, abs=5e-5)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 5)), min_size=1, max_size=60))
def test_alpha_of_verdicts_is_the_closed_form_written_out(rows: list[tuple[int, int]]) -> None:
    y, unit = np.array(rows).T
    parts = [
        (n1, n0) for n1, n0 in (((y[unit == u] == 1).sum(), (y[unit == u] == 0).sum()) for u in range(6)) if n1 + n0 > 1
    ]
    ones, zeros = sum(int(n1) for n1, _ in parts), sum(int(n0) for _, n0 in parts)
    found = find_alpha(y, unit=unit)
    if ones == 0 or zeros == 0:
        assert found is None
        return
    disagreement = sum(2 * n1 * n0 / (n1 + n0 - 1) for n1, n0 in parts)
    assert found == pytest.approx(1 - (ones + zeros - 1) * disagreement / (2 * ones * zeros))


def test_judges_who_always_agree_have_alpha_one_and_guessers_about_zero() -> None:
    unit = np.repeat(np.arange(400), 5)
    assert find_alpha(unit % 2, unit=unit) == 1.0
    guessed = find_alpha(np.random.default_rng(6).integers(0, 2, 2000), unit=unit)
    assert guessed == pytest.approx(0, abs=0.05)


def test_agreement_that_is_not_defined_is_none() -> None:
    none = np.array([], dtype=int)
    assert find_alpha(none, unit=none) is None
    assert find_alpha(np.array([1, 0]), unit=np.array([0, 1])) is None
    assert find_fleiss_kappa(np.array([[3, 0], [3, 0]])) is None


def test_kappa_of_unequal_numbers_of_judgements_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="same number of judgements"):
        find_fleiss_kappa(np.array([[2, 1], [2, 2]]))


def test_the_interval_of_alpha_is_the_one_of_alphas_of_drawn_stimuli() -> None:
    """Beside 1,000 draws in a plain loop, each stimulus taken Poisson(1) times with its own copies of its responses."""
    rng = np.random.default_rng(5)
    unit = np.repeat(np.arange(120), 4)
    y = (rng.random(480) < np.repeat(rng.choice([0.2, 0.8], 120), 4)).astype(int)
    stimulus = unit // 2
    ends = bootstrap_alpha(y, unit=unit, stimulus=stimulus, rng=np.random.default_rng(0))
    slowly = []
    for _ in range(1000):
        times = rng.poisson(1, 60)[stimulus]
        copies = np.repeat(np.arange(480), times)
        number = np.concatenate([np.arange(count) for count in times])
        slowly.append(find_alpha(y[copies], unit=unit[copies] * 100 + number))
    assert ends == pytest.approx(np.quantile(slowly, [0.025, 0.975]), abs=0.03)


def test_one_stimulus_or_one_verdict_has_no_interval_of_alpha() -> None:
    rng = np.random.default_rng(0)
    assert bootstrap_alpha(np.array([0, 1]), unit=np.array([0, 0]), stimulus=np.array([3, 3]), rng=rng) is None
    assert bootstrap_alpha(np.ones(4, dtype=int), unit=np.arange(4) // 2, stimulus=np.arange(4) // 2, rng=rng) is None
