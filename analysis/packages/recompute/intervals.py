"""Intervals for shares and their differences where judges and stimuli are both crossed samples."""

import math
from typing import Any

import numpy as np

from .quantiles import find_beta, find_normal, find_t

LEVEL = 0.95
Values = dict[str, Any]


def find_variance(weighted: Any, judge: Any, stimulus: Any) -> float:
    """max(Vj + Vs - Vi, Vj, Vs) of residuals that are weighted already (Cameron, Gelbach & Miller 2011)."""
    pair = judge * (int(stimulus.max()) + 1) + stimulus
    vj, vs, vi = (sum_squares(weighted, cluster) for cluster in (judge, stimulus, pair))
    return max(vj + vs - vi, vj, vs)


def sum_squares(weighted: Any, cluster: Any) -> float:
    """The sum over clusters of the squared sum inside."""
    return float((np.bincount(np.unique(cluster, return_inverse=True)[1], weighted) ** 2).sum())


def find_rate(y: Any, judge: Any, stimulus: Any) -> Values:
    """The share of y = 1 with its interval."""
    n, judges, stimuli = len(y), len(np.unique(judge)), len(np.unique(stimulus))
    rate = float(y.mean()) if n else None
    found = {"estimate": rate, "low": None, "high": None, "n": n, "judges": judges, "stimuli": stimuli}
    if rate is None or judges < 2 or stimuli < 2:
        return found
    variance = find_variance((y - rate) / n, judge, stimulus)
    independent = rate * (1 - rate) / n
    low, high = bound(rate, math.sqrt(variance) if variance > 1e-10 * independent else 0.0, min(judges, stimuli))
    return {**found, "low": low, "high": high}


def bound(rate: float, error: float, clusters: int) -> tuple[float, float]:
    """Plain between .1 and .9, else through the logit; exact on the clusters where there is no error."""
    if error == 0 or rate <= 0 or rate >= 1:
        hits, tail = rate * clusters, (1 - LEVEL) / 2
        low = 0.0 if hits <= 0 else find_beta(hits, clusters - hits + 1, tail)
        return low, 1.0 if hits >= clusters else find_beta(hits + 1, clusters - hits, 1 - tail)
    reach = find_t(clusters - 1, (1 + LEVEL) / 2) * error
    low, high = rate - reach, rate + reach
    if 0.1 <= rate <= 0.9 and low >= 0 and high <= 1:
        return low, high
    center, reach = math.log(rate / (1 - rate)), reach / (rate * (1 - rate))
    return 1 / (1 + math.exp(reach - center)), 1 / (1 + math.exp(-reach - center))


def find_difference(y: Any, is_first: Any, judge: Any, stimulus: Any) -> Values:
    """The share of the first group less that of the second."""
    parts = [find_rate(y[chosen], judge[chosen], stimulus[chosen]) for chosen in (is_first, ~is_first)]
    judges, stimuli = (min(part[name] for part in parts) for name in ("judges", "stimuli"))
    found: Values = {"estimate": None, "low": None, "high": None, "n": len(y), "judges": judges, "stimuli": stimuli}
    rates = [part["estimate"] for part in parts]
    if None in rates:
        return found
    found["estimate"] = difference = rates[0] - rates[1]
    if judges < 2 or stimuli < 2:
        return found
    sizes = [part["n"] for part in parts]
    weighted = np.where(is_first, (y - rates[0]) / sizes[0], -(y - rates[1]) / sizes[1])
    variance = find_variance(weighted, judge, stimulus)
    independent = sum(rate * (1 - rate) / size for rate, size in zip(rates, sizes, strict=True))
    if variance <= 1e-10 * independent or {0.0, 1.0} & set(rates):
        first, second = parts
        below = math.hypot(rates[0] - first["low"], second["high"] - rates[1])
        above = math.hypot(first["high"] - rates[0], rates[1] - second["low"])
        return {**found, "low": max(-1.0, difference - below), "high": min(1.0, difference + above)}
    low, high = bound((1 + difference) / 2, math.sqrt(variance) / 2, min(judges, stimuli))
    return {**found, "low": 2 * low - 1, "high": 2 * high - 1}


def find_detectability(y: Any, human: Any, judge: Any, stimulus: Any) -> Values:
    """(P(human | human) + P(machine | machine)) / 2."""
    gap = find_difference(y, human, judge, stimulus)
    halved = {key: None if gap[key] is None else 0.5 + gap[key] / 2 for key in ("estimate", "low", "high")}
    return {**gap, **halved}


def find_mean(values: Any, n: int) -> Values:
    """The mean over judges, with t."""
    judges = len(values)
    mean = float(values.mean()) if judges else None
    if mean is None or judges < 2:
        return {"estimate": mean, "low": None, "high": None, "n": n, "judges": judges}
    reach = find_t(judges - 1, (1 + LEVEL) / 2) * float(values.std(ddof=1)) / math.sqrt(judges)
    return {"estimate": mean, "low": mean - reach, "high": mean + reach, "n": n, "judges": judges}


def find_wilson(hits: int, n: int) -> tuple[float, float]:
    """The score interval of Wilson (1927)."""
    rate, z = hits / n, find_normal((1 + LEVEL) / 2)
    center, scale = rate + z * z / (2 * n), 1 + z * z / n
    reach = z * math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return 0.0 if hits == 0 else (center - reach) / scale, 1.0 if hits == n else (center + reach) / scale
