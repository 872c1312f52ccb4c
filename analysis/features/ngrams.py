"""Groups of words and of letters counted once for all items, so that a fold only chooses among the columns."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.sparse import csr_matrix

WORD_PATTERN = r"(?u)\b\w+\b|[^\w\s]"  # signs are words too
BEGINNING, END = "\x02", "\x03"  # signs that no text has


def count_words(texts: Sequence[str]) -> csr_matrix:
    """Words and pairs of words, the beginning and the end counted as words, as logarithms of counts."""
    marked = [f"{BEGINNING} {text} {END}" if text.strip() else "" for text in texts]
    return _count(marked, token_pattern=WORD_PATTERN, ngram_range=(1, 2))


def find_words(texts: Sequence[str]) -> csr_matrix:
    """1 for each word that occurs in a text, however rare; columns are words."""
    if not any(text.strip() for text in texts):
        return csr_matrix((len(texts), 0), dtype=np.float32)
    from sklearn.feature_extraction.text import CountVectorizer

    return CountVectorizer(dtype=np.float32, token_pattern=WORD_PATTERN, binary=True).fit_transform(texts).tocsr()


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
