"""Logistic regression whose standard errors know that judgements share a judge, a stimulus or both."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from analysis.stats.clusters import Codes, Floats, Ints, compact

ROUNDS, TOLERANCE, WORST_CONDITION = 50, 1e-10, 1e14


@dataclass(frozen=True, slots=True, eq=False)
class Coefficients:
    """Log odds ratios and their standard errors, one entry for each column of the design."""

    beta: Floats
    error: Floats


def fit_clustered_logit(
    y: NDArray[Any], design: Floats, *, judge: Codes, stimulus: Codes | None = None
) -> Coefficients:
    """Fit P(y = 1) = expit(design @ beta), errors clustered by judge, or by judge and stimulus where that is given.

    `design` has shape (n, K) with its own column of ones. B = X'WX, V = B^-1 (M_judge + M_stimulus - M_both) B^-1, with
    M the sum over clusters of score products, no small-sample factor (HC0): Cameron, Gelbach & Miller (2011).
    """
    x, verdicts = np.asarray(design, dtype=np.float64), np.asarray(y, dtype=np.float64)
    beta = _climb(x, verdicts)
    rates = expit(x @ beta)
    bread = np.linalg.inv((x * (rates * (1 - rates))[:, None]).T @ x)
    scores = x * (verdicts - rates)[:, None]
    first = compact(judge)
    meat = _multiply_scores(scores, first)
    if stimulus is not None:
        second = compact(stimulus)
        meat = meat + _multiply_scores(scores, second) - _multiply_paired_scores(scores, first, second)
    variance = np.diag(bread @ meat @ bread)
    if np.any(variance < 0):
        raise ValueError("The two-way clustered variance is negative here: too few judges or stimuli for this design.")
    return Coefficients(beta, np.sqrt(variance))


def _climb(x: Floats, y: Floats) -> Floats:
    """Return the maximum likelihood coefficients by iteratively reweighted least squares."""
    beta = np.zeros(x.shape[1])
    for _ in range(ROUNDS):
        rates = expit(x @ beta)
        information = (x * (rates * (1 - rates))[:, None]).T @ x
        if np.linalg.cond(information) > WORST_CONDITION:
            break
        step = np.linalg.solve(information, x.T @ (y - rates))
        beta = beta + step
        if float(np.abs(step).max()) < TOLERANCE:
            return beta
    raise ValueError("No finite coefficients: a column of the design follows from others, or predicts every verdict.")


def _multiply_paired_scores(scores: Floats, first: Ints, second: Ints) -> Floats:
    """Return the products of score sums over pairs of clusters; where no pair comes twice, rows are their own."""
    pair = first * (int(second.max(initial=0)) + 1) + second
    ordered = np.sort(pair)
    if np.any(ordered[1:] == ordered[:-1]):
        return _multiply_scores(scores, np.unique(pair, return_inverse=True)[1])
    products: Floats = scores.T @ scores
    return products


def _multiply_scores(scores: Floats, cluster: Ints) -> Floats:
    sums: Floats = np.stack([np.bincount(cluster, column) for column in scores.T], axis=1).astype(np.float64)
    return sums.T @ sums
