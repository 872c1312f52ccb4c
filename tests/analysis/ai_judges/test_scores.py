"""The figures of predictions, on cases small enough to count by hand or known to scikit-learn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import balanced_accuracy_score, roc_auc_score

from analysis.ai_judges import AI_JUDGES
from analysis.evaluations.evaluating import check_scores
from analysis.evaluations.ranking import rank_agents
from analysis.evaluations.scores import (
    Predictions,
    bootstrap_accuracy,
    compare,
    draw_weights,
    find_auroc,
    find_balanced_accuracy,
    find_brier,
    find_detection,
    find_interval,
    find_macro_accuracy,
    find_recalls,
    find_reset_accuracy,
    summarize,
)


def make_predictions(
    p: list[float], y: list[int], agents: list[str] | None = None, rounds: list[int] | None = None
) -> Predictions:
    size = len(p)
    names = np.array(agents or ["human" if one else "machine" for one in y], dtype=object)
    return Predictions(np.array(p), np.array(y), names, np.arange(size), np.array(rounds or [0] * size))


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 1)), min_size=2, max_size=40))
def test_threshold_and_ranking_agree_with_scikit_learn(rows: list[tuple[int, int]]) -> None:
    p, y = [(value + 0.25) / 10 for value, _ in rows], [origin for _, origin in rows]
    found = make_predictions(p, y)
    if len(set(y)) < 2:
        assert find_auroc(found) is None
        assert find_balanced_accuracy(found) is None
    else:
        assert find_auroc(found) == pytest.approx(roc_auc_score(y, p))
        assert find_balanced_accuracy(found) == pytest.approx(balanced_accuracy_score(y, np.array(p) > 0.5))


def test_agents_weigh_alike_in_the_macro_average() -> None:
    agents = ["human", "big", "big", "big", "small"]
    found = make_predictions([0.9, 0.1, 0.1, 0.1, 0.9], [1, 0, 0, 0, 0], agents)
    assert find_balanced_accuracy(found) == pytest.approx((1 + 3 / 4) / 2)
    assert find_macro_accuracy(found) == pytest.approx((1 + (1 + 0) / 2) / 2)
    assert find_recalls(found) == {"human": 1, "big": 1, "small": 0}


def test_what_is_said_in_one_round_is_not_ranked_beside_another() -> None:
    """A model that did not know agent "b" calls everybody human, yet its machines the least so: nobody is misjudged."""
    agents = ["human", "human", "a", "human", "human", "b"]
    found = make_predictions([0.8, 0.7, 0.1, 0.99, 0.98, 0.97], [1, 1, 0, 1, 1, 0], agents, [0, 0, 0, 1, 1, 1])
    assert find_auroc(found) == 1
    assert find_detection(found, false_alarms=0.01) == 1
    ranking = {row["agent"]: row for row in rank_agents(found, rng=np.random.default_rng(0))}
    assert (ranking["a"]["imitation"], ranking["b"]["imitation"]) == (0, 1)
    assert (ranking["a"]["gap"], ranking["b"]["gap"]) == (-1, 0)


def test_a_threshold_is_reset_round_by_round() -> None:
    """In one round everybody's P(human) is near 1, in the other near 0; in both the machines are below the humans."""
    humans = np.linspace(0.3, 0.4, 60)
    p = [*(humans + 0.59), *([0.6] * 60), *humans, *([0.01] * 60)]
    found = make_predictions(p, [1] * 60 + [0] * 60 + [1] * 60 + [0] * 60, rounds=[0] * 120 + [1] * 120)
    reset = find_reset_accuracy(found, rng=np.random.default_rng(0))
    assert reset == pytest.approx((0.75 + 1) / 2, abs=0.05)


def test_machines_are_found_at_a_share_of_false_alarms() -> None:
    humans, machines = [(number + 1) / 101 for number in range(100)], [0.001, 0.0195, 0.5]
    found = make_predictions([*humans, *machines], [1] * 100 + [0] * 3)
    # One human of a hundred may be called a machine: the threshold is just below 2/101 = .0198.
    assert find_detection(found, false_alarms=0.01) == pytest.approx(2 / 3)
    assert find_detection(found, false_alarms=0.5) == pytest.approx(1)


def test_a_share_of_false_alarms_that_ties_make_unattainable_is_null() -> None:
    found = make_predictions([0.5] * 20, [1] * 10 + [0] * 10)
    assert find_detection(found, false_alarms=0.01) is None


def test_brier_weighs_both_origins_alike() -> None:
    assert find_brier(make_predictions([1, 1, 1, 0.5], [1, 1, 1, 0])) == pytest.approx(0.125)


def test_a_threshold_set_on_a_few_humans_mends_a_shift() -> None:
    rng = np.random.default_rng(0)
    y = np.repeat([1, 0], 500)
    p = np.clip(np.where(y == 1, 0.35, 0.15) + rng.normal(0, 0.05, 1000), 0.01, 0.99)  # all look like machines
    found = make_predictions(p.tolist(), y.tolist())
    assert find_balanced_accuracy(found) == pytest.approx(0.5, abs=0.01)
    reset = find_reset_accuracy(found, rng=rng)
    # Three quarters of the humans are kept; the machines lie four standard deviations below.
    assert reset == pytest.approx((0.75 + 1) / 2, abs=0.03)
    assert find_reset_accuracy(make_predictions([0.1] * 30, [1] * 29 + [0]), rng=rng) is None


def test_no_answer_counts_as_wrong_and_is_counted() -> None:
    found = summarize(make_predictions([0.9, float("nan"), 0.1, 0.1], [1, 1, 0, 0]), rng=np.random.default_rng(0))
    assert found["balanced_accuracy"] == pytest.approx(0.75)
    assert found["no_answer"] == 1
    assert not found["is_degenerate"]


def test_constant_scores_are_marked_degenerate() -> None:
    found = summarize(make_predictions([0.5] * 6, [1, 1, 1, 0, 0, 0]), rng=np.random.default_rng(0))
    assert found["is_degenerate"]
    assert found["auroc"] == 0.5
    assert found["balanced_accuracy"] == 0.5


def test_the_interval_over_stimuli_is_as_wide_as_stimuli_differ() -> None:
    rng = np.random.default_rng(3)
    group = np.repeat(np.arange(200), 10)
    right = rng.random(200) < 0.7  # a stimulus is told right or wrong as a whole
    y = np.tile([1, 0], 1000)
    p = np.where(right[group], y, 1 - y).astype(float)
    found = Predictions(p, y, np.where(y == 1, "human", "machine").astype(object), group, np.zeros(2000, dtype=int))
    low, high = find_interval(bootstrap_accuracy(found, weights=draw_weights(group, rng=rng)))
    assert low is not None
    assert high is not None
    assert high - low == pytest.approx(2 * 1.96 * np.sqrt(0.7 * 0.3 / 200), rel=0.15)  # not of 2,000 rows


def test_two_judges_are_compared_on_the_same_draws() -> None:
    good = make_predictions([0.9, 0.8, 0.1, 0.2] * 10, [1, 1, 0, 0] * 10)
    weights = draw_weights(good.group, rng=np.random.default_rng(0))
    assert compare(good, good, weights=weights) == (0, 0, 0)
    bad = make_predictions([0.1, 0.8, 0.1, 0.2] * 10, [1, 1, 0, 0] * 10)
    found = compare(good, bad, weights=weights)
    assert found is not None
    difference, low, _ = found
    assert difference == pytest.approx(0.25)
    assert low is not None
    assert low > 0


@pytest.mark.parametrize(
    ("p", "sentence"),
    [
        ([0.5], "gave 1 answers for 2 items"),
        ([0.5, 7.0], r"gave 7; P\(human\) is from 0 to 1"),
        ([0.5, -float("inf")], "gave -inf"),
    ],
)
def test_answers_outside_0_to_1_or_of_another_number_are_refused(p: list[float], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        check_scores(AI_JUDGES["majority"], np.array(p), count=2)
