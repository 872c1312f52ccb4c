"""Sums over judges and over stimuli, in one pass: what the variance of any comparison of rates is made from."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.integer[Any]]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Ints32 = NDArray[np.int32]

BLOCK_CELLS = 1 << 20  # counts of one block: few enough to stay near the processor
CHUNK_ROWS = 1 << 20  # rows that are counted at once: numpy widens them to eight bytes each
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
    y: NDArray[Any],
    *,
    group: NDArray[Any],
    judge: Codes,
    stimulus: Codes,
    groups: int | None = None,
    repeats: bool = True,
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
    one = np.zeros(len(rows), dtype=np.int8)
    totals = sum_counts(one, group=kinds, y=rows, groups=total, least=1)[0]
    n = totals.sum(axis=1)
    rates = totals[:, 1] / np.maximum(n, 1)
    by_judge, judges = _sum_products(judge, group=kinds, y=rows, rates=rates)
    by_stimulus, stimuli = _sum_products(stimulus, group=kinds, y=rows, rates=rates)
    by_pair = np.diag(rates * (1 - rates) * n)
    if repeats:
        by_pair = by_pair + _find_repeated_products(judge, stimulus, group=kinds, y=rows, rates=rates)
    return ClusteredRates(n, rates, judges, stimuli, by_judge, by_stimulus, by_pair)


def compact(codes: Codes) -> Codes:
    """Return codes numbered from 0 without gaps, in their order: no sum then depends on how a database numbers."""
    dense = _integers(codes)
    if len(dense) and int(dense.max()) > 2 * len(dense) + 1024:
        return np.unique(dense, return_inverse=True)[1]
    is_there = np.bincount(dense) > 0
    return dense if is_there.all() else (np.cumsum(is_there) - 1)[dense]


def join_codes(first: Codes, *others: tuple[Codes, int]) -> Codes:
    """Return one code for each combination of codes, in four bytes where they hold it; the others with their sizes."""
    size = (int(first.max(initial=0)) + 1) * math.prod(size for _, size in others)
    joined: Codes = first.astype(np.int32 if size <= np.iinfo(np.int32).max else np.int64)
    for codes, size in others:
        np.multiply(joined, size, out=joined)
        np.add(joined, codes, out=joined, casting="unsafe")
    return joined


def count_blocks(cluster: Codes, *, group: Codes, y: Codes, groups: int) -> Iterator[Ints]:
    """Yield counts [cluster, group, verdict] of clusters 0, 1, ..., block by block, each small enough to stay near.

    Rows that do not come cluster by cluster are sorted first where there are several blocks.
    """
    size, cells = int(cluster.max(initial=-1)) + 1, 2 * groups
    width = max(1, size if size * cells <= DIRECT_CELLS else BLOCK_CELLS // max(cells, 1))
    starts = range(0, size, width)
    keys = None
    if len(starts) > 1 and np.any(cluster[1:] < cluster[:-1]):
        keys = join_codes(cluster, (group, groups), (y, 2))
        keys.sort()
    order, scale = (cluster, 1) if keys is None else (keys, cells)
    edges = [0, *np.searchsorted(order, np.array(starts[1:], dtype=order.dtype) * scale).tolist(), len(cluster)]
    for start, first, last in zip(starts, edges[:-1], edges[1:], strict=False):
        counts = np.zeros(min(width, size - start) * cells, dtype=np.int64)
        for at in range(first, last, CHUNK_ROWS):
            rows = slice(at, min(at + CHUNK_ROWS, last))
            found = join_codes(cluster[rows], (group[rows], groups), (y[rows], 2)) if keys is None else keys[rows]
            counts += np.bincount(found - start * cells, minlength=len(counts))
        yield counts.reshape(-1, groups, 2)


def sum_counts(cluster: Codes, *, group: Codes, y: Codes, groups: int, least: int = 0) -> Ints32:
    """Return all counts [cluster, group, verdict] in one table of four bytes each, of `least` clusters at least."""
    size = max(int(cluster.max(initial=-1)) + 1, least)
    table, start = np.zeros((size, groups, 2), dtype=np.int32), 0
    for counts in count_blocks(cluster, group=group, y=y, groups=groups):
        table[start : start + len(counts)] = counts
        start += len(counts)
    return table


def has_repeats(judge: Codes, stimulus: Codes) -> bool:
    """Whether a pair of judge and stimulus, both numbered by `compact`, comes more than once."""
    pairs = join_codes(judge, (stimulus, int(stimulus.max(initial=0)) + 1))
    pairs.sort()
    return bool(np.any(pairs[1:] == pairs[:-1]))


def _sum_products(cluster: Codes, *, group: Codes, y: Codes, rates: Floats) -> tuple[Floats, Ints]:
    """Return the G x G products of residual sums over clusters, and in how many clusters each group has rows."""
    products, present = np.zeros((len(rates), len(rates))), np.zeros(len(rates), dtype=np.int64)
    for counts in count_blocks(cluster, group=group, y=y, groups=len(rates)):
        total = counts[..., 0] + counts[..., 1]
        residual = counts[..., 1] - rates * total
        products += residual.T @ residual
        present += np.count_nonzero(total, axis=0)
    return products, present


def _find_repeated_products(judge: Codes, stimulus: Codes, *, group: Codes, y: Codes, rates: Floats) -> Floats:
    """Return what pairs of judge and stimulus with several rows add to the sum of squared single residuals."""
    if not has_repeats(judge, stimulus):
        return np.zeros((len(rates), len(rates)))
    key = join_codes(judge, (stimulus, int(stimulus.max(initial=0)) + 1), (group, len(rates)), (y, 2))
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


def check_rows(y: NDArray[Any], codes: tuple[NDArray[Any], ...], *, names: str) -> tuple[Codes, tuple[Codes, ...]]:
    """Return judgements and their codes as whole numbers, or say what is wrong with them.

    They stay as narrow as they are given: who multiplies them does so by `join_codes`.
    """
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


def _integers(values: NDArray[Any]) -> Codes:
    given = np.asarray(values)
    if given.dtype == np.bool_:
        return given.view(np.int8)
    return given if given.dtype.kind == "i" else given.astype(np.int64)
