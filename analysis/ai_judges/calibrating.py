"""Scores brought to probabilities by a logistic curve (Platt 1999), on rows that the judge did not learn from."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit

Floats = NDArray[np.float64]

STEPS = 50
PRIOR_ROWS = 10.0  # how many rows the prior is worth: a curve through the middle, of usual steepness
USUAL_SLOPE, LEAST_SLOPE = 2.0, 0.05
SURE = 1e-4


def fit_curve(scores: Floats, y: NDArray[np.int64], *, scale: float) -> tuple[float, float]:
    """Intercept and slope of P(human) against `scores` / `scale`, both origins weighing alike.

    Shrunk towards 0 and a usual slope, so that few rows cannot turn the scale over; the slope stays positive.
    """
    x = scores / scale
    weights = np.where(y == 1, 0.5 / max(y.sum(), 1), 0.5 / max((1 - y).sum(), 1)) * len(y)
    line, prior = np.column_stack([np.ones_like(x), x]), np.array([0.0, USUAL_SLOPE])
    beta, precision = prior.copy(), np.array([PRIOR_ROWS / 4, PRIOR_ROWS / 16])
    for _ in range(STEPS):
        p = expit(line @ beta)
        slope = line.T @ (weights * (y - p)) - precision * (beta - prior)
        curvature = (line * (weights * p * (1 - p))[:, None]).T @ line + np.diag(precision)
        step = np.linalg.solve(curvature, slope)
        beta += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-8:
            break
    return float(beta[0]), max(float(beta[1]), LEAST_SLOPE)


def calibrate(scores: Floats, *, inner: Floats, y: NDArray[np.int64]) -> Floats:
    """P(human) for `scores`, from `inner` scores of rows whose origins are `y`; without any, a usual curve.

    A higher score gives a higher probability, however sure: who is ranked is not tied by the bounds.
    """
    scale = float(np.std(inner)) or 1.0 if len(inner) else float(np.std(scores)) or 1.0
    intercept, slope = fit_curve(inner, y, scale=scale) if len(inner) else (0.0, USUAL_SLOPE)
    p: Floats = SURE + (1 - 2 * SURE) * expit(intercept + slope * scores / scale)
    return p


def reset_threshold(humans: Floats, *, share_called_ai: float) -> float:
    """The value of P(human) below which `share_called_ai` of these human answers lie: a threshold for a new place."""
    return float(np.quantile(humans, share_called_ai))


def shift(scores: Floats, *, threshold: float) -> Floats:
    """Probabilities moved on the logit scale so that `threshold` becomes one half."""
    moved: Floats = expit(logit(np.clip(scores, SURE, 1 - SURE)) - logit(min(max(threshold, SURE), 1 - SURE)))
    return moved
