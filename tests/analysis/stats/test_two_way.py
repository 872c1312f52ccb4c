"""Two-way clustered intervals: the formula written out slowly, edges, and simulated judges."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from analysis.stats.clusters import Ints, count_clusters
from analysis.stats.intervals import Interval, Method
from analysis.stats.proportions import clopper_pearson
from analysis.stats.simulating import Crossing, simulate_judgements
from analysis.stats.two_way import (
    find_difference,
    find_mean_difference,
    two_way_detectability,
    two_way_difference,
    two_way_interval,
    two_way_intervals,
)

SMALL = (
    st.integers(6, 60)
    .flatmap(lambda n: st.tuples(*(st.lists(st.integers(0, top), min_size=n, max_size=n) for top in (1, 1, 4, 5))))
    .map(lambda lists: tuple(np.array(one) for one in lists))
)


def add_up_slowly(e: np.ndarray, judge: Ints, stimulus: Ints) -> float:
    """Cameron, Gelbach & Miller (2011), equation 2.8, with the larger of it and either single cluster's."""
    pairs = list(zip(judge.tolist(), stimulus.tolist(), strict=True))
    vj = sum(e[judge == j].sum() ** 2 for j in set(judge.tolist()))
    vs = sum(e[stimulus == s].sum() ** 2 for s in set(stimulus.tolist()))
    vi = sum(sum(x for x, p in zip(e, pairs, strict=True) if p == pair) ** 2 for pair in set(pairs))
    return float(max(vj + vs - vi, vj, vs))


def ends(interval: Interval) -> tuple[float, float]:
    assert interval.low is not None
    assert interval.high is not None
    return interval.low, interval.high


@given(SMALL)
def test_one_pass_gives_the_variance_of_the_formula_written_out(rows: tuple[Ints, ...]) -> None:
    y, group, judge, stimulus = rows
    counted = count_clusters(y, group=group, judge=judge, stimulus=stimulus, groups=2)
    for weights in ({0: 1.0}, {1: 1.0}, {1: 1.0, 0: -1.0}):
        if any(counted.n[g] == 0 for g in weights):
            continue
        scale = np.array([weights.get(int(g), 0.0) / counted.n[g] for g in group])
        slow = add_up_slowly((y - counted.rates[group]) * scale, judge, stimulus)
        assert counted.find_variance(weights) == pytest.approx(slow, abs=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_how_judges_and_stimuli_are_numbered_changes_no_digit(seed: int) -> None:
    rng = np.random.default_rng(seed)
    y, human, judge, stimulus = (rng.integers(0, top, 900) for top in (2, 2, 90, 70))
    numbers = np.sort(rng.choice(400, 90, replace=False)) + 41
    renumbered = two_way_detectability(y, human=human, judge=numbers[judge], stimulus=numbers[stimulus])
    assert two_way_detectability(y, human=human, judge=judge, stimulus=stimulus) == renumbered


def test_the_interval_is_t_on_the_smaller_number_of_clusters() -> None:
    y = np.array([1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1])
    judge, stimulus = np.repeat(np.arange(4), 3), np.tile(np.arange(3), 4)
    interval = two_way_interval(y, judge=judge, stimulus=stimulus, level=0.5)
    rate = 7 / 12
    error = math.sqrt(add_up_slowly((y - rate) / 12, judge, stimulus))
    reach = float(stats.t.ppf(0.75, 2)) * error
    assert ends(interval) == pytest.approx((rate - reach, rate + reach))
    assert (interval.n, interval.judges, interval.stimuli, interval.method) == (12, 4, 3, Method.TWO_WAY)


def test_near_one_the_interval_goes_through_the_logit_and_stays_inside() -> None:
    y = np.ones(400, dtype=int)
    y[::67] = 0
    low, high = ends(two_way_interval(y, judge=np.arange(400) // 10, stimulus=np.arange(400) % 40))
    assert 0.9 < low < 0.985 < high < 1


@pytest.mark.parametrize("value", [0, 1])
def test_equal_verdicts_give_the_exact_interval_on_the_smaller_number_of_clusters(value: int) -> None:
    interval = two_way_interval(np.full(90, value), judge=np.arange(90) // 3, stimulus=np.arange(90) % 45)
    assert ends(interval) == pytest.approx(clopper_pearson(30 * value, 30))
    assert interval.method == Method.EXACT_ON_CLUSTERS


def test_residuals_that_cancel_in_every_cluster_do_not_give_an_interval_of_no_width() -> None:
    y, judge, stimulus = np.array([0, 1, 1, 0]), np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    interval = two_way_interval(y, judge=judge, stimulus=stimulus)
    assert ends(interval) == pytest.approx(clopper_pearson(1, 2))


def test_no_judgements_one_judge_and_one_stimulus_say_so() -> None:
    none = np.array([], dtype=int)
    nothing = two_way_interval(none, judge=none, stimulus=none)
    assert nothing == Interval(None, None, None, 0, 0, 0, Method.NO_JUDGEMENTS)
    y, same, other = np.array([1, 0, 1, 1]), np.zeros(4, dtype=int), np.arange(4)
    alone = two_way_interval(y, judge=same, stimulus=other)
    assert alone == Interval(0.75, None, None, 4, 1, 4, Method.ONE_JUDGE)
    assert two_way_interval(y, judge=other, stimulus=same).method == Method.ONE_STIMULUS
    lonely = two_way_difference(y, group=np.zeros(4, dtype=int), judge=other, stimulus=other)
    assert (lonely.estimate, lonely.low, lonely.method) == (None, None, Method.NO_JUDGEMENTS)


@given(SMALL)
def test_any_difference_is_ordered_bounded_and_turns_round(rows: tuple[Ints, ...]) -> None:
    y, group, judge, stimulus = rows
    there = two_way_difference(y, group=group, judge=judge, stimulus=stimulus)
    back = two_way_difference(y, group=1 - group, judge=judge, stimulus=stimulus)
    if there.low is None or there.high is None or there.estimate is None:
        assert there.method in {Method.NO_JUDGEMENTS, Method.ONE_JUDGE, Method.ONE_STIMULUS}
        return
    assert -1 <= there.low <= there.estimate <= there.high <= 1
    assert ends(back) == pytest.approx((-there.high, -there.low), abs=1e-9)


@given(SMALL)
def test_an_interval_holds_its_rate_and_does_not_care_for_order_or_names(rows: tuple[Ints, ...]) -> None:
    y, _, judge, stimulus = rows
    interval = two_way_interval(y, judge=judge, stimulus=stimulus)
    turned = two_way_interval(y[::-1], judge=judge[::-1] * 10**12 + 7, stimulus=stimulus[::-1] * 10**9)
    assert (turned.n, turned.judges, turned.stimuli, turned.method) == (
        interval.n,
        interval.judges,
        interval.stimuli,
        interval.method,
    )
    if interval.low is not None and interval.estimate is not None and interval.high is not None:
        assert 0 <= interval.low <= interval.estimate <= interval.high <= 1
        assert ends(turned) == pytest.approx(ends(interval), abs=1e-9)


def test_groups_in_one_pass_are_the_groups_one_by_one() -> None:
    drawn = simulate_judgements(
        Crossing(60, 20, 50, 0.5, 0.7), logit_human=0.4, logit_ai=0.0, rng=np.random.default_rng(5)
    )
    both = two_way_intervals(drawn.y, group=drawn.human, judge=drawn.judge, stimulus=drawn.stimulus)
    for origin in (0, 1):
        own = drawn.human == origin
        alone = two_way_interval(drawn.y[own], judge=drawn.judge[own], stimulus=drawn.stimulus[own])
        assert ends(both[origin]) == pytest.approx(ends(alone))


def test_many_judges_counted_in_blocks_give_the_same_as_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(11)
    y, group = rng.integers(0, 2, 3000), rng.integers(0, 3, 3000)
    judge, stimulus = rng.integers(0, 400, 3000), rng.integers(0, 40, 3000)
    whole = count_clusters(y, group=group, judge=judge, stimulus=stimulus)
    monkeypatch.setattr("analysis.stats.clusters.DIRECT_CELLS", 0)
    monkeypatch.setattr("analysis.stats.clusters.BLOCK_CELLS", 100)
    blocks = count_clusters(y, group=group, judge=judge, stimulus=stimulus)
    np.testing.assert_allclose(blocks.by_judge, whole.by_judge)
    np.testing.assert_allclose(blocks.by_pair, whole.by_pair)
    np.testing.assert_array_equal(blocks.judges, whole.judges)


def test_judges_who_guess_have_detectability_one_half_inside_their_interval() -> None:
    crossing = Crossing(judges=60, trials=20, stimuli=100, judge_sd=0.5)
    drawn = simulate_judgements(crossing, logit_human=0.0, logit_ai=0.0, rng=np.random.default_rng(2))
    found = two_way_detectability(drawn.y, human=drawn.human, judge=drawn.judge, stimulus=drawn.stimulus)
    low, high = ends(found)
    assert low < 0.5 < high
    assert high - low < 0.15


def test_judges_who_know_have_detectability_one() -> None:
    drawn = simulate_judgements(Crossing(60, 20, 100), logit_human=0.0, logit_ai=0.0, rng=np.random.default_rng(2))
    found = two_way_detectability(drawn.human, human=drawn.human, judge=drawn.judge, stimulus=drawn.stimulus)
    assert (found.estimate, found.high) == (1.0, 1.0)
    assert ends(found)[0] > 0.9


def test_a_bias_of_the_judges_cancels_in_a_difference_but_not_in_a_rate() -> None:
    crossing = Crossing(judges=80, trials=40, stimuli=80, judge_sd=2.0)
    drawn = simulate_judgements(crossing, logit_human=0.0, logit_ai=0.0, rng=np.random.default_rng(4))
    rate = ends(two_way_interval(drawn.y, judge=drawn.judge, stimulus=drawn.stimulus))
    gap = ends(two_way_difference(drawn.y, group=drawn.human, judge=drawn.judge, stimulus=drawn.stimulus))
    assert gap[1] - gap[0] < rate[1] - rate[0]


def double(shift: int) -> tuple[Interval, Interval]:
    """One difference, and the mean of two that are the same but for the names of judges and stimuli, `shift` on."""
    drawn = simulate_judgements(Crossing(40, 10, 50), logit_human=0.4, logit_ai=0.0, rng=np.random.default_rng(5))
    group, twice = drawn.human.astype(int), np.tile(drawn.y, 2)
    both = np.concatenate([group, group + 2])
    judge, stimulus = (np.concatenate([ids, ids + shift]) for ids in (drawn.judge, drawn.stimulus))
    counted = count_clusters(twice, group=both, judge=judge, stimulus=stimulus)
    return find_difference(counted, 1, 0), find_mean_difference(counted, [(1, 0), (3, 2)])


def test_a_mean_over_tasks_with_the_same_judges_and_stimuli_is_as_uncertain_as_one_task() -> None:
    single, mean = double(shift=0)
    assert (mean.estimate, mean.low, mean.high) == pytest.approx((single.estimate, single.low, single.high))
    assert (mean.n, mean.judges, mean.stimuli) == (2 * single.n, single.judges, single.stimuli)


def test_a_mean_over_two_tasks_with_judges_and_stimuli_of_their_own_has_half_the_variance() -> None:
    single, mean = double(shift=1000)
    (low, high), (narrow_low, narrow_high) = ends(single), ends(mean)
    assert (high - low) / (narrow_high - narrow_low) == pytest.approx(math.sqrt(2))


def test_a_mean_with_an_agent_always_judged_human_combines_the_tasks_own_intervals() -> None:
    y, group, judge = np.array([0, 1, 1, 1] * 6), np.array([0, 0, 1, 1] * 6), np.repeat(np.arange(6), 4)
    counted = count_clusters(y, group=group, judge=judge, stimulus=np.tile(np.arange(4), 6))
    single, mean = find_difference(counted, 1, 0), find_mean_difference(counted, [(1, 0), (1, 0)])
    assert single.method == mean.method == Method.TWO_INTERVALS
    below, low = (single.estimate or 0) - ends(single)[0], (mean.estimate or 0) - ends(mean)[0]
    assert below / low == pytest.approx(math.sqrt(2))


def test_a_mean_over_a_task_without_an_interval_has_none_and_says_why() -> None:
    y, group = np.array([0, 1, 0, 1, 0, 1]), np.array([0, 0, 1, 1, 2, 3])
    counted = count_clusters(y, group=group, judge=np.array([0, 1, 0, 1, 2, 2]), stimulus=np.array([0, 1, 1, 0, 5, 6]))
    mean = find_mean_difference(counted, [(1, 0), (3, 2)])
    assert (mean.estimate, mean.low, mean.method) == (0.5, None, Method.ONE_JUDGE)


@pytest.mark.parametrize(
    ("y", "judge", "words"),
    [
        ([1, 2], [0, 1], "each must be 1"),
        ([1], [0, 1], "give one of each"),
        ([1, 0], [0, -1], "leave missing ones out"),
    ],
)
def test_rows_that_make_no_sense_are_refused_in_words(y: list[int], judge: list[int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        two_way_interval(np.array(y), judge=np.array(judge), stimulus=np.array([0, 1]))
