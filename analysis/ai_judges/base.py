"""The contract of an AI judge: for each fold, how likely a human made each of the items that were held out."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from analysis.features.items import Item
from analysis.features.material import Material
from turingapp.errors import TuringError

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


class CannotJudge(TuringError):
    """These items are nothing that this judge could judge, or too few; the message says what would be needed."""


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """Rows to learn from, rows to judge, and parts of the former, whole stimuli each, to calibrate on."""

    seed: int
    number: int
    train: Rows
    test: Rows
    inner: tuple[Rows, ...] = field(default=())
    held_out: str = ""  # the agent that no row of `train` is by


class AiJudge(ABC):
    """A system that judges; without state. Its answers are P(human), from 0 to 1: higher is more human."""

    slug: ClassVar[str]
    title: ClassVar[str]
    claim: ClassVar[str]  # what its figures can and cannot show, in one or two sentences
    is_baseline: ClassVar[bool] = False

    def check(self, items: Sequence[Item]) -> None:
        """Raise CannotJudge where these items are not of its kind."""
        return

    def skips(self, item: Item) -> bool:
        """Whether it would be unfair or meaningless to score it on this item."""
        return False

    @abstractmethod
    def judge(self, material: Material, folds: Sequence[Fold]) -> Iterator[tuple[Fold, Floats]]:
        """P(human) of every test row of each fold, fold after fold as they are done; NaN is "no answer"."""


def weigh(material: Material, rows: Rows) -> Floats:
    """Weights of `rows`, mean 1: both origins alike in sum, and so are the AI agents among themselves."""
    makers = material.makers[rows]
    counts = np.bincount(makers, minlength=1)
    machines = max(int((counts[1:] > 0).sum()), 1)
    shares = np.where(np.arange(len(counts)) == 0, 1.0, 1.0 / machines) / np.maximum(counts, 1)
    chosen = shares[makers]
    weights: Floats = chosen * (len(rows) / max(float(chosen.sum()), 1e-12))
    return weights
