"""The Laplace approximation of a logistic model with two crossed random effects: its value and its slope."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.sparse import csr_matrix
from scipy.special import expit

from analysis.stats.clusters import Floats, Ints

ROUNDS, HALVINGS, TOLERANCE = 60, 20, 1e-10
BLOCK_CELLS = 1 << 22


@dataclass(frozen=True, slots=True, eq=False)
class Factor:
    """The Cholesky parts of H = Z'WZ + I: diagonal for the larger effect, dense (Schur) for the smaller one."""

    diagonal: Floats
    cross: csr_matrix
    schur: tuple[Floats, bool]

    def solve(self, first: Floats, second: Floats) -> tuple[Floats, Floats]:
        """Return H^-1 times a vector, each in its two parts."""
        small: Floats = cho_solve(self.schur, second - self.cross.T @ (first / self.diagonal))
        return (first - self.cross @ small) / self.diagonal, small

    def find_log_determinant(self) -> float:
        """Return log |H|."""
        return float(np.log(self.diagonal).sum() + 2 * np.log(np.diag(self.schur[0])).sum())


class CrossedLaplace:
    """-log likelihood of y | first, second with eta = x beta + sd1 u1[first] + sd2 u2[second] and u ~ N(0, 1).

    L = f(u) + log|H| / 2 at the u that minimizes f = -log p(y | u) + |u|^2 / 2, with H = f'' (lme4's nAGQ = 1).
    """

    def __init__(self, y: Floats, x: Floats, *, first: Ints, second: Ints) -> None:
        order = np.argsort(first, kind="stable")
        self.y, self.x, self.first, self.second = y[order], x[order], first[order], second[order]
        self.sizes = int(first.max()) + 1, int(second.max()) + 1
        self.mode = np.zeros(self.sizes[0]), np.zeros(self.sizes[1])

    def find_value_and_slope(self, point: Floats) -> tuple[float, Floats]:
        """Return L and its gradient at (sd1, sd2, beta)."""
        sds, u = point[:2], self._find_mode(point)
        rates = expit(self._find_eta(point, u))
        w, residual = rates * (1 - rates), rates - self.y
        factor = self.factorize(w, sds)
        own, shared, other = self._find_inverse_entries(factor)
        own_slope, other_slope = sds[0] * own + sds[1] * shared, sds[0] * shared + sds[1] * other
        # What a change of each row's eta does to log|H| / 2, and through the mode u back to it.
        pull = 0.5 * w * (1 - 2 * rates) * (sds[0] * own_slope + sds[1] * other_slope)
        v = factor.solve(sds[0] * self.sum_by(pull, 0), sds[1] * self.sum_by(pull, 1))
        total = residual + pull - w * (sds[0] * v[0][self.first] + sds[1] * v[1][self.second])
        slope = [
            total @ u[0][self.first] + w @ own_slope - residual @ v[0][self.first],
            total @ u[1][self.second] + w @ other_slope - residual @ v[1][self.second],
        ]
        value = self.find_penalized(point, u) + factor.find_log_determinant() / 2
        return value, np.concatenate([slope, self.x.T @ total])

    def find_linear_predictor(self, point: Floats) -> Floats:
        """Return eta of every row at the mode."""
        return self._find_eta(point, self._find_mode(point))

    def _find_mode(self, point: Floats) -> tuple[Floats, Floats]:
        """Return the u that minimizes f, by Newton's method, from where it was last found.

        The step after the last gain worth having is still taken: log|H| feels an error of u that f does not.
        """
        u = self.mode
        for _ in range(ROUNDS):
            rates = expit(self._find_eta(point, u))
            factor = self.factorize(rates * (1 - rates), point[:2])
            down = [point[k] * self.sum_by(self.y - rates, k) - u[k] for k in (0, 1)]
            step = factor.solve(down[0], down[1])
            gain = float(down[0] @ step[0] + down[1] @ step[1])
            u = self._step(point, u, step, halvings=0 if gain < TOLERANCE else HALVINGS)
            if gain < TOLERANCE:
                break
        self.mode = u
        return u

    def _step(
        self, point: Floats, u: tuple[Floats, Floats], step: tuple[Floats, Floats], *, halvings: int
    ) -> tuple[Floats, Floats]:
        """Return u + step, or that with the step halved until f falls, at most `halvings` times."""
        value, size = self.find_penalized(point, u) if halvings else np.inf, 1.0
        for _ in range(halvings):
            if self.find_penalized(point, (u[0] + size * step[0], u[1] + size * step[1])) <= value:
                break
            size /= 2
        return u[0] + size * step[0], u[1] + size * step[1]

    def _find_eta(self, point: Floats, u: tuple[Floats, Floats]) -> Floats:
        effects = point[0] * u[0][self.first] + point[1] * u[1][self.second]
        eta: Floats = self.x @ point[2:] + effects
        return eta

    def find_penalized(self, point: Floats, u: tuple[Floats, Floats]) -> float:
        """Return f(u) at this point."""
        eta = self._find_eta(point, u)
        return float(np.logaddexp(0, eta).sum() - self.y @ eta + (u[0] @ u[0] + u[1] @ u[1]) / 2)

    def factorize(self, w: Floats, sds: Floats) -> Factor:
        """Return the parts of H for the weights `w` of the rows."""
        diagonal = sds[0] ** 2 * self.sum_by(w, 0) + 1
        cross = csr_matrix((sds[0] * sds[1] * w, (self.first, self.second)), shape=self.sizes)
        schur = -(cross.T @ cross.multiply(1 / diagonal[:, None])).toarray()
        schur[np.diag_indices_from(schur)] += sds[1] ** 2 * self.sum_by(w, 1) + 1
        return Factor(diagonal, cross, cho_factor(schur, lower=True))

    def _find_inverse_entries(self, factor: Factor) -> tuple[Floats, Floats, Floats]:
        """Return for every row the entries of H^-1 at (first, first), (first, second) and (second, second)."""
        inverse = cho_solve(factor.schur, np.eye(self.sizes[1]))
        own, shared = 1 / factor.diagonal, np.empty(len(self.y))
        block = max(1, BLOCK_CELLS // self.sizes[1])
        for start in range(0, self.sizes[0], block):
            part = factor.cross[start : start + block]
            scaled = (part @ inverse) / factor.diagonal[start : start + block, None]
            own[start : start + block] += (
                np.asarray(part.multiply(scaled).sum(axis=1)).ravel() / (factor.diagonal[start : start + block])
            )
            rows = slice(*np.searchsorted(self.first, [start, start + block]))
            shared[rows] = -scaled[self.first[rows] - start, self.second[rows]]
        return own[self.first], shared, np.diag(inverse)[self.second]

    def sum_by(self, values: Floats, effect: int) -> Floats:
        """Return sums of a value per row over the levels of the first (0) or second (1) effect."""
        codes = (self.first, self.second)[effect]
        sums: Floats = np.bincount(codes, values, minlength=self.sizes[effect]).astype(np.float64, copy=False)
        return sums
