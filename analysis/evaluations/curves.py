"""Of one judge's predictions: the ROC curve, calibration, and the items that fooled it most."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from analysis.evaluations.scores import Predictions
from analysis.features.items import Item, find_cue, find_text

MOST_POINTS = 100
BINS = 10
MOST_FOOLED = 15


def draw_roc(found: Predictions) -> list[dict[str, float]]:
    """Machines found against humans called machines, from (0, 0) to (1, 1), thinned to a hundred points."""
    answered = found.take(~np.isnan(found.p))
    humans, machines = (np.sort(answered.p[answered.y == origin]) for origin in (1, 0))
    if not len(humans) or not len(machines):
        return []
    values = np.unique(answered.p)
    alarms = np.searchsorted(humans, values, side="right") / len(humans)
    hits = np.searchsorted(machines, values, side="right") / len(machines)
    chosen = np.unique(np.linspace(0, len(values) - 1, min(MOST_POINTS, len(values))).round().astype(int))
    points = zip(alarms[chosen], hits[chosen], strict=True)
    return [{"x": 0.0, "y": 0.0}, *({"x": float(x), "y": float(y)} for x, y in points)]


def draw_calibration(found: Predictions) -> list[dict[str, float]]:
    """In ten bins of P(human): its mean, and the share of humans were both origins equally many."""
    answered = found.take(~np.isnan(found.p))
    if len(np.unique(answered.y)) < 2:
        return []
    weights = np.where(answered.y == 1, 0.5 / answered.y.sum(), 0.5 / (1 - answered.y).sum())
    bins = np.minimum((answered.p * BINS).astype(int), BINS - 1)
    rows = []
    for place in np.unique(bins):
        chosen = bins == place
        share = weights[chosen & (answered.y == 1)].sum() / weights[chosen].sum()
        rows.append({"p": float(answered.p[chosen].mean()), "share": float(share), "n": int(chosen.sum())})
    return rows


def find_fooling(items: Sequence[Item], rows: Sequence[int], p: Sequence[float]) -> list[dict[str, Any]]:
    """The items that a judge was most sure and most wrong about, by its mean over the seeds."""
    sums: dict[int, list[float]] = {}
    for row, value in zip(rows, p, strict=True):
        if value == value:  # no answer fools nobody
            sums.setdefault(int(row), []).append(float(value))
    means = {row: float(np.mean(values)) for row, values in sums.items()}
    order = sorted(means, key=lambda row: means[row] if items[row].is_human else 1 - means[row])
    return [describe_item(items[row], means[row]) for row in order[:MOST_FOOLED]]


def describe_item(item: Item, p: float) -> dict[str, Any]:
    """An item with what a judge said of it."""
    cue = find_cue(item)
    shown = find_text(item) or "(no text)"
    return {
        "stimulus": item.group,
        "origin": item.origin.value,
        "agent": item.agent,
        "text": f"{cue}: {shown}" if cue else shown,
        "p": p,
    }
