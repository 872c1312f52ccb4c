"""Every out-of-fold prediction as a row of CSV, so that every figure can be computed again."""

import csv
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path
from typing import Any

from analysis.evaluations.evaluating import Evaluation
from analysis.evaluations.findings import describe_embedder

COLUMNS = (
    "set",
    "judge",
    "setting",
    "seed",
    "fold",
    "held_out",
    "item",
    "stimulus",
    "origin",
    "agent",
    "p_human",
    "embedder",
)


def list_predictions(evaluation: Evaluation) -> Iterator[tuple[Any, ...]]:
    """Every out-of-fold prediction with its fold, seed and what it rests on."""
    model = describe_embedder(evaluation)
    for place, fold, p in evaluation.list_known():
        for row, value in zip(fold.test, p, strict=True):
            item = evaluation.items.items[row]
            yield (evaluation.items.name, *astuple(place), item.key, item.group, item.origin, item.agent, value, model)


def write_predictions(path: Path, rows: list[tuple[Any, ...]]) -> None:
    """All predictions as CSV."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(rows)
