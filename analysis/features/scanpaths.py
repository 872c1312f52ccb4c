"""Features of a scanpath: lengths and angles of saccades, revisits, spread, and the grid that its points may lie on."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Points = tuple[tuple[float, float], ...]

NEAR = 0.05  # fractions of the picture: about a degree and a half of visual angle on the original study's screen
GRIDS = (16, 32, 64)
CENTER = np.array([0.5, 0.5])

SCANPATH_NAMES = (
    "fixations",
    "mean saccade",
    "spread of saccades",
    "shortest saccade",
    "longest saccade",
    "first saccade",
    "second saccade",
    "median saccade",
    "length trend",
    "length correlation",
    "mean turn",
    "spread of turns",
    "turns back",
    "goes straight on",
    "horizontal saccades",
    "vertical saccades",
    "rightward",
    "downward",
    "mean x",
    "mean y",
    "spread of x",
    "spread of y",
    "distance from the center",
    "first from the center",
    "last from the center",
    "nearest pair",
    "tenth of pairs",
    "median pair",
    "revisits",
    "returns to the one before last",
    "off the picture",
    "repeated x",
    "repeated y",
    "repeated points",
    *(f"off a grid of {grid}" for grid in GRIDS),
)


DURATION_NAMES = (
    "mean duration",
    "spread of durations",
    "shortest duration",
    "longest duration",
    "first duration",
    "duration trend",
    "durations and saccades after them",
)


def describe_durations(points: Points, durations_ms: tuple[float, ...]) -> Floats:
    """The numbers of DURATION_NAMES for one scanpath, in logarithms of milliseconds: durations are skewed."""
    logs = np.log(np.asarray(durations_ms, dtype=np.float64))
    steps = np.diff(np.asarray(points, dtype=np.float64).reshape(-1, 2), axis=0)
    trend, coupling = _correlate(np.arange(len(logs)), logs), _correlate(logs[:-1], np.hypot(*steps.T))
    return np.array([logs.mean(), logs.std(), logs.min(), logs.max(), logs[0], trend, coupling])


def describe_scanpath(points: Points) -> Floats:
    """The numbers of SCANPATH_NAMES for one scanpath; what needs more fixations than it has is 0."""
    path = np.asarray(points, dtype=np.float64).reshape(-1, 2)
    return np.concatenate([[np.log(len(path))], _measure_saccades(path), _measure_places(path), _measure_grid(path)])


def _measure_saccades(path: Floats) -> Floats:
    steps = np.diff(path, axis=0)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    turns = _find_turns(steps)
    safe = lengths if len(lengths) else np.zeros(1)
    angle = np.arctan2(steps[:, 1], steps[:, 0])
    return np.array(
        [
            safe.mean(),
            safe.std(),
            safe.min(),
            safe.max(),
            safe[0],
            safe[1] if len(safe) > 1 else 0.0,
            np.median(safe),
            _correlate(np.arange(len(safe)), safe),
            _correlate(safe[:-1], safe[1:]),
            _mean(np.abs(turns)),
            turns.std() if len(turns) else 0.0,
            _mean(np.abs(turns) > np.pi * 0.75),
            _mean(np.abs(turns) < np.pi * 0.25),
            _mean(np.abs(np.cos(angle)) > np.cos(np.pi / 8)),
            _mean(np.abs(np.sin(angle)) > np.cos(np.pi / 8)),
            _mean(np.cos(angle)),
            _mean(np.sin(angle)),
        ]
    )


def _find_turns(steps: Floats) -> Floats:
    angle = np.arctan2(steps[:, 1], steps[:, 0])
    turns: Floats = np.angle(np.exp(1j * np.diff(angle)))
    return turns


def _measure_places(path: Floats) -> Floats:
    apart = np.hypot(*(path - CENTER).T)
    upper = np.triu_indices(len(path), 1)
    pairs = np.hypot(*(path[:, None] - path[None])[upper].T) if len(path) > 1 else np.zeros(1)
    return np.array(
        [
            *path.mean(axis=0),
            *path.std(axis=0),
            apart.mean(),
            apart[0],
            apart[-1],
            pairs.min(),
            np.quantile(pairs, 0.1),
            np.median(pairs),
            _mean(pairs < NEAR),
            _mean(np.hypot(*(path[2:] - path[:-2]).T) < NEAR),
            _mean(np.any((path < 0) | (path > 1), axis=1)),
        ]
    )


def _measure_grid(path: Floats) -> Floats:
    count = len(path)
    repeats = [1 - len(np.unique(path[:, axis])) / count for axis in (0, 1)]
    off = [np.abs(path * grid - np.round(path * grid)).mean() for grid in GRIDS]
    return np.array([*repeats, 1 - len(np.unique(path, axis=0)) / count, *off])


def _mean(values: NDArray[Any]) -> float:
    return float(np.mean(values)) if len(values) else 0.0


def _correlate(one: NDArray[Any], other: Floats) -> float:
    """Pearson's r; 0 where either does not vary or has fewer than three values."""
    if len(one) < 3 or np.std(one) == 0 or np.std(other) == 0:
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])


def normalize_points(points: Points) -> Points:
    """A scanpath without its form: inside the picture, on one grid of hundredths."""
    return tuple((round(min(max(x, 0.0), 1.0), 2), round(min(max(y, 0.0), 1.0), 2)) for x, y in points)
