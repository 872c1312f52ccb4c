"""Logistic regression with clustered errors, beside R."""

from pathlib import Path

import numpy as np
import pytest

from analysis.stats.regression import fit_clustered_logit
from analysis.stats.two_way import two_way_interval
from tests.analysis.stats.verbal_aggression import read_verbal_aggression

BETA = (0.20605, 0.03994, 0.23132, -0.79419, -1.53919, -0.77666)
BY_PERSON = (0.27910, 0.01320, 0.13581, 0.06768, 0.08749, 0.05738)
TWO_WAY = (0.32276, 0.01306, 0.15134, 0.15657, 0.21518, 0.14942)


def test_coefficients_and_errors_are_those_of_r_sandwich(shared_data: Path) -> None:
    """R's glm and sandwich::vcovCL (type HC0) on lme4's VerbAgg: r2 == "Y" ~ Anger + Gender + btype + situ."""
    data = read_verbal_aggression(shared_data)
    one_way = fit_clustered_logit(data.y, data.design, judge=data.person)
    two_way = fit_clustered_logit(data.y, data.design, judge=data.person, stimulus=data.question)
    assert one_way.beta == pytest.approx(BETA, abs=6e-6)
    assert one_way.error == pytest.approx(BY_PERSON, abs=6e-6)
    assert two_way.error == pytest.approx(TWO_WAY, abs=6e-6)


def test_a_model_of_a_mean_alone_has_the_error_of_the_two_way_interval() -> None:
    rng = np.random.default_rng(12)
    judge, stimulus = np.repeat(np.arange(50), 8), np.tile(np.arange(8), 50)
    y = (rng.random(400) < 0.5 + 0.2 * np.sin(judge)).astype(int)
    found = fit_clustered_logit(y, np.ones((400, 1)), judge=judge, stimulus=stimulus)
    interval = two_way_interval(y, judge=judge, stimulus=stimulus, level=0.5)
    rate = y.mean()
    assert found.beta[0] == pytest.approx(np.log(rate / (1 - rate)))
    assert interval.high is not None
    # The delta method: the error of a rate is that of its logit times rate (1 - rate); .71114 is t(.75) on 7 degrees.
    assert (interval.high - rate) / 0.7111418 == pytest.approx(found.error[0] * rate * (1 - rate), rel=1e-5)


def test_a_column_that_predicts_every_verdict_is_refused_in_words() -> None:
    y = np.array([0, 0, 1, 1])
    design = np.stack([np.ones(4), y], axis=1)
    with pytest.raises(ValueError, match=r"No finite coefficients: a column"):
        fit_clustered_logit(y, design, judge=np.arange(4))
