"""The bootstrap over judges: whole judges are drawn again, by Poisson weights, from sums made once."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.stats.clusters import Codes, Floats, Ints32, check_rows, compact, sum_counts

CHUNK_WEIGHTS = 1 << 21  # weights drawn at once
STEPS = 1 << 16  # a weight is looked up by 16 random bits


def bootstrap_rates(
    y: NDArray[Any],
    *,
    group: Codes,
    judge: Codes,
    rng: np.random.Generator,
    groups: int | None = None,
    repeats: int = 2_000,
) -> Floats:
    """Return `repeats` bootstrapped rates of every group, shape (repeats, G); a row's groups share the judges drawn.

    Each judge counts Poisson(1) times (Chamandy et al. 2012), alike in all groups, so differences of columns are
    paired. NaN where no judge of a group was drawn.
    """
    rows, (kinds, judges) = check_rows(y, (group, judge), names="groups, judges")
    total = int(kinds.max(initial=-1)) + 1 if groups is None else groups
    sums = sum_counts(compact(judges), group=kinds, y=rows, groups=total)
    sums[..., 0] += sums[..., 1]
    drawn = draw_judges(sums.reshape(len(sums), -1), rng=rng, repeats=repeats).reshape(repeats, total, 2)
    n, human = drawn[..., 0], drawn[..., 1]
    rates: Floats = np.full(n.shape, np.nan)
    np.divide(human, n, out=rates, where=n > 0)
    return rates


def draw_judges(sums: Floats | Ints32, *, rng: np.random.Generator, repeats: int) -> Floats:
    """Return `repeats` totals of per-judge sums, shape (J, K) to (repeats, K), each judge weighted by Poisson(1).

    In single precision, whose rounding (1e-6) is far below what judges differ by, for half the time.
    """
    judges, table, single = len(sums), _tabulate_poisson().astype(np.float32), sums.astype(np.float32)
    totals = np.empty((repeats, sums.shape[1]))
    chunk = max(1, CHUNK_WEIGHTS // max(judges, 1))
    for start in range(0, repeats, chunk):
        size = min(chunk, repeats - start)
        weights = table[rng.integers(0, STEPS, (size, judges), dtype=np.uint16)]
        totals[start : start + size] = weights @ single
    return totals


def find_percentile_ends(values: Floats, *, level: float = 0.95) -> tuple[Floats, Floats]:
    """Return the percentile interval of bootstrapped values along their first axis; NaN values are left out."""
    low, high = np.nanquantile(values, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return low, high


def _tabulate_poisson() -> Floats:
    """Return the weight for each of 2^16 equal steps of probability: Poisson(1) to within 1/65,536."""
    masses = [math.exp(-1) / math.factorial(k) for k in range(10)]
    bounds = np.round(np.cumsum(masses) * STEPS).astype(np.int64)
    weights: Floats = np.searchsorted(bounds, np.arange(STEPS), side="right").astype(np.float64)
    return weights
