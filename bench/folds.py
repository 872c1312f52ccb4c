"""The speed of AI judges: ten folds and three seeds of a linear judge beside SVC refitted."""

import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from sklearn.svm import SVC

from agents.models import Origin
from agents.tasks.evidence import Numbers
from analysis.ai_judges.base import Fold
from analysis.ai_judges.plain import Linear
from analysis.evaluations.splits import group_items, split_by_stimulus
from analysis.features.items import Item
from analysis.features.material import Material
from bench.measuring import Bound, Figure, take_cpu_ms

ROWS, WIDTH, TIMED_FOLDS = 4_000, 1_536, 3
TIMES_FASTER, CLOSE = 40, 0.003
SIGNAL = 0.06  # of each dimension, in standard deviations: about four of five are told right


def measure_folds() -> list[Figure | Bound]:
    """CPU time of all thirty folds, ours beside three folds of SVC(kernel="linear") taken ten times; how far apart."""
    rng = np.random.default_rng(4)
    items, values, y = make_items(rng)
    folds = split_by_stimulus(y, group_items(items, join_near_copies=False))
    with TemporaryDirectory() as folder:
        material = Material(items, cache=Path(folder))
        accuracy, theirs = np.zeros(2), np.zeros(2)
        ours_ms = take_cpu_ms(lambda: accuracy.__setitem__(slice(None), judge_all(material, folds, y)), 1)
        bare_ms = take_cpu_ms(lambda: theirs.__setitem__(slice(None), refit(values, folds[:TIMED_FOLDS], y)), 1)
        same = judge_all(material, folds[:TIMED_FOLDS], y)
    name = f"linear judge, 10 folds x 3 seeds, {ROWS:,} x {WIDTH:,}"
    scaled = bare_ms * len(folds) / TIMED_FOLDS
    shown = f"balanced accuracy on {TIMED_FOLDS} folds, {same[0]:.4f} beside {theirs[0]:.4f} of SVC: worse by"
    return [
        Figure(name, ours_ms, "SVC(kernel='linear') refitted", scaled, limit_ms=scaled / TIMES_FASTER),
        Bound(shown, max(theirs[0] - same[0], 0), CLOSE),
    ]


def make_items(rng: np.random.Generator) -> tuple[list[Item], np.ndarray, np.ndarray]:
    """Numbers with a faint difference between the origins, two items to a stimulus."""
    y = np.tile([1, 0], ROWS // 2)
    values = rng.normal(size=(ROWS, WIDTH)) + np.where(rng.random(WIDTH) < 0.1, 3 * SIGNAL, 0) * (2 * y[:, None] - 1)
    items = [
        Item(str(row), str(row // 2), Origin.HUMAN if y[row] else Origin.AI, "made", (Numbers(tuple(values[row])),))
        for row in range(ROWS)
    ]
    return items, values, y


def judge_all(material: Material, folds: list[Fold], y: np.ndarray) -> tuple[float, float]:
    """Balanced accuracy of ours over these folds, and the seconds it took."""
    start = time.perf_counter()
    right = [float(((p > 0.5) == y[fold.test]).mean()) for fold, p in Linear().judge(material, folds)]
    return float(np.mean(right)), time.perf_counter() - start


def refit(values: np.ndarray, folds: list[Fold], y: np.ndarray) -> tuple[float, float]:
    """Balanced accuracy of SVC refitted to each fold, and the seconds it took."""
    start = time.perf_counter()
    right = []
    for fold in folds:
        mean, spread = values[fold.train].mean(axis=0), values[fold.train].std(axis=0)
        machine = SVC(kernel="linear").fit((values[fold.train] - mean) / spread, y[fold.train])
        right.append(machine.score((values[fold.test] - mean) / spread, y[fold.test]))
    return float(np.mean(right)), time.perf_counter() - start
