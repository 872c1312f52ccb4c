"""The threshold set anew on answers known to be human."""

import numpy as np
import pytest

from analysis.ai_judges.base import CannotJudge
from analysis.evaluations.scores import Predictions, find_auroc
from analysis.evaluations.thresholds import describe_threshold, find_labeled, move_threshold
from tests.analysis.ai_judges.making import make_paired_items

ITEMS = make_paired_items(stimuli=12, agents=1)


def make_shifted(*, people: int = 40) -> tuple[Predictions, np.ndarray]:
    """A judge that ranks rightly, yet calls everyone a machine; the first twenty humans are labeled."""
    p = np.concatenate([np.linspace(0.2, 0.4, people), np.linspace(0.01, 0.2, people)])
    y = np.repeat([1, 0], people)
    agent = np.where(y == 1, "human", "machine").astype(object)
    group = np.tile(np.arange(people), 2)
    labeled = (y == 1) & (group % 2 == 0)
    return Predictions(p, y, agent, group, np.zeros(2 * people, dtype=np.int64)), labeled


def test_a_judge_that_ranks_rightly_is_right_once_its_threshold_is_set() -> None:
    found, labeled = make_shifted()
    figures = describe_threshold(found, labeled, rng=np.random.default_rng(0))
    assert figures["before"] == 0.5
    assert figures["after"] == pytest.approx((0.75 + 1) / 2, abs=0.03)  # a quarter of humans called machines
    assert figures["low"] < figures["after"] < figures["high"]


def test_ranking_stays_as_it_is_and_the_labeled_are_not_scored() -> None:
    found, labeled = make_shifted()
    moved = move_threshold(found, labeled)
    assert len(moved) == len(found) - labeled.sum()
    assert find_auroc(moved) == find_auroc(found.take(~labeled))


def test_stimuli_are_named_in_full_or_by_their_key() -> None:
    named = [f"image-{number}" for number in range(5)]
    assert find_labeled(ITEMS, named) == frozenset(named)
    assert find_labeled(ITEMS, ["elsewhere"]) == frozenset()


@pytest.mark.parametrize(
    ("stimuli", "sentence"),
    [(["image-1", "image-99"], "No human answer to 'image-99'"), (["image-1"], "at least 5 stimuli; 1 are named")],
)
def test_stimuli_that_are_of_no_use_are_refused(stimuli: list[str], sentence: str) -> None:
    with pytest.raises(CannotJudge, match=sentence):
        find_labeled(ITEMS, stimuli)
