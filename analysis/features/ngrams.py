"""Groups of words and of letters counted once for all items, so that a fold only chooses among the columns."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix

WORD_PATTERN = r"(?u)\b\w+\b|[^\w\s]"  # signs are words too


def count_words(texts: Sequence[str]) -> csr_matrix:
    """Words and pairs of words, as logarithms of counts."""
    return _count(texts, token_pattern=WORD_PATTERN, ngram_range=(1, 2))


def count_letters(texts: Sequence[str]) -> csr_matrix:
    """Groups of one to four signs, case and all, as logarithms of counts."""
    return _count(texts, analyzer="char", ngram_range=(1, 4), lowercase=False)


def _count(texts: Sequence[str], **rules: Any) -> csr_matrix:
    """1 + log of each count; columns that occur in one item only could teach nothing and are left out."""
    if not any(text.strip() for text in texts):
        return csr_matrix((len(texts), 0), dtype=np.float32)
    from sklearn.feature_extraction.text import CountVectorizer

    counts = CountVectorizer(dtype=np.float32, **rules).fit_transform(texts).tocsr()
    counts.data = 1 + np.log(counts.data)
    return counts[:, np.flatnonzero(counts.getnnz(axis=0) > 1)]
