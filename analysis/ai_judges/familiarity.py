"""How familiar the words of an answer are: in how many other stimuli of the training rows they occur.

People's words are their own, a machine's come from a list; so that a word is new tells something that the word cannot.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Matrix = NDArray[np.float32]


def measure_familiarity(vocabulary: csr_matrix, groups: NDArray[np.int64], mask: Matrix) -> Matrix:
    """For each row the mean and the least of its words' log counts, and the share of its words that are new.

    A word is counted in stimuli, and a training row's own stimulus is not: a test row's is not among them either.
    Origins are not looked at.
    """
    rows, columns = vocabulary.nonzero()
    trained = mask[rows] > 0
    cells = np.unique(np.column_stack([groups[rows[trained]], columns[trained]]), axis=0)
    stimuli = np.bincount(cells[:, 1], minlength=vocabulary.shape[1])
    others = np.log1p(stimuli[columns] - trained)
    sizes = np.maximum(np.bincount(rows, minlength=len(mask)), 1)
    least = np.full(len(mask), np.inf)
    np.minimum.at(least, rows, others)
    mean, new = (np.bincount(rows, weights=values, minlength=len(mask)) / sizes for values in (others, others == 0))
    return np.column_stack([mean, np.where(np.isinf(least), 0, least), new]).astype(np.float32)
