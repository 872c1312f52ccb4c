"""The mixed model, beside R's lme4 and beside simulated judges."""

from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import check_grad

from analysis.stats.laplace import CrossedLaplace
from analysis.stats.mixed import fit_crossed_logit
from analysis.stats.simulating import Crossing, simulate_judgements
from tests.analysis.stats.verbal_aggression import read_verbal_aggression

BETA = (0.19926, 0.05741, 0.32061, -1.05864, -2.10506, -1.05528)
ERROR = (0.40572, 0.01679, 0.19158, 0.25707, 0.25903, 0.21053)


def test_the_fit_is_that_of_lme4(shared_data: Path) -> None:
    """R's lme4::glmer, nAGQ = 1, on its VerbAgg: r2 ~ Anger + Gender + btype + situ + (1 | id) + (1 | item).

    Within .1%, and half of the last digit printed. Of exact curvature errors are .1% to .3% larger than lme4's.
    """
    data = read_verbal_aggression(shared_data)
    found = fit_crossed_logit(data.y, data.design, judge=data.person, stimulus=data.question, errors_as_lme4=True)
    assert np.all(np.abs(found.beta - BETA) < 1e-3 * np.abs(BETA) + 5e-6)
    assert np.all(np.abs(found.error - ERROR) < 1e-3 * np.array(ERROR) + 5e-6)
    assert (found.judge_sd, found.stimulus_sd) == pytest.approx((1.33954, 0.49524), rel=1e-3)
    assert found.log_likelihood == pytest.approx(-4075.700, abs=2e-3)
    exact = fit_crossed_logit(data.y, data.design, judge=data.person, stimulus=data.question)
    assert np.all(exact.error > ERROR)
    assert exact.error == pytest.approx(ERROR, rel=3e-3)


def test_the_slope_is_that_of_the_value() -> None:
    rng = np.random.default_rng(5)
    y, x = rng.integers(0, 2, 80).astype(float), np.stack([np.ones(80), rng.normal(size=80)], axis=1)
    surface = CrossedLaplace(y, x, first=rng.permutation(np.arange(80) % 9), second=np.arange(80) % 5)
    point = np.array([0.8, 0.5, 0.2, -0.3])
    error = check_grad(
        lambda p: surface.find_value_and_slope(p)[0], lambda p: surface.find_value_and_slope(p)[1], point
    )
    assert error < 1e-5


def test_the_truth_of_simulated_judges_is_found_whichever_factor_is_larger() -> None:
    crossing = Crossing(judges=120, trials=30, stimuli=50, judge_sd=0.8, stimulus_sd=0.5)
    drawn = simulate_judgements(crossing, logit_human=0.6, logit_ai=-0.2, rng=np.random.default_rng(31))
    design = np.stack([np.ones(len(drawn.y)), drawn.human], axis=1)
    found = fit_crossed_logit(drawn.y, design, judge=drawn.judge, stimulus=drawn.stimulus)
    turned = fit_crossed_logit(drawn.y, design, judge=drawn.stimulus, stimulus=drawn.judge)
    assert np.all(np.abs(found.beta - [-0.2, 0.8]) < 3 * found.error)
    assert (found.judge_sd, found.stimulus_sd) == pytest.approx((0.8, 0.5), rel=0.25)
    assert (turned.stimulus_sd, turned.judge_sd) == pytest.approx((found.judge_sd, found.stimulus_sd), rel=1e-3)
    assert turned.error == pytest.approx(found.error, rel=1e-3)


def test_judges_and_stimuli_that_do_not_differ_leave_the_plain_logistic_model() -> None:
    """With both sds at zero the coefficient of a mean alone is its logit, its error 1 / sqrt(n p (1 - p))."""
    y = np.tile([1, 0, 0, 1, 1, 0, 0, 1], 50)
    found = fit_crossed_logit(y, np.ones((400, 1)), judge=np.arange(400) // 8, stimulus=np.arange(400) // 2 % 4)
    assert (found.judge_sd, found.stimulus_sd) == pytest.approx((0, 0), abs=0.05)
    assert found.beta[0] == pytest.approx(0, abs=1e-4)
    assert found.error[0] == pytest.approx(0.1, rel=0.02)


def test_a_column_that_follows_from_others_is_refused_in_words() -> None:
    four = np.arange(4)
    with pytest.raises(ValueError, match="follows from the others"):
        fit_crossed_logit(np.array([0, 1, 0, 1]), np.ones((4, 2)), judge=four, stimulus=four)
