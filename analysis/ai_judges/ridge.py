"""Ridge classification for all folds at once: least squares on the origins with a penalty, solved by Lanczos's method.

For each training set r, with weights w and targets +1 (human) and -1, the dual problem is (W K W + p I) u = W y with
W = diag(sqrt(w)); the scores of all rows are K W u (Saunders et al. 1998; equal to the least-squares support vector
machine of Suykens and Vandewalle 1999 but for its intercept). One Krylov basis serves every penalty p, and every
product with K serves all training sets, which is what makes ten folds cost little more than one.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh_tridiagonal

from analysis.ai_judges.blocks import Block, Matrix

PENALTIES = (16.0, 4.0, 1.0, 0.25)
STEPS = 40
ENOUGH = 1e-5


def solve_ridge(
    blocks: Sequence[Block], *, targets: NDArray[np.float64], weights: Matrix, penalties: Sequence[float] = PENALTIES
) -> Matrix:
    """Scores of every row for each penalty and training set: shape (penalties, rows, sets); weight 0 is "left out"."""
    roots = np.sqrt(weights)
    start = (roots * targets[:, None]).astype(np.float32)
    sizes = np.linalg.norm(start, axis=0)
    basis, images, diagonal, beside = _walk(blocks, roots, start / sizes)
    steps = len(basis)
    scores = np.empty((len(penalties), *weights.shape), dtype=np.float32)
    for column in range(weights.shape[1]):
        values, vectors = eigh_tridiagonal(diagonal[:steps, column], beside[: steps - 1, column])
        for place, penalty in enumerate(penalties):
            shares = sizes[column] * (vectors @ (vectors[0] / (np.maximum(values, 0) + penalty)))
            scores[place, :, column] = np.tensordot(shares.astype(np.float32), images[:, :, column], axes=1)
    return scores


def _walk(
    blocks: Sequence[Block], roots: Matrix, first: Matrix
) -> tuple[Matrix, Matrix, NDArray[np.float64], NDArray[np.float64]]:
    """The orthonormal Krylov basis of W K W from `first`, K W times it, and the tridiagonal matrix, set by set."""
    rows, sets = first.shape
    basis, images = (np.zeros((STEPS, rows, sets), dtype=np.float32) for _ in range(2))
    diagonal, beside = (np.zeros((STEPS, sets)) for _ in range(2))
    basis[0] = first
    step = 0
    while True:
        image = images[step] = sum((block.multiply(roots * basis[step]) for block in blocks), np.zeros_like(first))
        rest = roots * image
        diagonal[step] = np.einsum("nr,nr->r", basis[step], rest)
        for _ in range(2):  # twice is enough to stay orthogonal (Parlett 1980)
            shares = np.einsum("knr,nr->kr", basis[: step + 1], rest)
            rest = rest - np.einsum("knr,kr->nr", basis[: step + 1], shares)
        lengths = np.linalg.norm(rest, axis=0)
        if step + 1 == STEPS or (lengths < ENOUGH).all():
            return basis[: step + 1], images[: step + 1], diagonal, beside
        beside[step] = np.where(lengths < ENOUGH, 0, lengths)
        step += 1
        basis[step] = np.divide(rest, lengths, out=np.zeros_like(rest), where=lengths >= ENOUGH)
