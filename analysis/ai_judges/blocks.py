"""Blocks of features as linear operators, each column of a problem with its own preprocessing.

A problem's columns are training sets: fold by fold, and fold by fold without a part to calibrate on. A block gives
K V, where column r of V is multiplied by the kernel matrix as it is when counts are weighed, or numbers standardized,
on the training rows of column r alone. So preprocessing stays inside the fold, and yet all folds share every product.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Matrix = NDArray[np.float32]

FEWEST_ITEMS = 2  # a column of counts says nothing below that
FAR = 3.0  # standard deviations at which a measure is cut off


class Block(Protocol):
    """Features seen through their kernel."""

    def multiply(self, v: Matrix) -> Matrix:
        """K_r v_r for every column r."""


class Constant:
    """The intercept: a feature that is 1 everywhere."""

    def multiply(self, v: Matrix) -> Matrix:
        """The sum of each column, in every row."""
        return np.broadcast_to(v.sum(axis=0), v.shape)


class TfIdf:
    """Counts weighed by inverse document frequency in the training rows, each row then of length 1 (Salton 1988)."""

    def __init__(self, counts: csr_matrix, masks: Matrix) -> None:
        present = counts.copy()
        present.data = np.ones_like(present.data)
        frequency = present.T @ masks
        idf = np.log((1 + masks.sum(axis=0)) / (1 + frequency)) + 1
        self._squares = np.where(frequency >= FEWEST_ITEMS, idf**2, 0).astype(np.float32)
        self._counts, self._turned = counts, counts.T.tocsr()
        lengths = np.sqrt(counts.multiply(counts).tocsr() @ self._squares)
        self._scale = np.divide(1, lengths, out=np.zeros_like(lengths), where=lengths > 0)

    def multiply(self, v: Matrix) -> Matrix:
        """Through the columns of counts and back."""
        product: Matrix = self._scale * (self._counts @ (self._squares * (self._turned @ (self._scale * v))))
        return product


class Standardized:
    """Many dense numbers, each of mean 0 and variance 1 in the training rows, without a copy for each column."""

    def __init__(self, values: Matrix, masks: Matrix) -> None:
        values = values - values.mean(axis=0)  # no information, only precision: means are taken out again below
        self._values, total = values.astype(np.float32), masks.sum(axis=0)
        self._means = (self._values.T @ masks) / total
        variance = (self._values**2).T @ masks / total - self._means**2
        size = max(int((variance > 1e-9).any(axis=1).sum()), 1)
        self._weights = np.divide(1, variance * size, out=np.zeros_like(variance), where=variance > 1e-9)

    def multiply(self, v: Matrix) -> Matrix:
        """Through the standardized numbers and back, the means kept apart."""
        inner = self._weights * (self._values.T @ v - self._means * v.sum(axis=0))
        product: Matrix = self._values @ inner - (self._means * inner).sum(axis=0)
        return product


class Shaped:
    """Few dense numbers: standardized, cut off, and their squares beside them, so that a middle can be human."""

    def __init__(self, values: Matrix | Sequence[Matrix], masks: Matrix) -> None:
        """`values` are the same for all columns, or one matrix for each."""
        given = [values] * masks.shape[1] if isinstance(values, np.ndarray) else values
        self._columns = [_shape(one, mask) for one, mask in zip(given, masks.T, strict=True)]

    def multiply(self, v: Matrix) -> Matrix:
        """Through each column's own numbers and back."""
        return np.column_stack([z @ (z.T @ v[:, column]) for column, z in enumerate(self._columns)])


def _shape(values: Matrix, mask: Matrix) -> Matrix:
    chosen = values[mask > 0]
    mean, spread = chosen.mean(axis=0), chosen.std(axis=0)
    varies = spread > 1e-6
    z = np.clip((values[:, varies] - mean[varies]) / spread[varies], -FAR, FAR)
    shaped = np.hstack([z, z**2 - 1]) / np.sqrt(max(2 * varies.sum(), 1))
    return np.asarray(shaped, dtype=np.float32)
