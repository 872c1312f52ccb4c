"""Intervals of plain proportions: published numbers, and what holds for any."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.stats.proportions import clopper_pearson, newcombe, wilson


@pytest.mark.parametrize(("successes", "n", "low", "high"), [(81, 263, 0.2553, 0.3662), (0, 20, 0.0, 0.1611)])
def test_wilson_gives_the_intervals_printed_by_newcombe_1998(successes: int, n: int, low: float, high: float) -> None:
    """Newcombe (1998), Statistics in Medicine 17, 857-872, table I."""
    assert wilson(successes, n) == pytest.approx((low, high), abs=5e-5)


def test_clopper_pearson_gives_the_interval_of_r_binom_test() -> None:
    """R's help page of binom.test: 682 of 925 (Conover's peas)."""
    assert clopper_pearson(682, 925) == pytest.approx((0.7076683, 0.7654066), abs=5e-8)


def test_newcombe_gives_the_difference_interval_of_his_paper() -> None:
    """Newcombe (1998), Statistics in Medicine 17, 873-890, table II, method 10: 56/70 - 48/80."""
    found = newcombe((56, 70), (48, 80))
    assert found == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)


@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.floats(0.5, 0.999))
def test_an_interval_holds_its_rate_inside_zero_and_one_and_mirrors(pair: tuple[int, int], level: float) -> None:
    successes, n = pair
    for find in (wilson, clopper_pearson):
        low, high = find(successes, n, level=level)
        mirrored = find(n - successes, n, level=level)
        assert 0 <= low <= successes / n <= high <= 1
        assert (1 - high, 1 - low) == pytest.approx(mirrored, abs=1e-9)


@given(st.integers(1, 300), st.integers(1, 300), st.data())
def test_a_difference_turned_round_changes_its_sign(n1: int, n2: int, data: st.DataObject) -> None:
    first = (data.draw(st.integers(0, n1)), n1)
    second = (data.draw(st.integers(0, n2)), n2)
    there, back = newcombe(first, second), newcombe(second, first)
    assert there is not None
    assert back is not None
    assert there == pytest.approx((-back[0], -back[2], -back[1]), abs=1e-12)
    assert -1 <= there[1] <= there[0] <= there[2] <= 1


def test_nothing_judged_yet_leaves_everything_possible() -> None:
    assert wilson(0, 0) == clopper_pearson(0, 0) == (0.0, 1.0)
    assert newcombe((0, 0), (1, 2)) is None


def test_impossible_counts_and_levels_are_refused_in_words() -> None:
    with pytest.raises(ValueError, match="3 successes of 2"):
        wilson(3, 2)
    with pytest.raises(ValueError, match=r"level of an interval is 95"):
        clopper_pearson(1, 2, level=95)
