"""How well judges tell origins apart: confusion counts, sensitivity d' and criterion c, with AI as the signal."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri, stdtrit

from analysis.stats.clusters import Codes, Floats, Ints, Ints32, check_rows, sum_counts
from analysis.stats.intervals import Interval, Method

AI, HUMAN = 0, 1  # the codes of origins and verdicts alike, and their places in a confusion table


@dataclass(frozen=True, slots=True, eq=False)
class Sensitivity:
    """d', criterion c (above 0: slow to say "AI") and the variance of d', one entry for each pair of counts."""

    d_prime: Floats
    criterion: Floats
    variance: Floats


def count_confusion(
    verdict: NDArray[Any], *, origin: NDArray[Any], key: Codes | None = None, keys: int | None = None
) -> Ints32:
    """Count judgements by [key, origin, verdict], or without a key by [origin, verdict]; AI = 0, HUMAN = 1 in both.

    A key is any code from 0 to `keys` - 1: an agent, a pairing, a length, a facet, a group of judges.
    """
    place = np.zeros(len(verdict), dtype=np.int8) if key is None else key
    verdicts, (origins, place) = check_rows(verdict, (origin, place), names="origins, keys")
    if origins.max(initial=0) > 1:
        raise ValueError(f"An origin is {origins.max()}; it must be 1 (human) or 0 (AI).")
    total = int(place.max(initial=-1)) + 1 if key is not None and keys is None else keys or 1
    if place.max(initial=0) >= max(total, 1):
        raise ValueError(f"A key is {place.max()}; with {total} keys the codes go from 0 to {total - 1}.")
    counts = sum_counts(place, group=origins, y=verdicts, groups=2, least=total)
    return counts[0] if key is None else counts


def find_row_percentages(counts: Ints | Ints32) -> Floats:
    """Return each row of a confusion table as percentages that sum to 100; NaN where a row has no judgements."""
    totals = counts.sum(axis=-1, keepdims=True)
    percentages: Floats = np.full(counts.shape, np.nan)
    np.divide(100.0 * counts, totals, out=percentages, where=totals > 0)
    return percentages


def find_sensitivity(*, hits: ArrayLike, signals: ArrayLike, false_alarms: ArrayLike, noises: ArrayLike) -> Sensitivity:
    """Return d', c and Var d' from counts (numbers or arrays alike): AI responses are signals, human ones noises.

    H = (h + .5) / (nS + 1), F = (f + .5) / (nN + 1), the log-linear correction, always (Hautus 1995);
    d' = z(H) - z(F), c = -(z(H) + z(F)) / 2 (Macmillan & Creelman 2005);
    Var d' = H (1 - H) / (nS phi(zH)^2) + F (1 - F) / (nN phi(zF)^2) (Gourevitch & Galanter 1967); infinite if empty.
    """
    h, ns, f, nn = np.broadcast_arrays(
        *(np.atleast_1d(np.asarray(x, float)) for x in (hits, signals, false_alarms, noises))
    )
    if np.any((h < 0) | (f < 0) | (h > ns) | (f > nn)):
        raise ValueError(
            "Some hits or false alarms are below 0 or above their number of trials; counts must be inside."
        )
    hit, alarm = (h + 0.5) / (ns + 1), (f + 0.5) / (nn + 1)
    z_hit, z_alarm = ndtri(hit), ndtri(alarm)
    variance = _find_z_variance(hit, z=z_hit, n=ns) + _find_z_variance(alarm, z=z_alarm, n=nn)
    return Sensitivity(z_hit - z_alarm, -(z_hit + z_alarm) / 2, variance)


def average_sensitivity(
    y: NDArray[Any], *, human: NDArray[Any], judge: Codes, level: float = 0.95
) -> tuple[Interval, Interval]:
    """Return the means over judges of d' and of c with t intervals; a d' of pooled counts would be biased down.

    Only judges with responses of both origins count; `n` is the number of their judgements.
    """
    tables = count_confusion(y, origin=human, key=judge)
    return average_tables(tables, level=level)


def average_tables(tables: Ints32, *, level: float = 0.95) -> tuple[Interval, Interval]:
    """Return what `average_sensitivity` does from confusion tables [judge, origin, verdict]."""
    rows = tables.sum(axis=2)
    used = tables[(rows > 0).all(axis=1)]
    found = find_sensitivity(
        hits=used[:, AI, AI],
        signals=used[:, AI].sum(axis=1),
        false_alarms=used[:, HUMAN, AI],
        noises=used[:, HUMAN].sum(axis=1),
    )
    n = int(used.sum())
    return _average(found.d_prime, n=n, level=level), _average(found.criterion, n=n, level=level)


def _average(values: Floats, *, n: int, level: float) -> Interval:
    judges = len(values)
    if judges < 2:
        method = Method.ONE_JUDGE if judges else Method.NO_JUDGEMENTS
        return Interval(float(values[0]) if judges else None, None, None, n, judges, 0, method)
    mean = float(values.mean())
    reach = float(stdtrit(judges - 1, (1 + level) / 2)) * float(values.std(ddof=1)) / math.sqrt(judges)
    return Interval(mean, mean - reach, mean + reach, n, judges, 0, Method.OVER_JUDGES)


def _find_z_variance(rate: Floats, *, z: Floats, n: Floats) -> Floats:
    density = np.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    variance: Floats = np.full(rate.shape, np.inf)
    np.divide(rate * (1 - rate), n * density**2, out=variance, where=n > 0)
    return variance
