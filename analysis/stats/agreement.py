"""How far judges agree on the same responses, beyond chance."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.stats.clusters import Codes, Floats, Ints, Ints32, check_rows, compact, sum_counts
from analysis.stats.resampling import draw_judges, find_percentile_ends


def find_alpha(y: NDArray[Any], *, unit: Codes) -> float | None:
    """Return Krippendorff's alpha of verdicts `y` on responses `unit`; None where it is not defined.

    alpha = 1 - (N - 1) sum D_u / (2 N1 N0), D_u = 2 n1 n0 / (n - 1) over units of two and more judgements
    (Krippendorff 2011, nominal data, two values). With only one verdict overall there is nothing to agree on.
    """
    verdicts, (units,) = check_rows(y, (unit,), names="units")
    return find_alpha_of_counts(_count_verdicts(verdicts, compact(units)))


def find_alpha_of_counts(counts: Ints | Ints32) -> float | None:
    """Return Krippendorff's alpha for nominal values from counts, shape (units, values); units may differ in size.

    alpha = 1 - (N - 1) sum_u [(n_u^2 - sum_c n_uc^2) / (n_u - 1)] / (N^2 - sum_c N_c^2); for two values that is the
    closed form of `find_alpha`.
    """
    several = counts[counts.sum(axis=1) > 1].astype(np.float64)
    n = several.sum(axis=1)
    total, values = float(n.sum()), several.sum(axis=0)
    expected = total**2 - float(values @ values)
    if expected == 0:
        return None
    observed = float(((n**2 - (several**2).sum(axis=1)) / (n - 1)).sum())
    return 1 - (total - 1) * observed / expected


def bootstrap_alpha(
    y: NDArray[Any], *, unit: Codes, stimulus: Codes, rng: np.random.Generator, repeats: int = 2_000
) -> tuple[float, float] | None:
    """Return the 95% percentile interval of alpha, stimuli drawn again with all responses to them (Poisson weights).

    All arrays have one entry a judgement. None where alpha is not defined or there is one stimulus only.
    """
    verdicts, (units, stimuli) = check_rows(y, (unit, stimulus), names="units, stimuli")
    units = compact(units)
    counts = _count_verdicts(verdicts, units).astype(np.float64)
    cluster = np.zeros(len(counts), dtype=np.int64)
    cluster[units] = compact(stimuli)
    n = counts.sum(axis=1)
    several = n > 1
    disagreement = 2 * counts[several, 0] * counts[several, 1] / (n[several] - 1)
    columns = (counts[several, 0], counts[several, 1], disagreement)
    sums: Floats = np.stack([np.bincount(cluster[several], column) for column in columns], axis=1).astype(np.float64)
    if len(sums) < 2 or not sums[:, :2].sum(axis=0).all():
        return None
    zeros, ones, differing = draw_judges(sums, rng=rng, repeats=repeats).T
    drawn: Floats = np.full(repeats, np.nan)
    np.divide((zeros + ones - 1) * differing, 2 * zeros * ones, out=drawn, where=zeros * ones > 0)
    low, high = find_percentile_ends(1 - drawn)
    return float(low), float(high)


def _count_verdicts(y: Codes, unit: Codes) -> Ints32:
    """Return how often each unit had each verdict, shape (units, 2)."""
    return sum_counts(unit, group=np.zeros(len(y), dtype=np.int8), y=y, groups=1)[:, 0]


def find_fleiss_kappa(counts: Ints) -> float | None:
    """Return Fleiss' (1971) kappa from counts, shape (units, values), every unit judged equally often.

    kappa = (P - Pe) / (1 - Pe): P the mean of sum_c n_c (n_c - 1) / (n (n - 1)), Pe the sum of squared shares.
    None where all judgements are of one value.
    """
    table = np.asarray(counts, dtype=np.float64)
    sizes = table.sum(axis=1)
    if not len(sizes) or sizes.min() != sizes.max() or sizes[0] < 2:
        raise ValueError(
            "Fleiss' kappa needs the same number of judgements, two or more, on every unit; take alpha here."
        )
    n = sizes[0]
    agreement = float((table * (table - 1)).sum(axis=1).mean() / (n * (n - 1)))
    shares = table.sum(axis=0) / table.sum()
    chance = float(shares @ shares)
    return None if chance >= 1 else (agreement - chance) / (1 - chance)
