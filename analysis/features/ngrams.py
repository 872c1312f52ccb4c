"""Groups of words and of letters counted once for all items, so that a fold only chooses among the columns."""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import CountVectorizer

WORD_PATTERN = r"(?u)\b\w+\b|[^\w\s]"  # signs are words too


def count_words(texts: Sequence[str]) -> csr_matrix:
    """Words and pairs of words, as logarithms of counts."""
    return _count(CountVectorizer(token_pattern=WORD_PATTERN, ngram_range=(1, 2), dtype=np.float32), texts)


def count_letters(texts: Sequence[str]) -> csr_matrix:
    """Groups of one to four signs, case and all, as logarithms of counts."""
    rule = CountVectorizer(analyzer="char", ngram_range=(1, 4), lowercase=False, dtype=np.float32)
    return _count(rule, texts)


def _count(rule: CountVectorizer, texts: Sequence[str]) -> csr_matrix:
    """1 + log of each count; columns that occur in one item only could teach nothing and are left out."""
    if not any(text.strip() for text in texts):
        return csr_matrix((len(texts), 0), dtype=np.float32)
    counts = rule.fit_transform(texts).tocsr()
    counts.data = 1 + np.log(counts.data)
    return counts[:, np.flatnonzero(counts.getnnz(axis=0) > 1)]
