"""Scores of agents: each part is what its own function gives for the rows concerned."""

import numpy as np
import pytest

from analysis.stats.detection import average_sensitivity
from analysis.stats.intervals import Interval, Method
from analysis.stats.scoring import score_agents
from analysis.stats.simulating import Crossing, simulate_judgements
from analysis.stats.two_way import two_way_detectability, two_way_difference, two_way_interval


def list_values(interval: Interval) -> list[float | None]:
    return [interval.estimate, interval.low, interval.high, interval.n]


def test_each_score_is_that_of_the_agents_rows_beside_all_human_rows() -> None:
    rng = np.random.default_rng(7)
    drawn = simulate_judgements(Crossing(40, 30, 60, 0.5, 0.5), logit_human=0.5, logit_ai=-0.3, rng=rng)
    agent = rng.integers(0, 3, len(drawn.y))
    scores = score_agents(drawn.y, agent=agent, human=drawn.human, judge=drawn.judge, stimulus=drawn.stimulus)
    assert len(scores) == 3
    rows = (drawn.human == 1) | (agent == 1)
    y, human, judge, stimulus = drawn.y[rows], drawn.human[rows], drawn.judge[rows], drawn.stimulus[rows]
    score = scores[1]
    gap = two_way_difference(y, group=1 - human, judge=judge, stimulus=stimulus)
    assert list_values(score.gap) == pytest.approx(list_values(gap))
    detectability = two_way_detectability(y, human=human, judge=judge, stimulus=stimulus)
    assert list_values(score.detectability) == pytest.approx(list_values(detectability))
    own = human == 0
    imitation = two_way_interval(y[own], judge=judge[own], stimulus=stimulus[own])
    assert list_values(score.imitation) == pytest.approx(list_values(imitation))
    d_prime, criterion = average_sensitivity(y, human=human, judge=judge)
    assert list_values(score.d_prime) == pytest.approx(list_values(d_prime))
    assert list_values(score.criterion) == pytest.approx(list_values(criterion))


def test_detectability_is_one_half_less_half_the_gap() -> None:
    drawn = simulate_judgements(Crossing(40, 30, 60), logit_human=1.0, logit_ai=0.0, rng=np.random.default_rng(8))
    nobody = np.zeros_like(drawn.y)
    (score,) = score_agents(drawn.y, agent=nobody, human=drawn.human, judge=drawn.judge, stimulus=drawn.stimulus)
    assert score.gap.estimate is not None
    assert score.detectability.estimate == pytest.approx(0.5 - score.gap.estimate / 2)


def test_without_judgements_or_without_humans_the_scores_say_so() -> None:
    none = np.array([], dtype=int)
    assert score_agents(none, agent=none, human=none, judge=none, stimulus=none) == []
    four = np.arange(4)
    (score,) = score_agents(np.array([1, 0, 1, 0]), agent=four * 0, human=four * 0, judge=four, stimulus=four)
    assert (score.ceiling.method, score.gap.method) == (Method.NO_JUDGEMENTS, Method.NO_JUDGEMENTS)
    assert score.imitation.estimate == 0.5
