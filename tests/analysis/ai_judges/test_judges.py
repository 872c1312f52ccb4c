"""Every judge of the list, on items that it can tell."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

from agents.models import Origin
from agents.tasks.evidence import Numbers, Scanpath
from analysis.ai_judges import AI_JUDGES
from analysis.ai_judges.base import AiJudge, CannotJudge
from analysis.ai_judges.calibrating import calibrate, reset_threshold, shift
from analysis.ai_judges.original import ORIGINAL_JUDGES
from analysis.evaluations.splits import group_items, split_by_stimulus
from analysis.features.items import Item
from analysis.features.material import Material
from tests.analysis.ai_judges.making import make_paired_items

ITEMS = make_paired_items(stimuli=20, agents=2, tell=0.9)
Y = np.array([item.is_human for item in ITEMS], dtype=np.int64)
FOLDS = split_by_stimulus(Y, group_items(ITEMS, join_near_copies=False), seeds=(0,))
ORIGINALS = {judge.slug for judge in ORIGINAL_JUDGES}
LEARNING = [judge for judge in AI_JUDGES if judge.slug not in ORIGINALS and not judge.slug.startswith("language-model")]


@pytest.mark.parametrize("judge", LEARNING, ids=lambda judge: judge.slug)
def test_a_judge_says_p_human_of_every_test_item_the_same_each_time(judge: AiJudge, tmp_path: Path) -> None:
    try:
        judge.check(ITEMS)
    except CannotJudge:
        pytest.skip(f"{judge.slug} judges items of another kind")
    once, again = (list(judge.judge(Material(ITEMS, cache=tmp_path), FOLDS[:2])) for _ in range(2))
    assert [fold for fold, _ in once] == FOLDS[:2]
    for (fold, p), (_, same) in zip(once, again, strict=True):
        assert p.shape == fold.test.shape
        assert ((p >= 0) & (p <= 1)).all()
        np.testing.assert_allclose(p, same, atol=1e-6)


@pytest.mark.long
@pytest.mark.parametrize("name", ["combined", "tfidf-svm", "linear", "forest", "character-ngrams"])
def test_higher_means_more_human(name: str, tmp_path: Path) -> None:
    p = np.empty(len(ITEMS))
    for fold, values in AI_JUDGES[name].judge(Material(ITEMS, cache=tmp_path), FOLDS):
        p[fold.test] = values
    assert roc_auc_score(Y, p) > 0.75


def test_scanpaths_on_a_grid_are_found_by_measures_and_not_by_raw_numbers(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    items = []
    for stimulus in range(30):
        for origin, agent in ((Origin.HUMAN, "human"), (Origin.AI, "grid")):
            points = rng.random((10, 2)) if origin == Origin.HUMAN else rng.integers(0, 33, (10, 2)) / 32
            path = tuple((float(x), float(y)) for x, y in points)
            evidence = (Numbers(tuple(points.ravel().tolist())), Scanpath(path))
            items.append(Item(f"{stimulus}/{agent}", str(stimulus), origin, agent, evidence))
    y = np.array([item.is_human for item in items], dtype=np.int64)
    folds = split_by_stimulus(y, group_items(items, join_near_copies=False), seeds=(0,))
    found = {}
    for name in ("combined", "raw-scanpath"):
        p = np.empty(len(items))
        for fold, values in AI_JUDGES[name].judge(Material(items, cache=tmp_path), folds):
            p[fold.test] = values
        found[name] = roc_auc_score(y, p)
    assert found["combined"] > 0.95
    assert found["raw-scanpath"] < 0.75


@pytest.mark.parametrize("judge", ORIGINAL_JUDGES, ids=lambda judge: judge.slug)
def test_an_original_judge_refuses_what_it_cannot_see(judge: AiJudge) -> None:
    blank = [Item("k", "g", Origin.HUMAN, "human", ())]
    with pytest.raises(CannotJudge):
        judge.check(blank)


def test_an_original_association_judge_is_not_scored_on_the_agent_that_shares_its_embedding() -> None:
    judge = AI_JUDGES["original-association-gpt2"]
    own, other = (Item("k", "g", Origin.AI, f"paper-association-{name}", ()) for name in ("gpt2", "word2vec"))
    assert judge.skips(own)
    assert not judge.skips(other)


def test_calibration_gives_the_shares_that_are_true() -> None:
    rng = np.random.default_rng(1)
    scores = rng.normal(0, 3, 4_000)
    y = (rng.random(4_000) < 1 / (1 + np.exp(-scores))).astype(np.int64)
    p = calibrate(scores, inner=scores, y=y)
    weights = np.where(y == 1, 0.5 / y.sum(), 0.5 / (1 - y).sum())
    for low in (0.1, 0.4, 0.7):
        chosen = (p > low) & (p < low + 0.2)
        share = (weights * y)[chosen].sum() / weights[chosen].sum()
        assert share == pytest.approx(p[chosen].mean(), abs=0.06)


def test_who_is_ranked_is_not_tied_by_the_bounds_of_probability() -> None:
    scores = np.array([2.5, 2.6, 3.0])
    p = calibrate(scores, inner=np.array([-1.0, 1.0] * 50), y=np.array([0, 1] * 50))
    assert p[0] < p[1] < p[2] < 1


def test_scores_without_signal_are_not_turned_over() -> None:
    p = calibrate(np.array([1.0, 2.0, 3.0]), inner=np.array([3.0, 2.0, 1.0, 0.0]), y=np.array([0, 0, 1, 1]))
    assert p[0] < p[1] < p[2]


def test_a_threshold_is_set_anew_on_answers_known_to_be_human() -> None:
    humans = np.linspace(0.2, 0.6, 101)
    threshold = reset_threshold(humans, share_called_ai=0.1)
    assert threshold == pytest.approx(0.24)
    assert (shift(humans, threshold=threshold) < 0.5).mean() == pytest.approx(0.1, abs=0.01)
