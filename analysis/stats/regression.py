"""Logistic regression whose standard errors know that judgements share a judge, a stimulus or both."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from analysis.stats.clusters import Codes, Floats, compact, has_repeats, join_codes

ROUNDS, TOLERANCE, WORST_CONDITION = 50, 1e-10, 1e14


class Why(StrEnum):
    """Why there are no coefficients."""

    NEGATIVE = "The two-way clustered variance is negative here: too few judges or stimuli for this design."
    SEPARATED = "No finite coefficients: a column of the design follows from others, or predicts every verdict."
    FEW = "The slope needs two judges and two stimuli, and verdicts that differ."


class NoCoefficients(ValueError):
    """A regression that cannot be had, for this reason."""

    def __init__(self, why: Why) -> None:
        super().__init__(str(why))
        self.why = why


@dataclass(frozen=True, slots=True, eq=False)
class Coefficients:
    """Log odds ratios and their standard errors, one entry for each column of the design."""

    beta: Floats
    error: Floats


def fit_clustered_logit(
    y: NDArray[Any], design: Floats, *, judge: Codes, stimulus: Codes | None = None, line: Codes | None = None
) -> Coefficients:
    """Fit P(y = 1) = expit(design @ beta), errors clustered by judge, or by judge and stimulus where that is given.

    `design` has a line of K for each judgement, with its own column of ones; where many judgements share a line, `line`
    says which each has. B = X'WX, V = B^-1 (M_judge + M_stimulus - M_both) B^-1, with M the sum over clusters of score
    products, no small-sample factor (HC0): Cameron, Gelbach & Miller (2011).
    """
    lines = np.arange(len(y)) if line is None else line
    x = np.asarray(design, dtype=np.float64)
    right = np.bincount(lines, y, minlength=len(design)).astype(np.float64)
    n = np.bincount(lines, minlength=len(design)).astype(np.float64)
    beta = _climb(x, right, n)
    rates = expit(x @ beta)
    bread = np.linalg.inv((x * (n * rates * (1 - rates))[:, None]).T @ x)
    scores = _Scores(np.asarray(y) - rates[lines], x, lines)
    first = compact(judge)
    meat = scores.multiply(first)
    if stimulus is not None:
        second = compact(stimulus)
        meat = meat + scores.multiply(second) - scores.multiply(_number_pairs(first, second))
    variance = np.diag(bread @ meat @ bread)
    if np.any(variance < 0):
        raise NoCoefficients(Why.NEGATIVE)
    return Coefficients(beta, np.sqrt(variance))


def _climb(x: Floats, right: Floats, n: Floats) -> Floats:
    """Return the maximum likelihood coefficients by iteratively reweighted least squares; `right` of `n` a line."""
    beta = np.zeros(x.shape[1])
    for _ in range(ROUNDS):
        rates = expit(x @ beta)
        information = (x * (n * rates * (1 - rates))[:, None]).T @ x
        if np.linalg.cond(information) > WORST_CONDITION:
            break
        step = np.linalg.solve(information, x.T @ (right - n * rates))
        beta = beta + step
        if float(np.abs(step).max()) < TOLERANCE:
            return beta
    raise NoCoefficients(Why.SEPARATED)


def _number_pairs(first: Codes, second: Codes) -> Codes | None:
    """Return a number for each pair of clusters; None where no pair comes twice, so that each row is its own."""
    if not has_repeats(first, second):
        return None
    return np.unique(join_codes(first, (second, int(second.max()) + 1)), return_inverse=True)[1]


@dataclass(frozen=True, slots=True, eq=False)
class _Scores:
    """What each judgement says of the coefficients: its residual times its line of the design."""

    residuals: Floats
    design: Floats
    lines: Codes

    def multiply(self, cluster: Codes | None) -> Floats:
        """Return the K x K products of the scores' sums over clusters; without any, of the single scores."""
        if cluster is None:
            squares = np.bincount(self.lines, self.residuals**2, minlength=len(self.design))
            products: Floats = (self.design * squares[:, None]).T @ self.design
            return products
        columns = [np.bincount(cluster, self.residuals * column[self.lines]) for column in self.design.T]
        sums: Floats = np.stack(columns, axis=1).astype(np.float64)
        return sums.T @ sums
