"""The mixed model y ~ x + (1 | judge) + (1 | stimulus): logistic, both effects random and crossed, by Laplace."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from analysis.stats.clusters import Codes, Floats, Ints, compact
from analysis.stats.laplace import CrossedLaplace
from analysis.stats.lme4_errors import find_lme4_curvature

START_SD, LEAST_SD = 0.7, 1e-3
STEP = 1e-4  # for the curvature, from differences of exact slopes


@dataclass(frozen=True, slots=True, eq=False)
class MixedModel:
    """Log odds ratios for a typical judge and stimulus, their errors, and how far judges and stimuli differ."""

    beta: Floats
    error: Floats
    judge_sd: float
    stimulus_sd: float
    log_likelihood: float


def fit_crossed_logit(
    y: NDArray[Any], design: Floats, *, judge: Codes, stimulus: Codes, errors_as_lme4: bool = False
) -> MixedModel:
    """Fit logit P(y = 1) = design @ beta + N(0, judge_sd) + N(0, stimulus_sd) by maximum Laplace likelihood.

    `design` has shape (n, K) with its own column of ones. As R's lme4::glmer with nAGQ = 1 (Bates et al. 2015); errors
    from the exact curvature of that likelihood in all parameters, or from lme4's own approximation (lme4_errors). Of
    judges and stimuli the fewer may be some thousand.
    """
    x = np.asarray(design, dtype=np.float64)
    basis, back = np.linalg.qr(x)
    scale = np.sqrt(len(x))
    if np.linalg.cond(back) > 1e10:
        raise ValueError("A column of the design follows from the others; leave it out.")
    codes = _number(judge), _number(stimulus)
    swapped = codes[0].max() < codes[1].max()
    first, second = codes[::-1] if swapped else codes
    surface = CrossedLaplace(np.asarray(y, dtype=np.float64), basis * scale, first=first, second=second)
    start = np.concatenate([[START_SD, START_SD], np.zeros(x.shape[1])])
    found = minimize(surface.find_value_and_slope, start, jac=True, method="BFGS", options={"gtol": 1e-4})
    if np.abs(found.jac).max() > 1e-2:
        raise ValueError(
            f"The mixed model has not settled after {found.nit} rounds; a column may predict every verdict."
        )
    turn = np.linalg.inv(back) * scale
    curvature = (find_lme4_curvature if errors_as_lme4 else find_curvature)(surface, found.x)
    covariance = turn @ _invert(curvature, found.x) @ turn.T
    sds = np.abs(found.x[:2])[::-1] if swapped else np.abs(found.x[:2])
    return MixedModel(turn @ found.x[2:], np.sqrt(np.diag(covariance)), float(sds[0]), float(sds[1]), -float(found.fun))


def find_curvature(surface: CrossedLaplace, point: Floats) -> Floats:
    """Return the second derivatives of -log likelihood, from differences of its exact slope."""
    rows = []
    for step in np.eye(len(point)) * STEP:
        ahead, behind = (surface.find_value_and_slope(point + sign * step)[1] for sign in (1, -1))
        rows.append((ahead - behind) / (2 * STEP))
    curvature: Floats = np.array(rows)
    return (curvature + curvature.T) / 2


def _invert(curvature: Floats, point: Floats) -> Floats:
    """Return the coefficients' block of the inverse; an sd of zero is left out (there it has no slope)."""
    kept = np.array([*(np.abs(point[:2]) > LEAST_SD), *[True] * (len(point) - 2)])
    inverse = np.linalg.inv(curvature[np.ix_(kept, kept)])
    block = int(kept[:2].sum())
    covariance: Floats = inverse[block:, block:]
    return covariance


def _number(codes: Codes) -> Ints:
    numbered: Ints = np.unique(compact(codes), return_inverse=True)[1].astype(np.int64, copy=False)
    return numbered
