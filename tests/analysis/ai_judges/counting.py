"""A judge, added as third parties add theirs, that counts the folds it was given."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

import numpy as np

from analysis.ai_judges.base import AiJudge, Floats, Fold
from analysis.features.material import Material


class Counting(AiJudge):
    """Says one half of everything."""

    slug, title, claim = "counting", "Counting", "Shows nothing."
    judged: ClassVar[list[tuple[int, int, str]]] = []

    def judge(self, material: Material, folds: Sequence[Fold]) -> Iterator[tuple[Fold, Floats]]:
        """One half, noted."""
        for fold in folds:
            self.judged.append((fold.seed, fold.number, fold.held_out))
            yield fold, np.full(len(fold.test), 0.5)
