"""The design of a study: shares that hold, cells that fill alike, no stimulus twice, the least taken first."""

import random
from collections import Counter
from collections.abc import Sequence
from statistics import mean

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from judging.design import (
    Candidate,
    CellState,
    choose_cells,
    draw_places,
    name_cell,
    order_trials,
    share_out,
    spread_over_cells,
)
from tests.judging.simulated_pool import SimulatedPool, Spot

SEEDS = st.integers(0, 2**62)
FLAT = {"H": 0.5, "A": 0.5}
PAIRINGS = {"HH": 0.25, "HA": 0.25, "AH": 0.25, "AA": 0.25}
VIEWS = (3, 6, 9, 12, 15, 18, 21, 24)


@st.composite
def shares(draw: st.DrawFn) -> dict[str, float]:
    weights = draw(st.lists(st.integers(0, 20), min_size=1, max_size=5).filter(any))
    return {f"pairing-{n}": weight / sum(weights) for n, weight in enumerate(weights)}


@given(st.integers(1, 120), shares(), SEEDS)
def test_each_pairing_gets_its_share_rounded_down_or_up(trials: int, shares: dict[str, float], seed: int) -> None:
    counts = share_out(trials, shares, random.Random(seed))
    assert sum(counts.values()) == trials
    for pairing, count in counts.items():
        assert abs(count - shares[pairing] * trials) < 1


@pytest.mark.parametrize(("trials", "shares"), [(7, {"H": 0.5, "A": 0.5}), (10, {"a": 0.25, "b": 0.33, "c": 0.42})])
def test_shares_that_do_not_come_out_even_hold_on_average(trials: int, shares: dict[str, float]) -> None:
    drawn = [share_out(trials, shares, random.Random(seed)) for seed in range(4000)]
    for pairing, share in shares.items():
        # Four standard errors of the mean of 4000 draws, each of a variance of at most 1/4.
        assert mean(counts[pairing] for counts in drawn) == pytest.approx(share * trials, abs=4 * 0.5 / 4000**0.5)


@given(st.integers(0, 60), st.lists(st.integers(0, 50), min_size=1, max_size=8), SEEDS)
def test_trials_spread_equally_over_cells_with_room_and_what_is_left_to_the_least_taken(
    number: int, taken: list[int], seed: int
) -> None:
    cells = {f"A:{n}": CellState("A", times, left=1000) for n, times in enumerate(taken)}
    chosen = spread_over_cells(number, cells, random.Random(seed))
    assert chosen is not None
    given_to = Counter(chosen)
    counts = [given_to[cell] for cell in cells]
    assert sum(counts) == number
    assert max(counts) - min(counts) <= 1
    more = [cells[cell].taken for cell in cells if given_to[cell] > min(counts)]
    less = [cells[cell].taken for cell in cells if given_to[cell] == min(counts)]
    assert not more or max(more) <= min(less)


@given(st.integers(0, 40), st.lists(st.integers(0, 10), min_size=1, max_size=6), SEEDS)
def test_no_cell_is_asked_for_more_than_it_has_left(number: int, left: list[int], seed: int) -> None:
    cells = {f"A:{n}": CellState("A", 0, room) for n, room in enumerate(left)}
    chosen = spread_over_cells(number, cells, random.Random(seed))
    assert (chosen is None) == (number > sum(left))
    for cell, times in Counter(chosen or []).items():
        assert times <= cells[cell].left


def test_a_judge_for_whom_a_pairing_has_no_room_gets_no_cells() -> None:
    cells = {"H": CellState("H", 0, 100), "A:blip": CellState("A", 0, 1)}
    assert choose_cells(4, FLAT, cells, random.Random(0)) is None
    assert Counter(choose_cells(2, FLAT, cells, random.Random(0))) == {"H": 1, "A:blip": 1}


@st.composite
def pools(draw: st.DrawFn) -> dict[str, list[Candidate]]:
    rng, stimuli = random.Random(draw(SEEDS)), draw(st.integers(1, 12))
    numbers = iter(range(10_000))
    return {
        cell: [
            Candidate(next(numbers), stimulus, rng.randrange(4), rng.randrange(2**31), view)
            for stimulus in range(stimuli)
            for view in draw(st.sampled_from([(0,), (3, 6), VIEWS]))
            if rng.random() < 0.8
        ]
        for cell in ("H", "A:one", "A:two")
    }


@given(pools(), st.lists(st.sampled_from(["H", "A:one", "A:two"]), min_size=1, max_size=12), SEEDS)
def test_the_places_are_of_the_wanted_cells_and_no_stimulus_comes_twice(
    candidates: dict[str, list[Candidate]], wanted: list[str], seed: int
) -> None:
    drawn = draw_places(wanted, candidates, random.Random(seed))
    assume(drawn is not None)
    assert drawn is not None
    assert len({place.stimulus for place in drawn}) == len(wanted)
    home = {place: cell for cell, places in candidates.items() for place in places}
    assert Counter(home[place] for place in drawn) == Counter(wanted)


@given(st.integers(1, 10), st.integers(0, 10), st.integers(0, 5), SEEDS)
def test_the_least_taken_places_come_first(trials: int, spare: int, least: int, seed: int) -> None:
    rng = random.Random(seed)
    fresh = [Candidate(n, n, least, rng.randrange(2**31)) for n in range(trials)]
    others = [Candidate(100 + n, 100 + n, least + 1 + n % 3, rng.randrange(2**31)) for n in range(spare)]
    drawn = draw_places(["H"] * trials, {"H": rng.sample([*fresh, *others], trials + spare)}, rng)
    assert drawn is not None
    assert {place.place for place in drawn} == {place.place for place in fresh}


def test_fewer_stimuli_than_trials_cannot_be_drawn() -> None:
    same = [Candidate(place, 1, 0, place) for place in range(5)]
    assert draw_places(["H", "H"], {"H": same}, random.Random(0)) is None
    assert draw_places(["H", "A"], {"H": same, "A": []}, random.Random(0)) is None


def test_the_order_of_trials_tells_nothing_of_the_origins() -> None:
    origins = ["H"] * 5 + ["A"] * 5
    firsts = [order_trials({"main": origins}, (), random.Random(seed))[0] for seed in range(1000)]
    human = firsts.count(("main", "H")) / 1000
    assert human == pytest.approx(0.5, abs=4 * 0.5 / 1000**0.5)  # four standard errors


@given(st.integers(0, 3), st.integers(0, 3), st.integers(1, 20), st.integers(0, 4), SEEDS)
def test_practice_comes_first_then_feedback_and_catch_trials_stand_where_the_protocol_says(
    practice: int, feedback: int, main: int, catch: int, seed: int
) -> None:
    rng = random.Random(seed)
    catch_at = sorted(rng.sample(range(1, main + catch + 1), catch))
    drawn = {"main": range(main), "catch": range(catch), "practice": range(practice), "feedback": range(feedback)}
    ordered = order_trials(drawn, catch_at, rng)
    kinds = [kind for kind, _ in ordered]
    assert kinds[: practice + feedback] == ["practice"] * practice + ["feedback"] * feedback
    assert [at for at, kind in enumerate(kinds[practice + feedback :], 1) if kind == "catch"] == catch_at
    assert {kind: sorted(n for of, n in ordered if of == kind) for kind in drawn} == {
        kind: list(numbers) for kind, numbers in drawn.items()
    }


@given(SEEDS)
def test_the_same_seed_gives_the_same_trials(seed: int) -> None:
    pool = {"H": [Candidate(n, n, n % 2, n) for n in range(30)]}
    once, again = (draw_places(["H"] * 10, pool, random.Random(seed)) for _ in range(2))
    assert once == again


def test_a_cell_is_named_by_the_pairing_and_the_ai_agents_among_the_authors() -> None:
    assert name_cell("H", []) == "H"
    assert name_cell("A", ["blip"]) == "A:blip"
    assert name_cell("AA", ["parry", "eliza", "eliza"]) == "AA:eliza+parry"


def lay_out_flat() -> list[Spot]:
    cells = ("H", "H", "H", "A:one", "A:two", "A:three", "A:four")
    return [Spot(stimulus, cell, cell[0]) for stimulus in range(40) for cell in cells]


def lay_out_dialogues() -> list[Spot]:
    spots = []
    for dialogue in range(40):
        pairing = list(PAIRINGS)[dialogue % 4]
        agent = "eliza" if dialogue % 8 < 4 else "parry"
        cell = name_cell(pairing, [agent] if "A" in pairing else [])
        spots += [Spot(dialogue, cell, pairing, view) for view in VIEWS]
    return spots


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("spots", "shares", "trials"),
    [(lay_out_flat(), FLAT, 20), (lay_out_flat(), FLAT, 15), (lay_out_dialogues(), PAIRINGS, 8)],
    ids=["flat", "odd", "dialogues"],
)
def test_after_200_judges_of_whom_a_third_leaves_the_places_of_a_pairing_are_judged_equally_often(
    spots: Sequence[Spot], shares: dict[str, float], trials: int, seed: int
) -> None:
    pool = SimulatedPool(spots, shares, trials, seed)
    pool.judge(200, leaving=0.3)
    pool.release_all()
    pool.judge(10, leaving=0)  # who fill what the last leavers gave back
    for pairing in shares:
        times = [pool.judged[n] for n, spot in enumerate(spots) if spot.pairing == pairing]
        assert max(times) - min(times) <= 2
    assert pool.judged == pool.taken
