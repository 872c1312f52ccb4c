"""Agents in the order of a leaderboard, and how sure their places are."""

from collections.abc import Sequence

import numpy as np

from analysis.stats.clusters import Floats, Ints
from analysis.stats.intervals import Interval


def rank_agents(gaps: Sequence[Interval]) -> list[int]:
    """Return the places in `gaps` from best to worst by the lower bound of the gap; without a bound, last."""
    lows = [-np.inf if gap.low is None else gap.low for gap in gaps]
    return sorted(range(len(gaps)), key=lows.__getitem__, reverse=True)


def find_rank_ends(drawn: Floats, *, level: float = 0.95) -> tuple[Ints, Ints]:
    """Return the lowest and highest rank (1 = best) of each agent from bootstrapped gaps, shape (repeats, agents).

    The percentile interval of ranks (Goldstein & Spiegelhalter 1996); ties share their best rank. Draws where an agent
    has no value are left out.
    """
    from scipy.stats import rankdata

    whole = drawn[~np.isnan(drawn).any(axis=1)]
    if not len(whole):
        raise ValueError("No draw has a value for every agent; give draws of more judges.")
    ranks = rankdata(-whole, method="min", axis=1)
    low = np.quantile(ranks, (1 - level) / 2, axis=0, method="lower")
    high = np.quantile(ranks, (1 + level) / 2, axis=0, method="higher")
    return low.astype(np.int64), high.astype(np.int64)


def correlate_ranks(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return the rank correlation of two values of each agent (Spearman 1904), ties at their mean rank.

    None where all values of one kind are alike.
    """
    from scipy.stats import spearmanr

    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    return float(spearmanr(first, second).statistic)
