"""The bootstrap over judges."""

import numpy as np
import pytest

from analysis.stats.resampling import bootstrap_rates, draw_judges, find_percentile_ends


def test_the_spread_of_bootstrapped_rates_is_that_of_judges_means() -> None:
    """With equal judges the standard error of a rate is sd / sqrt(J), a formula of any textbook."""
    rng = np.random.default_rng(4)
    means = rng.random(200)
    judge = np.repeat(np.arange(200), 50)
    y = (rng.random(10_000) < means[judge]).astype(int)
    drawn = bootstrap_rates(y, group=np.zeros_like(y), judge=judge, rng=rng, repeats=2000)
    expected = y.reshape(200, 50).mean(axis=1).std() / np.sqrt(200)
    assert drawn.std() == pytest.approx(expected, rel=0.08)
    assert drawn.mean() == pytest.approx(y.mean(), abs=0.01)


def test_weights_are_poisson_with_mean_and_variance_one() -> None:
    totals = draw_judges(np.ones((1, 1)), rng=np.random.default_rng(9), repeats=200_000)
    assert totals.mean() == pytest.approx(1, abs=0.01)
    assert totals.var() == pytest.approx(1, abs=0.02)
    assert (totals == 0).mean() == pytest.approx(np.exp(-1), abs=0.005)


def test_groups_share_the_judges_drawn_so_their_difference_is_paired() -> None:
    judge = np.repeat(np.arange(30), 4)
    group = np.tile([0, 0, 1, 1], 30)
    y = (judge % 2).astype(int)
    drawn = bootstrap_rates(y, group=group, judge=judge, rng=np.random.default_rng(1), repeats=200)
    assert drawn[:, 0].std() > 0.05
    np.testing.assert_allclose(drawn[:, 0], drawn[:, 1])


def test_the_same_seed_gives_the_same_draws_whatever_the_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    y, judge = np.array([0, 1, 1, 0, 1, 1]), np.array([0, 0, 1, 1, 2, 2])
    whole = bootstrap_rates(y, group=y * 0, judge=judge, rng=np.random.default_rng(8), repeats=50)
    again = bootstrap_rates(y, group=y * 0, judge=judge, rng=np.random.default_rng(8), repeats=50)
    np.testing.assert_array_equal(whole, again)
    monkeypatch.setattr("analysis.stats.resampling.CHUNK_WEIGHTS", 7)
    chunks = bootstrap_rates(y, group=y * 0, judge=judge, rng=np.random.default_rng(8), repeats=50)
    assert chunks.shape == whole.shape == (50, 1)


def test_ends_leave_out_draws_without_any_judge_of_the_group() -> None:
    judge = np.array([0, 1])
    drawn = bootstrap_rates(
        np.array([1, 0]), group=np.array([0, 0]), judge=judge, rng=np.random.default_rng(3), repeats=400
    )
    low, high = find_percentile_ends(drawn)
    assert np.isnan(drawn).any()
    assert (low[0], high[0]) == (0.0, 1.0)
