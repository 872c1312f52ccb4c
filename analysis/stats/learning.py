"""Whether judges get better along their trials: the slope of being right on the order of trials."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit

from analysis.stats.clusters import Codes
from analysis.stats.regression import NoCoefficients, Why, fit_clustered_logit


@dataclass(frozen=True, slots=True)
class Slope:
    """The change of the log odds of a right verdict from one trial to the next, with its interval and p."""

    estimate: float
    low: float
    high: float
    p: float


def find_learning_slope(
    right: NDArray[Any], *, order: Codes, judge: Codes, stimulus: Codes, level: float = 0.95
) -> Slope:
    """Return the slope of right (1 or 0) on `order`, the place from 0 of the trial in its visit: log odds a trial.

    Logistic regression with an intercept, errors clustered by judge and stimulus (`fit_clustered_logit`), t on
    min(J, S) - 1. It compares early with late trials of all judges; who left early weighs on the early ones only.
    Raises NoCoefficients where there is no such slope: all right or all wrong, one trial each, too few judges.
    """
    places = np.arange(int(order.max(initial=-1)) + 1, dtype=np.float64)
    design = np.column_stack([np.ones(len(places)), places])
    fitted = fit_clustered_logit(np.asarray(right), design, judge=judge, stimulus=stimulus, line=order)
    freedom = min(len(np.unique(judge)), len(np.unique(stimulus))) - 1
    beta, error = float(fitted.beta[1]), float(fitted.error[1])
    if freedom < 1 or error == 0:
        raise NoCoefficients(Why.FEW)
    reach = float(stdtrit(freedom, (1 + level) / 2)) * error
    return Slope(beta, beta - reach, beta + reach, 2 * float(stdtr(freedom, -abs(beta / error))))
