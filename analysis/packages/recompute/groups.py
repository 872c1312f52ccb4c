"""The tables of judges' groups, by what judges told of themselves, and whether the groups differ."""

from typing import Any

import numpy as np
import pandas as pd

from .intervals import Values
from .rates import Tables, make_groups
from .tables import Study

GROUPS = {
    "age": ("Under 35", "35 to 45", "Over 45"),
    "gender": ("Female", "Male", "Another"),
    "education": ("School", "Bachelor", "Postgraduate"),
    "country": ("United States", "Elsewhere"),
    "language": ("Native speaker of English", "Not a native speaker"),
}
SILENT = "Prefer not to say"
PERMUTATIONS = 1_999


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
