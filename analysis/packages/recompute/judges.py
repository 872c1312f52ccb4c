"""The tables about judges: their groups, confidence, times, learning, agreement, and an interval for any time."""

import math
from typing import Any

import numpy as np
import pandas as pd

from .intervals import LEVEL, Values, find_difference, find_mean, find_rate
from .quantiles import find_t, find_two_sided_p
from .rates import Tables, make_group, make_groups
from .tables import Study, get_samples

GROUPS = {
    "age": ("Under 35", "35 to 45", "Over 45"),
    "gender": ("Female", "Male", "Another"),
    "education": ("School", "Bachelor", "Postgraduate"),
    "country": ("United States", "Elsewhere"),
    "language": ("Native speaker of English", "Not a native speaker"),
}
SILENT = "Prefer not to say"
PERMUTATIONS, BLOCK = 1_999, 10
STATED = (0.5, 0.625, 0.75, 0.875, 1.0)


def make_demographics(study: Study) -> Tables:
    """Results by what judges told of themselves, and whether the groups differ."""
    rows = study.counted
    first = rows[~rows["judge"].duplicated()].set_index("judge")
    tables: Tables = {}
    compared = []
    for slug, names in GROUPS.items():
        group = rows["judge"].map(first[f"{slug}_group"]).astype(object)
        if group.notna().any():
            tables[f"judges-{slug}"] = make_groups(rows, group, "value", (*names, SILENT))
            told = group.notna() & (group != SILENT)
            if group[told].nunique() > 1:
                compared.append({"grouping": slug, **compare(rows[told], group[told].map(names.index))})
    declared = [row for row in compared if row["grouping"] in study.declared]
    others = [row for row in compared if row["grouping"] not in study.declared]
    adjust_holm(declared)
    adjust_benjamini_hochberg(others)
    compared = [*declared, *others]
    return {"judges-compared": compared, **tables} if compared else tables


def adjust_holm(rows: list[Values]) -> None:
    """Add p adjusted for declared comparisons (Holm 1979)."""
    largest = 0.0
    for rank, row in enumerate(sorted(rows, key=lambda row: row["p"])):
        largest = max(largest, (len(rows) - rank) * row["p"])
        row["p_adjusted"] = min(1.0, largest)


def adjust_benjamini_hochberg(rows: list[Values]) -> None:
    """Add p adjusted for exploration (Benjamini & Hochberg 1995)."""
    least = 1.0
    for rank, row in reversed(list(enumerate(sorted(rows, key=lambda row: row["p"]), 1))):
        least = min(least, len(rows) * row["p"] / rank)
        row["p_adjusted"] = least


def compare(rows: pd.DataFrame, group: "pd.Series[int]") -> Values:
    """Judges' groups exchanged at random: how often they then differ as much in the share of right verdicts."""
    by_judge = rows.groupby("judge")["right"].agg(["size", "sum"]).to_numpy(float)
    label = group.groupby(rows["judge"]).first().to_numpy(np.int64)
    sizes = np.bincount(label)
    observed = np.stack([np.bincount(label, column, minlength=len(sizes)) for column in by_judge.T], axis=1)
    larger = find_spread(deal_out(by_judge, sizes)) >= find_spread(observed[None])[0] * (1 - 1e-9)
    return {"p": (1 + int(larger.sum())) / (1 + PERMUTATIONS), "judges": len(label), "n": len(rows)}


def deal_out(by_judge: Any, sizes: Any) -> Any:
    """The groups' sums in each permutation: judges with equal sums are dealt to the groups hypergeometrically."""
    rng = np.random.default_rng(0)
    lacking, totals = np.tile(sizes, (PERMUTATIONS, 1)), np.zeros((PERMUTATIONS, len(sizes), 2))
    for kind, count in zip(*np.unique(by_judge, axis=0, return_counts=True), strict=True):
        left, others = np.full(PERMUTATIONS, count), lacking.sum(axis=1)
        for code in range(len(sizes) - 1):
            others = others - lacking[:, code]
            dealt = rng.hypergeometric(lacking[:, code], others, left)
            lacking[:, code] -= dealt
            left = left - dealt
            totals[:, code] += dealt[:, None] * kind
        lacking[:, -1] -= left
        totals[:, -1] += left[:, None] * kind
    return totals


def find_spread(totals: Any) -> Any:
    """sqrt(sum n_g (p_g - p)^2 / n) of each permutation, from its groups' sums."""
    n, right = totals.sum(axis=1).T
    overall = (right / n)[:, None]
    share = np.divide(
        totals[..., 1], totals[..., 0], out=overall + np.zeros(totals.shape[:2]), where=totals[..., 0] > 0
    )
    return np.sqrt((totals[..., 0] * (share - overall) ** 2).sum(axis=1) / n)


def make_confidence(study: Study) -> Tables:
    """Right verdicts by stated confidence, and whether it is earned."""
    rows = study.counted[study.counted["confidence"].isin(list("12345"))]
    if rows.empty:
        return {}
    levels = []
    for level, part in rows.groupby(rows["confidence"].astype(int)):
        found = find_rate(part["right"].to_numpy(), *get_samples(part))
        levels.append({"level": level, "stated": STATED[level - 1], "right": found.pop("estimate"), **found})
    right = rows["right"].to_numpy()
    said = rows["confidence"].astype(int).map(dict(enumerate(STATED, 1))).to_numpy()
    n, stated, share = (np.array([row[name] for row in levels], float) for name in ("n", "stated", "right"))
    expected = [
        2
        * v
        * (1 - p)
        * math.exp(math.lgamma(m + 1) - math.lgamma(v + 1) - math.lgamma(m - v + 1))
        * p**v
        * (1 - p) ** (m - v)
        if p < 1
        else 0.0
        for m, p in zip(n, stated, strict=True)
        for v in [math.floor(m * p) + 1]
    ]
    scores = {
        "confidence": said.mean(),
        "right": right.mean(),
        "brier": ((said - right) ** 2).mean(),
        "reliability": (n * (stated - share) ** 2).sum() / n.sum(),
        "resolution": (n * (share - right.mean()) ** 2).sum() / n.sum(),
        "ece": (n * abs(stated - share)).sum() / n.sum(),
        "ece_by_chance": sum(expected) / n.sum(),
    }
    lines = [{"measure": name, "estimate": float(value), "n": len(rows)} for name, value in scores.items()]
    return {"confidence": levels, "confidence-scores": lines}


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
    x, y, beta = np.column_stack([np.ones(len(rows)), order]), rows["right"].to_numpy(float), np.zeros(2)
    freedom = min(len(np.unique(judge)), len(np.unique(stimulus))) - 1
    for _ in range(50):
        rate = 1 / (1 + np.exp(-x @ beta))
        information = (x * (rate * (1 - rate))[:, None]).T @ x
        if np.linalg.cond(information) > 1e14:
            return {}
        step = np.linalg.solve(information, x.T @ (y - rate))
        beta = beta + step
        if abs(step).max() < 1e-10:
            break
    else:
        return {}
    rate = 1 / (1 + np.exp(-x @ beta))
    bread, scores = np.linalg.inv((x * (rate * (1 - rate))[:, None]).T @ x), x * (y - rate)[:, None]
    pair = judge * (int(stimulus.max()) + 1) + stimulus
    meat = sum(sign * multiply(scores, cluster) for sign, cluster in ((1, judge), (1, stimulus), (-1, pair)))
    variance = (bread @ meat @ bread)[1, 1]
    if freedom < 1 or variance <= 0:
        return {}
    error = math.sqrt(variance)
    reach = find_t(freedom, (1 + LEVEL) / 2) * error
    ends = {"odds": beta[1], "low": beta[1] - reach, "high": beta[1] + reach}
    raised = {name: math.exp(10 * value) for name, value in ends.items()}
    return {**raised, "p": find_two_sided_p(freedom, beta[1] / error)}


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
