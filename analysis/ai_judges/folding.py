"""What judges that learn have in common: ridge classification of all folds at once, or an estimator fold by fold."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import numpy as np
from scipy.special import logit
from threadpoolctl import ThreadpoolController

from agents.services.transformers_local import count_threads
from analysis.ai_judges.base import AiJudge, Floats, Fold, Rows, weigh
from analysis.ai_judges.blocks import Block, Constant, Matrix
from analysis.ai_judges.calibrating import SURE, calibrate
from analysis.ai_judges.ridge import PENALTIES, solve_ridge
from analysis.features.material import Material

MOST_COLUMNS = 1 << 18  # rows times training sets solved at once: keeps the bases of two threads below 200 MB
FEW_ROWS = 2_500  # up to here three inner parts are used to calibrate; beyond, two are plenty
INNER_OF_FEW, INNER_OF_MANY = 3, 2


class RidgeJudge(AiJudge):
    """Learns by ridge classification; a subclass says on which blocks. The penalty is chosen inside each fold."""

    also_apart: ClassVar[bool] = False  # whether each block also learns alone, and the scores are averaged

    @abstractmethod
    def make_blocks(self, material: Material, masks: Matrix) -> list[Block]:
        """The blocks that its kernel is the sum of."""

    def judge(self, material: Material, folds: Sequence[Fold]) -> Iterator[tuple[Fold, Floats]]:
        """Several folds share each product with the kernel."""
        trained = [(fold, choose_inner(fold)) for fold in folds]
        batch: list[tuple[Fold, tuple[Rows, ...]]] = []
        for place, (fold, inner) in enumerate(trained):
            batch.append((fold, inner))
            columns = sum(1 + len(parts) for _, parts in batch)
            if place + 1 == len(trained) or columns * len(material) > MOST_COLUMNS:
                yield from self._judge_batch(material, batch)
                batch = []

    def _judge_batch(
        self, material: Material, batch: Sequence[tuple[Fold, tuple[Rows, ...]]]
    ) -> Iterator[tuple[Fold, Floats]]:
        sets = [rows for fold, inner in batch for rows in (fold.train, *(_leave(fold.train, part) for part in inner))]
        weights = np.zeros((len(material), len(sets)), dtype=np.float32)
        for column, rows in enumerate(sets):
            weights[rows, column] = weigh(material, rows)
        blocks = self.make_blocks(material, (weights > 0).astype(np.float32))
        apart = [[block] for block in blocks] if self.also_apart and len(blocks) > 1 else []
        scores = _solve((blocks, *apart), targets=(2 * material.y - 1).astype(np.float64), weights=weights)
        column = 0
        for fold, inner in batch:
            chosen = [_choose(one[:, :, column : column + 1 + len(inner)], material, fold, inner) for one in scores]
            yield fold, _finish(chosen, material, inner)
            column += 1 + len(inner)


def _solve(members: Sequence[list[Block]], *, targets: Floats, weights: Matrix) -> list[Matrix]:
    """Scores by each list of blocks. Each has a thread of its own: several for one small product mostly wait."""

    def solve(blocks: list[Block]) -> Matrix:
        return solve_ridge([Constant(), *blocks], targets=targets, weights=weights)

    with ThreadpoolController().limit(limits=1), ThreadPoolExecutor(count_threads()) as pool:
        return list(pool.map(solve, members))


def _choose(scores: Matrix, material: Material, fold: Fold, inner: Sequence[Rows]) -> tuple[Floats, Floats]:
    """Scores of the test rows and of the inner parts, with the penalty that does best on the latter."""
    rows = _join(inner)
    parts = [scores[:, part, place] for place, part in enumerate(inner, 1)]
    held = np.concatenate([*parts, np.zeros((len(PENALTIES), 0))], axis=1).astype(np.float64)
    best = PENALTIES.index(1.0)
    if len(np.unique(material.y[rows])) == 2:
        best = int((((held - (2 * material.y[rows] - 1)) ** 2) @ weigh(material, rows)).argmin())
    return scores[best, fold.test, 0].astype(np.float64), held[best]


def _finish(chosen: Sequence[tuple[Floats, Floats]], material: Material, inner: Sequence[Rows]) -> Floats:
    """The averaged scores of the test rows, calibrated on those of the inner parts."""
    scores, held = (_average(parts) for parts in zip(*chosen, strict=True))
    y = material.y[_join(inner)]
    known = slice(None) if len(np.unique(y)) == 2 else slice(0)
    return calibrate(scores, inner=held[known], y=y[known])


def _average(scores: Sequence[Floats]) -> Floats:
    """Half of what was learned jointly, which stands first, and half of what was learned apart, where anything was."""
    joint, *apart = scores
    return (joint + np.mean(apart, axis=0)) / 2 if apart else joint


def _join(parts: Sequence[Rows]) -> Rows:
    return np.concatenate([*parts, np.zeros(0, dtype=np.int64)]).astype(np.int64)


class FittedJudge(AiJudge):
    """Fits an estimator of its own to each fold, then calibrates it on one inner part that it did not see."""

    @abstractmethod
    def encode(self, material: Material) -> Any:
        """Its features, a row an item, none of them fitted."""

    @abstractmethod
    def build(self, seed: int) -> Any:
        """A fresh estimator with everything that is fitted: scales, vocabulary, classifier."""

    def judge(self, material: Material, folds: Sequence[Fold]) -> Iterator[tuple[Fold, Floats]]:
        """Fold by fold."""
        features = self.encode(material)
        for fold in folds:
            inner = choose_inner(fold)[:1]
            held = [self._score(material, features, _leave(fold.train, part), part, fold.seed) for part in inner]
            scores = self._score(material, features, fold.train, fold.test, fold.seed)
            rows = inner[0] if inner else np.zeros(0, dtype=np.int64)
            yield fold, calibrate(scores, inner=held[0] if held else np.zeros(0), y=material.y[rows])

    def _score(self, material: Material, features: Any, train: Rows, test: Rows, seed: int) -> Floats:
        estimator = self.build(seed)
        if len(np.unique(material.y[train])) < 2:
            return np.zeros(len(test))
        estimator.fit(_take(features, train), material.y[train])
        return score_human(estimator, _take(features, test))


def score_human(estimator: Any, features: Any) -> Floats:
    """An estimator's scores, higher for human, on the logit scale where it gives probabilities."""
    column = list(estimator.classes_).index(1)
    if hasattr(estimator, "decision_function"):
        decided: Floats = np.asarray(estimator.decision_function(features), dtype=float)
        return decided if column == 1 else -decided
    return np.asarray(logit(np.clip(estimator.predict_proba(features)[:, column], SURE, 1 - SURE)), dtype=float)


def choose_inner(fold: Fold) -> tuple[Rows, ...]:
    """The inner parts that are worth their time."""
    return fold.inner[: INNER_OF_FEW if len(fold.train) <= FEW_ROWS else INNER_OF_MANY]


def _leave(rows: Rows, part: Rows) -> Rows:
    return np.setdiff1d(rows, part)


def _take(features: Any, rows: Rows) -> Any:
    return [features[row] for row in rows] if isinstance(features, tuple) else features[rows]
