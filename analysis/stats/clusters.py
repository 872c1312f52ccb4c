"""Sums over judges and over stimuli, in one pass: what the variance of any comparison of rates is made from."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.integer[Any]]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

BLOCK_CELLS = 1 << 20  # counts of one block: few enough to stay near the processor
DIRECT_CELLS = 1 << 21  # up to so many are counted at once, in whatever order the rows come
RELATIVE_ZERO = 1e-10  # below this share of the independent variance, a variance is rounding


@dataclass(frozen=True, slots=True, eq=False)
class ClusteredRates:
    """Rates of G groups of judgements and the products of their residuals, summed by judge, stimulus and pair.

    With e = y - rate of its group and E_g(c) the sum of e over the rows of group g in cluster c, `by_judge[g, h]` is
    the sum over judges of E_g E_h; likewise by stimulus and by (judge, stimulus) pair. The others have shape (G,).
    """

    n: Ints
    rates: Floats
    judges: Ints
    stimuli: Ints
    by_judge: Floats
    by_stimulus: Floats
    by_pair: Floats

    def find_variance(self, weights: dict[int, float]) -> float:
        """Return the two-way clustered variance of the sum of weight * rate over the groups named.

        V = max(Vj + Vs - Vi, Vj, Vs) with each residual scaled by weight / n of its group, so that judges and stimuli
        shared by groups cancel. Cameron, Gelbach & Miller (2011); the maximum keeps V above that of either cluster.
        """
        groups = np.fromiter(weights, dtype=np.int64)
        scale = np.array([weights[int(g)] / self.n[g] for g in groups])
        block = np.ix_(groups, groups)
        vj, vs, vi = (float(scale @ gram[block] @ scale) for gram in (self.by_judge, self.by_stimulus, self.by_pair))
        variance = max(vj + vs - vi, vj, vs)
        independent = float(np.sum(scale**2 * (self.rates * (1 - self.rates) * self.n)[groups]))
        return variance if variance > RELATIVE_ZERO * independent else 0.0


def count_clusters(
    y: NDArray[Any], *, group: Codes, judge: Codes, stimulus: Codes, groups: int | None = None, repeats: bool = True
) -> ClusteredRates:
    """Sum up judgements `y` (1 = judged human), each of a group, a judge and a stimulus (codes from 0; ids work too).

    `repeats=False` is the caller's word that no judge judged a stimulus twice; it saves looking for such pairs, which a
    conversation (two judgements a trial) has.
    """
    rows, (kinds, judge, stimulus) = check_rows(y, (group, judge, stimulus), names="groups, judges, stimuli")
    total = int(kinds.max(initial=-1)) + 1 if groups is None else groups
    if kinds.max(initial=0) >= max(total, 1):
        raise ValueError(f"A group is {kinds.max()}; with {total} groups the codes go from 0 to {total - 1}.")
    judge, stimulus = compact(judge), compact(stimulus)
    totals = np.bincount(kinds * 2 + rows, minlength=2 * total).reshape(-1, 2)
    n = totals.sum(axis=1)
    rates = totals[:, 1] / np.maximum(n, 1)
    by_judge, judges = _sum_products(judge, group=kinds, y=rows, rates=rates)
    by_stimulus, stimuli = _sum_products(stimulus, group=kinds, y=rows, rates=rates)
    by_pair = np.diag(rates * (1 - rates) * n)
    if repeats:
        by_pair = by_pair + _find_repeated_products(judge, stimulus, group=kinds, y=rows, rates=rates)
    return ClusteredRates(n, rates, judges, stimuli, by_judge, by_stimulus, by_pair)


def compact(codes: Codes) -> Ints:
    """Return codes numbered from 0 without gaps, in their order: no sum then depends on how a database numbers."""
    dense = _integers(codes)
    if len(dense) and int(dense.max()) > 2 * len(dense) + 1024:
        return np.unique(dense, return_inverse=True)[1]
    is_there = np.bincount(dense) > 0
    return dense if is_there.all() else (np.cumsum(is_there) - 1)[dense]


def _sum_products(cluster: Ints, *, group: Ints, y: Ints, rates: Floats) -> tuple[Floats, Ints]:
    """Return the G x G products of residual sums over clusters, and in how many clusters each group has rows.

    Many clusters are counted block by block, each block small enough to stay near the processor.
    """
    size, cells = int(cluster.max(initial=-1)) + 1, 2 * len(rates)
    key = (cluster * len(rates) + group) * 2 + y
    width = max(1, size if size * cells <= DIRECT_CELLS else BLOCK_CELLS // max(cells, 1))
    if size > width and np.any(cluster[1:] < cluster[:-1]):
        key.sort()
    starts = range(0, size, width)
    edges = [0, *np.searchsorted(key, np.array(starts[1:], dtype=np.int64) * cells).tolist(), len(key)]
    products, present = np.zeros((len(rates), len(rates))), np.zeros(len(rates), dtype=np.int64)
    for start, first, last in zip(starts, edges[:-1], edges[1:], strict=False):
        length = min(width, size - start) * cells
        counts = np.bincount(key[first:last] - start * cells, minlength=length).reshape(-1, len(rates), 2)
        total = counts[..., 0] + counts[..., 1]
        residual = counts[..., 1] - rates * total
        products += residual.T @ residual
        present += np.count_nonzero(total, axis=0)
    return products, present


def _find_repeated_products(judge: Ints, stimulus: Ints, *, group: Ints, y: Ints, rates: Floats) -> Floats:
    """Return what pairs of judge and stimulus with several rows add to the sum of squared single residuals."""
    pairs = judge * (int(stimulus.max(initial=0)) + 1) + stimulus
    ordered = np.sort(pairs)
    if not np.any(ordered[1:] == ordered[:-1]):
        return np.zeros((len(rates), len(rates)))
    key = (pairs * len(rates) + group) * 2 + y
    key.sort()
    pair = key // (2 * max(len(rates), 1))
    again = pair[1:] == pair[:-1]
    shared = np.append(again, False) | np.append(False, again)
    key, pair = key[shared], pair[shared]
    group, y = key // 2 % len(rates), key % 2
    place = np.cumsum(np.append(False, pair[1:] != pair[:-1]))
    products, _ = _sum_products(place, group=group, y=y, rates=rates)
    squares = (y - rates[group]) ** 2
    return products - np.diag(np.bincount(group, squares, minlength=len(rates)))


def check_rows(y: NDArray[Any], codes: tuple[NDArray[Any], ...], *, names: str) -> tuple[Ints, tuple[Ints, ...]]:
    """Return judgements and their codes as whole numbers, or say what is wrong with them."""
    rows, whole = _integers(y), tuple(_integers(code) for code in codes)
    lengths = [len(code) for code in whole]
    if any(length != len(rows) for length in lengths):
        raise ValueError(f"There are {len(rows)} judgements but {lengths} {names}; give one of each a judgement.")
    if len(rows) and (rows.min() < 0 or rows.max() > 1):
        raise ValueError(f"Judgements go from {rows.min()} to {rows.max()}; each must be 1 (human) or 0 (AI).")
    lowest = min((int(code.min()) for code in whole if len(code)), default=0)
    if lowest < 0:
        raise ValueError(f"One of the {names} is {lowest}; codes are 0 or more, so leave missing ones out.")
    return rows, whole


def _integers(values: NDArray[Any]) -> Ints:
    return np.asarray(values).astype(np.int64, copy=False)
