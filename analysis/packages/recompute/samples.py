"""What needs more than a formula: agreement with drawn stimuli, and an interval that may be looked at any time."""

import math
from typing import Any

import numpy as np
import pandas as pd

from .intervals import LEVEL, Values
from .rates import Tables
from .tables import Study

REPEATS, STEPS = 2_000, 1_000


def make_agreement(study: Study) -> Tables:
    """Krippendorff's alpha on responses that were judged twice or more."""
    rows = study.counted
    keys = ["response", "view", "role"]
    rows = rows[rows.groupby(keys)["y"].transform("size") > 1]
    kinds = {"All": rows["y"] >= 0, "Humans": rows["human"], "Machines": ~rows["human"].astype(bool)}
    lines = [measure_agreement(rows[chosen], keys) for chosen in kinds.values() if chosen.any()]
    return {"agreement": lines} if lines else {}


def measure_agreement(rows: pd.DataFrame, keys: list[str]) -> Values:
    """Alpha with its interval; units in the order in which they first come, stimuli in that of their numbers."""
    units = rows.groupby(keys, sort=False).agg(n=("y", "size"), ones=("y", "sum"), stimulus=("stimulus", "first"))
    zeros, ones = (units["n"] - units["ones"]).to_numpy(float), units["ones"].to_numpy(float)
    apart = 2 * zeros * ones / (units["n"].to_numpy(float) - 1)
    alpha = None
    if zeros.sum() and ones.sum():
        alpha = 1 - (len(rows) - 1) * apart.sum() / (2 * zeros.sum() * ones.sum())
    ends = draw_stimuli(np.column_stack([zeros, ones, apart]), units["stimulus"].to_numpy())
    return {"alpha": alpha, "low": ends[0], "high": ends[1], "n": len(rows), "responses": len(units)}


def draw_stimuli(values: Any, stimulus: Any) -> tuple[float | None, float | None]:
    """The 95% percentile interval of alpha, each stimulus drawn Poisson(1) times, in single precision."""
    cluster = np.unique(stimulus, return_inverse=True)[1]
    sums = np.stack([np.bincount(cluster, column) for column in values.T], axis=1)
    if len(sums) < 2 or not sums[:, :2].sum(axis=0).all():
        return None, None
    masses = np.cumsum([math.exp(-1) / math.factorial(k) for k in range(10)])
    bounds = np.round(masses * (1 << 16)).astype(np.int64)
    weights = np.searchsorted(bounds, np.arange(1 << 16), side="right").astype(np.float32)
    rng, single, drawn = np.random.default_rng(0), sums.astype(np.float32), np.empty((REPEATS, 3))
    size = max(1, (1 << 21) // len(sums))
    for start in range(0, REPEATS, size):
        stop = min(start + size, REPEATS)
        picked = weights[rng.integers(0, 1 << 16, (stop - start, len(sums)), dtype=np.uint16)]
        drawn[start:stop] = picked @ single
    zeros, ones, apart = drawn.T
    found = np.full(REPEATS, np.nan)
    np.divide((zeros + ones - 1) * apart, 2 * zeros * ones, out=found, where=zeros * ones > 0)
    low, high = np.nanquantile(1 - found, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


def make_monitoring(study: Study) -> Tables:
    """The mean of judges' detectability with an interval by betting (Waudby-Smith & Ramdas 2024, theorem 3)."""
    rows = study.counted
    if rows.empty:
        return {}
    both = rows[rows.groupby("judge")["human"].transform("nunique") == 2]
    if both.empty:
        return {}
    shares = both.groupby(["judge", "human"])["right"].mean().unstack()
    last = rows.groupby("judge")["answered"].max()
    order = last.sort_values(kind="stable").index
    values = shares.mean(axis=1).reindex([judge for judge in order if judge in shares.index]).to_numpy()
    low, high = bet(values)
    return {
        "monitoring": [{"estimate": values.mean(), "low": low, "high": high, "n": len(both), "judges": len(values)}]
    }


def bet(values: Any) -> tuple[float, float]:
    """The ends after the last judge."""
    count = np.arange(1, len(values) + 1)
    means = (0.5 + np.cumsum(values)) / (count + 1)
    variances = (0.25 + np.cumsum((values - means) ** 2)) / (count + 1)
    before = np.append(0.25, variances[:-1])
    stakes = np.sqrt(2 * math.log(2 / (1 - LEVEL)) / (before * count * np.log(count + 1)))
    mean = np.linspace(0, 1, STEPS + 1)
    with np.errstate(divide="ignore"):
        most = 0.5 / mean, 0.5 / (1 - mean)
    above, below, is_in = np.zeros(STEPS + 1), np.zeros(STEPS + 1), np.ones(STEPS + 1, dtype=bool)
    for value, stake in zip(values, stakes, strict=True):
        above += np.log1p(np.minimum(stake, most[0]) * (value - mean))
        below += np.log1p(-np.minimum(stake, most[1]) * (value - mean))
        is_in &= np.maximum(above, below) - math.log(2) < -math.log(1 - LEVEL)
    inside = np.flatnonzero(is_in)
    if not len(inside):
        return math.nan, math.nan
    return max(0, int(inside[0]) - 1) / STEPS, min(STEPS, int(inside[-1]) + 1) / STEPS
