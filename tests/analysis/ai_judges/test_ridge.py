"""Ridge classification of all folds at once, held against each fold solved exactly on its own."""

import numpy as np
import pytest

from analysis.ai_judges.blocks import Constant, Standardized
from analysis.ai_judges.ridge import PENALTIES, solve_ridge

ROWS, WIDTH, SETS = 120, 30, 4
RNG = np.random.default_rng(5)
VALUES = (RNG.normal(size=(ROWS, WIDTH)) * RNG.uniform(0.1, 9, WIDTH) + 5).astype(np.float32)
TARGETS = np.where(RNG.random(ROWS) < 0.5, 1.0, -1.0)
WEIGHTS = (RNG.uniform(0.5, 2, (ROWS, SETS)) * (RNG.random((ROWS, SETS)) < 0.8)).astype(np.float32)


def solve_exactly(column: int, penalty: float) -> np.ndarray:
    """Scores by weighted ridge regression in the primal, on numbers standardized by the training rows alone."""
    weights = WEIGHTS[:, column].astype(float)
    known = VALUES[weights > 0].astype(float)
    z = (VALUES - known.mean(axis=0)) / known.std(axis=0) / np.sqrt(WIDTH)
    line = np.column_stack([np.ones(ROWS), z])
    left = line.T @ (weights[:, None] * line) + penalty * np.eye(WIDTH + 1)
    return line @ np.linalg.solve(left, line.T @ (weights * TARGETS))


@pytest.mark.parametrize("column", range(SETS))
def test_folds_solved_together_score_as_each_alone_does(column: int) -> None:
    masks = (WEIGHTS > 0).astype(np.float32)
    scores = solve_ridge([Constant(), Standardized(VALUES, masks)], targets=TARGETS, weights=WEIGHTS)
    for place, penalty in enumerate(PENALTIES):
        np.testing.assert_allclose(scores[place, :, column], solve_exactly(column, penalty), atol=3e-3)


def test_what_is_left_out_of_a_fold_does_not_change_its_scores() -> None:
    moved, masks = VALUES.copy(), (WEIGHTS > 0).astype(np.float32)
    left_out = WEIGHTS[:, 0] == 0
    moved[left_out] *= -3
    before, after = (
        solve_ridge([Constant(), Standardized(values, masks)], targets=TARGETS, weights=WEIGHTS)[:, ~left_out, 0]
        for values in (VALUES, moved)
    )
    np.testing.assert_allclose(before, after, atol=1e-3)
