"""The tables about judges: their confidence, times, learning, and trials that told them the truth."""

import math
from typing import Any

import numpy as np
import pandas as pd

from .intervals import LEVEL, Values, find_difference, find_mean, find_rate
from .quantiles import find_t, find_two_sided_p
from .rates import Tables, make_group, make_groups
from .tables import Study, get_samples

BLOCK = 10
STATED = (0.5, 0.625, 0.75, 0.875, 1.0)
SCORED = ("n", "stated", "right")


def make_confidence(study: Study) -> Tables:
    """Right verdicts by stated confidence, and whether it is earned."""
    rows = study.counted[study.counted["confidence"].isin(list("12345"))]
    if rows.empty:
        return {}
    levels = []
    for level, part in rows.groupby(rows["confidence"].astype(int)):
        found = find_rate(part["right"].to_numpy(), *get_samples(part))
        levels.append({"level": level, "stated": STATED[level - 1], "right": found.pop("estimate"), **found})
    scores = score_confidence(rows, *(np.array([row[name] for row in levels], float) for name in SCORED))
    lines = [{"measure": name, "estimate": float(value), "n": len(rows)} for name, value in scores.items()]
    return {"confidence": levels, "confidence-scores": lines}


def score_confidence(rows: pd.DataFrame, n: Any, stated: Any, share: Any) -> Values:
    """Brier's score, what it is made of (Murphy 1973), and ECE beside what it would be if every level were true.

    `n`, `stated` and `share` have one entry a level: judgements, the chance stated, the share that was right.
    """
    right = rows["right"].to_numpy()
    said = rows["confidence"].astype(int).map(dict(enumerate(STATED, 1))).to_numpy()
    return {
        "confidence": said.mean(),
        "right": right.mean(),
        "brier": ((said - right) ** 2).mean(),
        "reliability": (n * (stated - share) ** 2).sum() / n.sum(),
        "resolution": (n * (share - right.mean()) ** 2).sum() / n.sum(),
        "ece": (n * abs(stated - share)).sum() / n.sum(),
        "ece_by_chance": sum(map(find_mean_deviation, n, stated)) / n.sum(),
    }


def find_mean_deviation(n: float, p: float) -> float:
    """E|X - n p| of binomial X: 2 v (1 - p) P(X = v), v = floor(n p) + 1 (De Moivre 1730)."""
    v = math.floor(n * p) + 1
    if p == 1:
        return 0.0
    ways = math.exp(math.lgamma(n + 1) - math.lgamma(v + 1) - math.lgamma(n - v + 1))
    expected: float = 2 * v * (1 - p) * ways * p**v * (1 - p) ** (n - v)
    return expected


def make_times(study: Study) -> Tables:
    """Typical reaction times, and their ratios within judges."""
    rows = study.counted[study.counted["rt_ms"] > 0]
    rows = rows[~rows["trial"].duplicated()]
    if rows.empty:
        return {}
    right, human = rows["right"] == 1, rows["verdict"] == "human"
    kinds = {"All": right | ~right, "Right": right, "Wrong": ~right, "human": human, "machine": ~human}
    medians = {kind: rows[chosen].groupby("judge")["rt_ms"].median() for kind, chosen in kinds.items()}
    lines = [
        {"kind": kind, **raise_mean(np.log(medians[kind] / 1000), int(chosen.sum()), "seconds")}
        for kind, chosen in kinds.items()
        if chosen.any()
    ]
    ratios = []
    for one, other in (("Wrong", "Right"), ("machine", "human")):
        both = np.log(medians[one]) - np.log(medians[other])
        shared = both.dropna()
        ratios.append({"kind": one, **raise_mean(shared, int(rows["judge"].isin(shared.index).sum()), "ratio")})
    return {"reaction-times": lines, "reaction-time-ratios": ratios}


def raise_mean(logs: "pd.Series[float]", n: int, name: str) -> Values:
    """The mean of logarithms with its interval, as what they are the logarithms of."""
    found = find_mean(logs.to_numpy(), n)
    ends = {key: None if found[key] is None else math.exp(found[key]) for key in ("estimate", "low", "high")}
    return {name: ends.pop("estimate"), **ends, "n": n, "judges": found["judges"]}


def order_trials(rows: pd.DataFrame) -> Any:
    """The place of each trial among those of its kind in its visit, from 0."""
    return rows.groupby("assignment")["position"].rank(method="dense").astype(int) - 1


def make_learning(study: Study) -> Tables:
    """Right verdicts along the visit."""
    rows = study.counted
    order = order_trials(rows)
    if rows.empty or order.max() < 3:
        return {}
    blocks = make_groups(rows, order // math.ceil((int(order.max()) + 1) / 4), "block")
    line = {"n": len(rows), "judges": rows["judge"].nunique(), "odds": None}
    return {"learning": blocks, "learning-slope": [{**line, **find_slope(rows, order.to_numpy(float))}]}


def find_slope(rows: pd.DataFrame, order: Any) -> Values:
    """A logistic regression of right verdicts on the order of trials, errors clustered both ways."""
    judge, stimulus = get_samples(rows)
    x, y = np.column_stack([np.ones(len(rows)), order]), rows["right"].to_numpy(float)
    beta = fit_logistic(x, y)
    freedom = min(len(np.unique(judge)), len(np.unique(stimulus))) - 1
    if beta is None or freedom < 1:
        return {}
    rate = 1 / (1 + np.exp(-x @ beta))
    bread, scores = np.linalg.inv((x * (rate * (1 - rate))[:, None]).T @ x), x * (y - rate)[:, None]
    pair = judge * (int(stimulus.max()) + 1) + stimulus
    meat = sum(sign * multiply(scores, cluster) for sign, cluster in ((1, judge), (1, stimulus), (-1, pair)))
    variance = (bread @ meat @ bread)[1, 1]
    if variance <= 0:
        return {}
    error = math.sqrt(variance)
    reach = find_t(freedom, (1 + LEVEL) / 2) * error
    ends = {"odds": beta[1], "low": beta[1] - reach, "high": beta[1] + reach}
    raised = {name: math.exp(10 * value) for name, value in ends.items()}
    return {**raised, "p": find_two_sided_p(freedom, beta[1] / error)}


def fit_logistic(x: Any, y: Any) -> Any:
    """The coefficients of the columns of `x` for `y` (0 or 1) by Newton's method; None where it finds none."""
    beta = np.zeros(x.shape[1])
    for _ in range(50):
        rate = 1 / (1 + np.exp(-x @ beta))
        information = (x * (rate * (1 - rate))[:, None]).T @ x
        if np.linalg.cond(information) > 1e14:
            return None
        step = np.linalg.solve(information, x.T @ (y - rate))
        beta = beta + step
        if abs(step).max() < 1e-10:
            return beta
    return None


def multiply(scores: Any, cluster: Any) -> Any:
    """The products of scores, summed inside clusters first."""
    sums = pd.DataFrame(scores).groupby(cluster).sum().to_numpy()
    return sums.T @ sums


def make_feedback(study: Study) -> Tables:
    """Trials that told judges the truth: phases, blocks, and whether judges were right more often later."""
    if study.told.empty:
        return {}
    told = study.told[study.told["judge"].isin(study.counted["judge"])]
    after = study.counted[study.counted["judge"].isin(told["judge"])]
    order = order_trials(told)
    middle = float(order.max() + 1) / 2
    names = ("first", "second", "after")
    phases = [*np.where(order < middle, "first", "second"), *["after"] * len(after)]
    rows = pd.concat([told, after], ignore_index=True)
    phase = pd.Series(phases, index=rows.index, dtype=object)
    differences = []
    for later in names[1:]:
        chosen = phase.isin(["first", later])
        part, is_later = rows[chosen], (phase[chosen] == later).to_numpy()
        found = find_difference(part["right"].to_numpy(), is_later, *get_samples(part))
        differences.append({"later": later, "difference": found.pop("estimate"), **found})
    blocks = [make_group(told[order // BLOCK == block], block=block) for block in sorted((order // BLOCK).unique())]
    return {
        "feedback": make_groups(rows, phase, "value", names),
        "feedback-blocks": blocks,
        "feedback-differences": differences,
    }
