"""Verdicts on agents: their order, their gates, and that an agent alike gets no better one than it should."""

import numpy as np
import pytest

from analysis.stats.clusters import ClusteredRates, count_clusters
from analysis.stats.intervals import Interval, Method
from analysis.stats.two_way import find_difference
from analysis.stats.verdicts import Gate, Lack, Verdict, find_p, find_still_needed, judge_agents

WEAK = 1


def count_balanced(rates: list[float], *, judges: int = 80, each: int = 40, spread: float = 0.2) -> ClusteredRates:
    """Count humans, a weak agent and others; each judge says "human" to exactly such a share of each one's responses.

    Of agents after the weak one every second judge says it more often by `spread`, every other less often, so that the
    standard error of their gaps is about spread / sqrt(judges).
    """
    rng, kinds = np.random.default_rng(17), len(rates)
    shares = np.tile(rates, (judges, 1))
    shares[:, 2:] += np.where(np.arange(judges) % 2, spread, -spread)[:, None]
    order = rng.random((judges, kinds, each)).argsort(axis=2)
    y = (order < np.round(shares * each)[..., None]).ravel()
    judge, group = np.repeat(np.arange(judges), kinds * each), np.tile(np.repeat(np.arange(kinds), each), judges)
    return count_clusters(y, group=group, judge=judge, stimulus=np.arange(len(y)) * 7 % 83)


@pytest.mark.parametrize(
    ("gap", "verdict"),
    [
        (0.10, Verdict.SUPERIOR),
        (0.0, Verdict.EQUIVALENT),
        (0.025, Verdict.NON_INFERIOR),
        (-0.025, Verdict.INCONCLUSIVE),
        (-0.05, Verdict.DETECTABLY_BELOW),
        (-0.2, Verdict.FAILS),
    ],
)
def test_the_first_verdict_that_the_gap_supports_is_given(gap: float, verdict: Verdict) -> None:
    """The standard error is .2 / sqrt(80) = .0224: the 95% interval reaches .0445, the 90% interval .0372."""
    counted = count_balanced([0.7, 0.2, 0.7 + gap], spread=0.2)
    weak, agent = judge_agents(counted, baseline=WEAK)
    assert agent.gap.estimate == pytest.approx(gap, abs=1e-9)
    assert agent.verdict == verdict
    assert (agent.still_needed is None) == (verdict != Verdict.INCONCLUSIVE)
    assert weak.verdict == Verdict.FAILS


def test_an_open_question_needs_as_many_more_as_would_shrink_the_interval_to_the_margin() -> None:
    """By hand: at a gap of 0 the 90% interval reaches .1 and must reach .05, so four times the judgements."""
    gap = Interval(0.0, -0.12, 0.12, 1000, 40, 40, Method.TWO_WAY)
    narrow = Interval(0.0, -0.1, 0.1, 1000, 40, 40, Method.TWO_WAY)
    assert find_still_needed(gap, narrow) == 3000
    assert find_still_needed(Interval(None, None, None, 0, 0, 0, Method.NO_JUDGEMENTS), narrow) is None


def test_few_judges_few_stimuli_and_an_undetected_or_missing_baseline_are_grey_with_reasons() -> None:
    few = judge_agents(count_balanced([0.7, 0.2, 0.7], judges=29, each=100), baseline=WEAK)[1]
    assert few.verdict == Verdict.GREY
    assert few.gates[0] == Gate(Lack.JUDGES, 29)
    unseen = judge_agents(count_balanced([0.5, 0.5, 0.5]), baseline=WEAK)[1]
    assert unseen.gates == (Gate(Lack.BASELINE_MISSED),)
    missing = judge_agents(count_balanced([0.5, 0.5]))[0]
    assert missing.gates == (Gate(Lack.NO_BASELINE),)
    assert missing.gap.estimate is not None


def test_p_is_where_the_interval_just_reaches_the_value() -> None:
    counted = count_balanced([0.6, 0.2, 0.62])
    p = find_p(counted, 2, 0, value=0.0)
    gap = find_difference(counted, 2, 0, level=1 - p)
    assert gap.low is not None
    assert gap.high is not None
    assert min(abs(gap.low), abs(gap.high)) == pytest.approx(0, abs=1e-6)
    assert find_p(counted, 2, 0, value=gap.estimate or 0.0) == pytest.approx(1, abs=1e-6)


def test_among_many_agents_a_lucky_one_is_held_to_a_stricter_level() -> None:
    """The one agent's p is about .03: enough alone, but not among ten, where Holm asks for .05 / 11 of the first."""
    alone, among = [0.7, 0.2, 0.75], [0.7, 0.2, 0.75, *[0.7] * 9]
    assert find_p(count_balanced(alone), 2, 0, value=0.0) == pytest.approx(0.03, abs=0.015)
    found = judge_agents(count_balanced(among), baseline=WEAK)[1]
    assert found.verdict == Verdict.NON_INFERIOR
    assert judge_agents(count_balanced([0.7, 0.2, 0.775]), baseline=WEAK)[1].verdict == Verdict.SUPERIOR
