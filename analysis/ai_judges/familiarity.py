"""How familiar the words of an answer are: in how many other stimuli of the training rows they occur.

People's words are their own, a machine's come from a list; so that a word is new tells something that the word cannot.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Matrix = NDArray[np.float32]


def measure_familiarity(vocabulary: csr_matrix, groups: NDArray[np.int64], masks: Matrix) -> list[Matrix]:
    """For each column of `masks` a matrix: mean and least log count of a row's words, and the share of new ones.

    A word is counted in stimuli, and a training row's own stimulus is not: a test row's is not among them either.
    Origins are not looked at.
    """
    rows, words = vocabulary.nonzero()
    cells, cell = np.unique(groups[rows] * vocabulary.shape[1] + words, return_inverse=True)
    word_of_cell = cells % max(vocabulary.shape[1], 1)
    sizes = np.maximum(np.bincount(rows, minlength=len(masks)), 1)
    found = []
    for mask in masks.T:
        trained = mask[rows] > 0
        known = np.bincount(cell[trained], minlength=len(cells)) > 0
        stimuli = np.bincount(word_of_cell[known], minlength=vocabulary.shape[1])
        others = np.log1p(stimuli[words] - trained)
        found.append(_summarize(others, rows, sizes))
    return found


def _summarize(others: NDArray[np.float64], rows: NDArray[np.int64], sizes: NDArray[np.int64]) -> Matrix:
    """Mean, least and share of zeros of each row's values; zeros for a row without any."""
    least = np.full(len(sizes), np.inf)
    np.minimum.at(least, rows, others)
    mean, new = (np.bincount(rows, weights=values, minlength=len(sizes)) / sizes for values in (others, others == 0))
    return np.column_stack([mean, np.where(np.isinf(least), 0, least), new]).astype(np.float32)
