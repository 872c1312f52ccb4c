"""Tests of differences: judges' labels permuted, paired verdicts, exact tests of one rate, and many claims at once."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import chdtrc

from analysis.stats.clusters import Codes, Floats, Ints, check_rows, compact, sum_counts


@dataclass(frozen=True, slots=True)
class Outcome:
    """A test statistic, its p value, and, for a permutation test, how many permutations stood behind it."""

    statistic: float
    p: float
    permutations: int | None = None


def adjust_holm(p: ArrayLike) -> Floats:
    """Return p values adjusted for declared claims: max over smaller ones of (m - rank + 1) p (Holm 1979)."""
    values, order = _order(p)
    m = len(values)
    raised = np.maximum.accumulate((m - np.arange(m)) * values[order])
    return _restore(raised, order)


def adjust_benjamini_hochberg(p: ArrayLike) -> Floats:
    """Return p values adjusted for exploration: min over larger ones of m p / rank (Benjamini & Hochberg 1995)."""
    values, order = _order(p)
    m = len(values)
    ratios = m * values[order] / np.arange(1, m + 1)
    return _restore(np.minimum.accumulate(ratios[::-1])[::-1], order)


def permute_judges(
    y: NDArray[Any], *, judge: Codes, group: Codes, rng: np.random.Generator, permutations: int = 9_999
) -> Outcome:
    """Test that groups of judges (such as by gender) judge alike, by giving judges each other's group at random.

    Statistic: sqrt(sum n_g (p_g - p)^2 / n), which for two groups is |p1 - p0| sqrt(n1 n0) / n.
    p = (1 + as large ones) / (1 + permutations) (Phipson & Smyth 2010). All of a judge's judgements move together.
    """
    rows, (judges, groups) = check_rows(y, (judge, group), names="judges, groups")
    labels, sums = _sum_judges(rows, judge=compact(judges), group=groups)
    groups_count = int(labels.max(initial=-1)) + 1
    columns = [np.bincount(labels, column, minlength=groups_count) for column in sums.T]
    inside: Floats = np.stack(columns, axis=1).astype(np.float64)
    observed = float(_find_spread(inside[None])[0])
    sizes = np.bincount(labels, minlength=groups_count)
    shuffled = _permute_sums(sums, sizes=sizes, rng=rng, permutations=permutations)
    larger = int(np.count_nonzero(_find_spread(shuffled) >= observed * (1 - 1e-9)))
    return Outcome(observed, (1 + larger) / (1 + permutations), permutations)


def compare_paired_verdicts(only_first: int, only_second: int, *, corrected: bool = True) -> Outcome:
    """Test paired verdicts from the two discordant counts: (|b - c| - 1)^2 / (b + c) on chi-square 1 (McNemar 1947)."""
    total, distance = only_first + only_second, abs(only_first - only_second)
    if total == 0:
        return Outcome(0.0, 1.0)
    statistic = max(0, distance - int(corrected)) ** 2 / total
    return Outcome(statistic, float(chdtrc(1, statistic)))


def compare_rate(successes: int, n: int, *, rate: float) -> Outcome:
    """Test one rate exactly, two-sided, as R's binom.test: outcomes as unlikely as the observed one count."""
    from scipy.stats import binomtest

    found = binomtest(successes, n, rate)
    return Outcome(float(found.statistic), float(found.pvalue))


def check_equivalence(successes: int, n: int, *, rate: float, margin: float) -> Outcome:
    """Test that a rate lies within `margin` of `rate`: the larger of two exact one-sided p values (Schuirmann 1987)."""
    from scipy.stats import binomtest

    above = binomtest(successes, n, max(0.0, rate - margin), alternative="greater")
    below = binomtest(successes, n, min(1.0, rate + margin), alternative="less")
    return Outcome(float(above.statistic), max(float(above.pvalue), float(below.pvalue)))


def _sum_judges(y: Codes, *, judge: Codes, group: Codes) -> tuple[Ints, Floats]:
    size = int(judge.max(initial=-1)) + 1
    label = np.full(size, -1, dtype=np.int64)
    label[judge] = group
    if np.any(label[judge] != group):
        raise ValueError("A judge is in two groups; groups of judges must not change within one judge.")
    counts = sum_counts(judge, group=np.zeros(len(y), dtype=np.int8), y=y, groups=1)[:, 0]
    sums = np.stack([counts.sum(axis=1), counts[:, 1]], axis=1).astype(float)
    return label[label >= 0], sums[label >= 0]


def _permute_sums(sums: Floats, *, sizes: Ints, rng: np.random.Generator, permutations: int) -> Floats:
    """Return each group's sums of n and y, shape (B, G, 2), with the judges of `sums`, shape (J, 2), dealt out anew.

    Judges with the same n and y are alike: how many of a kind fall to each group is hypergeometric, given what the
    groups still lack. So the work grows with the kinds of judges, not with their number.
    """
    kinds, counts = np.unique(sums, axis=0, return_counts=True)
    lacking = np.tile(sizes, (permutations, 1))
    totals = np.zeros((permutations, len(sizes), 2))
    for kind, count in zip(kinds, counts, strict=True):
        left, others = np.full(permutations, count), lacking.sum(axis=1)
        for group in range(len(sizes) - 1):
            others = others - lacking[:, group]
            dealt = rng.hypergeometric(lacking[:, group], others, left)
            lacking[:, group] -= dealt
            left = left - dealt
            totals[:, group] += dealt[:, None] * kind
        lacking[:, -1] -= left
        totals[:, -1] += left[:, None] * kind
    return totals


def _find_spread(inside: Floats) -> Floats:
    """Return the statistic of each permutation from its groups' sums of n and y, shape (B, G, 2)."""
    n, human = inside.sum(axis=1).T
    overall = np.divide(human, n, out=np.zeros(len(inside)), where=n > 0)[:, None]
    rates = np.divide(inside[..., 1], inside[..., 0], out=np.tile(overall, inside.shape[1]), where=inside[..., 0] > 0)
    squares = (inside[..., 0] * (rates - overall) ** 2).sum(axis=1)
    spread: Floats = np.sqrt(np.divide(squares, n, out=np.zeros(len(inside)), where=n > 0))
    return spread


def _order(p: ArrayLike) -> tuple[Floats, Ints]:
    values = np.asarray(p, dtype=np.float64)
    if not np.all((values >= 0) & (values <= 1)):
        raise ValueError(f"A p value is outside [0, 1] in {values.tolist()}; leave out claims that were not tested.")
    return values, np.argsort(values, kind="stable")


def _restore(adjusted: Floats, order: Ints) -> Floats:
    result = np.empty_like(adjusted)
    result[order] = np.minimum(adjusted, 1.0)
    return result
