"""How many judgements a study needs."""

import math

import numpy as np
import pytest

from analysis.stats.power import (
    find_design_effect,
    find_n_for_equivalence,
    find_n_for_interval,
    find_smallest_gap,
    shows_difference,
    shows_equivalence,
    simulate_power,
)
from analysis.stats.simulating import Crossing, find_mean_rate


def test_an_interval_of_three_points_needs_the_textbooks_1068_people() -> None:
    """Any survey textbook: 1.96^2 x .25 / .03^2 = 1067.1, so 1,068; with a design effect of 2 twice 1067.07."""
    assert find_n_for_interval(half_width=0.03) == 1068
    assert find_n_for_interval(half_width=0.03, design_effect=2) == 2135


def test_equivalence_needs_the_number_of_the_formula_worked_by_hand() -> None:
    """(1.644854 + 1.281552)^2 x .5 / .05^2 = 1712.8; at a gap of .02, (1.644854 + .841621)^2 x .5 / .03^2 = 3434.8."""
    assert find_n_for_equivalence(margin=0.05) == 1713
    assert find_n_for_equivalence(margin=0.05, gap=0.02) == 3435


def test_the_smallest_gap_is_the_one_that_the_textbooks_number_per_group_shows() -> None:
    """Lehr 1992: 16 p (1 - p) / gap^2 per group for a power of .8; exactly (1.959964 + .841621)^2 = 7.8489 x 2 / 4."""
    assert find_smallest_gap(392.44, 392.44) == pytest.approx(0.1, abs=1e-5)
    assert find_smallest_gap(400, 400) == pytest.approx(math.sqrt(16 * 0.25 / 400), abs=0.002)
    assert find_smallest_gap(392.44, 392.44, design_effect=4) == pytest.approx(0.2, abs=1e-5)
    assert find_smallest_gap(100, 1e12) == pytest.approx(find_smallest_gap(200, 200))
    with pytest.raises(ValueError, match="There are 0 and 5 judgements"):
        find_smallest_gap(0, 5)


def test_the_design_effect_is_one_for_a_single_judgement() -> None:
    assert find_design_effect(1, correlation=0.3) == 1
    assert find_design_effect(20, correlation=0.05) == pytest.approx(1.95)


def test_the_formula_and_simulated_studies_agree_where_nobody_differs() -> None:
    """At n of each origin by the formula the simulated power is .8, within three errors of 200 runs and rounding."""
    n = find_n_for_equivalence(margin=0.1)
    crossing = Crossing(judges=math.ceil(2 * n / 20), trials=20, stimuli=100)
    power = simulate_power(
        crossing,
        logit_human=0.0,
        logit_ai=0.0,
        succeeds=lambda drawn: shows_equivalence(drawn, margin=0.1),
        rng=np.random.default_rng(3),
        runs=200,
    )
    assert power == pytest.approx(0.8, abs=0.12)


def test_a_test_of_no_difference_errs_as_rarely_as_it_says() -> None:
    """Level .05: more than 22 of 200 wrong has a chance of .0003."""
    crossing = Crossing(judges=40, trials=20, stimuli=60, judge_sd=0.5, stimulus_sd=0.7)
    rng = np.random.default_rng(6)
    share = simulate_power(crossing, logit_human=0.3, logit_ai=0.3, succeeds=shows_difference, rng=rng, runs=200)
    assert share <= 0.11


def test_the_mean_rate_over_judges_is_that_of_many_drawn_judges() -> None:
    drawn = 1 / (1 + np.exp(-(1.0 + np.random.default_rng(2).normal(0, 0.9, 400_000))))
    assert find_mean_rate(1.0, sd=0.9) == pytest.approx(drawn.mean(), abs=0.001)
    assert find_mean_rate(0.0, sd=2.0) == pytest.approx(0.5)


def test_what_cannot_be_shown_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="not inside the margin"):
        find_n_for_equivalence(margin=0.05, gap=0.06)
    with pytest.raises(ValueError, match=r"half width is 0"):
        find_n_for_interval(half_width=0)
