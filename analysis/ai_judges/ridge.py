"""Ridge classification for all folds at once: least squares on the origins with a penalty, solved by Lanczos's method.

For each training set r, with weights w and targets +1 (human) and -1, the dual problem is (W K W + p I) u = W y with
W = diag(sqrt(w)); the scores of all rows are K W u (Saunders et al. 1998; equal to the least-squares support vector
machine of Suykens and Vandewalle 1999 but for its intercept). One Krylov space serves every penalty p, and every
product with K serves all training sets, which is what makes ten folds cost little more than one.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh_tridiagonal

from analysis.ai_judges.blocks import Block, Matrix

PENALTIES = (16.0, 4.0, 1.0, 0.25)
STEPS = 40
ENOUGH = 1e-3  # of the least penalty's equations, the share of the right side that may be left over


def solve_ridge(
    blocks: Sequence[Block], *, targets: NDArray[np.float64], weights: Matrix, penalties: Sequence[float] = PENALTIES
) -> Matrix:
    """Scores of every row for each penalty and training set: shape (penalties, rows, sets); weight 0 is "left out"."""
    roots = np.sqrt(weights)
    start = (roots * targets[:, None]).astype(np.float32)
    sizes = np.linalg.norm(start, axis=0)
    images, diagonal, beside = _walk(blocks, roots, start / sizes, least=min(penalties))
    shares = np.empty((len(penalties), *diagonal.shape), dtype=np.float32)
    for column, size in enumerate(sizes):
        values, vectors = eigh_tridiagonal(diagonal[:, column], beside[:-1, column])
        for place, penalty in enumerate(penalties):
            shares[place, :, column] = size * (vectors @ (vectors[0] / (np.maximum(values, 0) + penalty)))
    scores = np.zeros((len(penalties), *weights.shape), dtype=np.float32)
    for step, image in enumerate(images):
        for place in range(len(penalties)):
            scores[place] += shares[place, step] * image
    return scores


def _walk(
    blocks: Sequence[Block], roots: Matrix, first: Matrix, *, least: float
) -> tuple[list[Matrix], NDArray[np.float64], NDArray[np.float64]]:
    """K W times each Krylov vector of W K W from `first`, and the tridiagonal matrices, a column a training set.

    It ends once what is left over of the equations with the penalty `least` is small: the product of the ratios of
    what stands beside the diagonal to the pivots (Paige and Saunders 1975).
    """
    images: list[Matrix] = []
    diagonal, beside = np.zeros((STEPS, first.shape[1])), np.zeros((STEPS, first.shape[1]))
    basis, pivots = [first], np.full(first.shape[1], np.inf)
    lengths, left = np.zeros(first.shape[1], dtype=np.float32), np.ones(first.shape[1])
    for step in range(STEPS):
        images.append(sum((block.multiply(roots * basis[-1]) for block in blocks), np.zeros_like(first)))
        rest = roots * images[-1]
        diagonal[step] = np.einsum("nr,nr->r", basis[-1], rest)
        for known in [*basis, *basis]:  # twice is enough to stay orthogonal (Parlett 1980); without, steps are lost
            rest -= np.einsum("nr,nr->r", known, rest) * known
        pivots = diagonal[step] + least - lengths.astype(float) ** 2 / pivots
        lengths = np.linalg.norm(rest, axis=0)
        left = left * lengths / pivots
        if (left < ENOUGH).all():
            break
        lengths = beside[step] = np.where(left < ENOUGH, 0, lengths)
        basis.append(np.divide(rest, lengths, out=np.zeros_like(rest), where=lengths > 0))
    return images, diagonal[: step + 1], beside[: step + 1]
