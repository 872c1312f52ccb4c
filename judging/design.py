"""Which places a judge gets, in which order: values in, values out, seeded, no Django.

A *place* is one view of one response. Its *cell* says the pairing of its authors and the AI agents among them ("H",
"A:blip", "HA:eliza"). Within a pairing the cells are used equally often; within a cell the least taken places come
first; a judge gets each stimulus at most once.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from scipy.optimize import linear_sum_assignment

T = TypeVar("T")
ROUNDING = 1e-9
OTHER_VIEW = 0.25  # a view that the judge has had more of is a lesser evil than a place taken once more
IMPOSSIBLE = 1e12


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place that may be drawn, how often it is taken by now, and its rank among equals."""

    place: int
    stimulus: int
    taken: int
    salt: int
    view: int = 0


@dataclass(frozen=True, slots=True)
class CellState:
    """A cell as it stands: how often its places are taken, and how many more trials it can give."""

    pairing: str
    taken: int
    left: int


def name_cell(pairing: str, ai_agents: Iterable[str]) -> str:
    """The name of a response's cell, by its pairing and the AI agents among its authors."""
    agents = sorted(set(ai_agents))
    return f"{pairing}:{'+'.join(agents)}" if agents else pairing


def share_out(trials: int, shares: Mapping[str, float], rng: random.Random) -> dict[str, int]:
    """How many trials each key gets: its share, rounded down or up at random so that shares hold on average.

    Systematic sampling: the running sum of the shares is laid on the whole numbers from one random start. So an odd
    trial's side is drawn per judge, and each count is within one of its share.
    """
    keys = sorted(shares)
    rng.shuffle(keys)
    start, total, before = rng.random(), 0.0, 0
    counts = {}
    for key in keys:
        total += shares[key] * trials
        upto = min(int(total + start + ROUNDING), trials)
        counts[key], before = upto - before, upto
    return {key: counts[key] for key in shares}


def spread_over_cells(number: int, cells: Mapping[str, CellState], rng: random.Random) -> list[str] | None:
    """`number` cells, as equally as they go, what is left over to the cells taken least; None where they lack room."""
    given: Counter[str] = Counter()
    order = list(cells)
    rng.shuffle(order)
    for _ in range(number):
        roomy = [cell for cell in order if given[cell] < cells[cell].left]
        if not roomy:
            return None
        given[min(roomy, key=lambda cell: (given[cell], cells[cell].taken))] += 1
    return list(given.elements())


def choose_cells(
    trials: int, shares: Mapping[str, float], cells: Mapping[str, CellState], rng: random.Random
) -> list[str] | None:
    """The cells of one judge's trials; None where some pairing has too few places left."""
    chosen: list[str] = []
    for pairing, number in share_out(trials, shares, rng).items():
        members = {name: cell for name, cell in cells.items() if cell.pairing == pairing}
        some = spread_over_cells(number, members, rng)
        if some is None:
            return None
        chosen += some
    return chosen


def draw_places(
    wanted: Sequence[str], candidates: Mapping[str, Sequence[Candidate]], rng: random.Random
) -> list[Candidate] | None:
    """One place for each wanted cell, in their order, no stimulus twice; None where that is not possible.

    The assignment of trials to stimuli with the least sum of squares of how often the places are taken (Crouse 2016,
    as scipy has it), so that the least taken places come first. Views take turns within a judge.
    """
    columns = {
        stimulus: n for n, stimulus in enumerate(sorted({c.stimulus for some in candidates.values() for c in some}))
    }
    if len(columns) < len(wanted):
        return None
    views = sorted({c.view for some in candidates.values() for c in some})
    rng.shuffle(views)
    least = min((c.taken for some in candidates.values() for c in some), default=0)
    costs = np.full((len(wanted), len(columns)), IMPOSSIBLE)
    best: dict[tuple[int, int], Candidate] = {}
    for row, cell in enumerate(wanted):
        turn = views[row % len(views)]
        for candidate in sorted(candidates.get(cell, ()), key=lambda c: (c.salt, c.place)):
            column = columns[candidate.stimulus]
            cost = (candidate.taken - least) ** 2 + OTHER_VIEW * (candidate.view != turn) + rng.random() / 1000
            if cost < costs[row, column]:
                costs[row, column], best[row, column] = cost, candidate
    rows, picked = linear_sum_assignment(costs)
    if costs[rows, picked].max() >= IMPOSSIBLE:
        return None
    return [best[row, column] for row, column in zip(rows.tolist(), picked.tolist(), strict=True)]


def order_trials(drawn: Mapping[str, Sequence[T]], catch_at: Sequence[int], rng: random.Random) -> list[tuple[str, T]]:
    """Kind and place of each trial in order: practice, feedback, main, each shuffled; catch trials at their places.

    `catch_at` counts from 1 among the main and catch trials.
    """
    shuffled = {kind: rng.sample(list(places), len(places)) for kind, places in drawn.items()}
    later = [("main", place) for place in shuffled.get("main", ())]
    for at, place in zip(sorted(catch_at), shuffled.get("catch", ()), strict=True):
        later.insert(at - 1, ("catch", place))
    first = [(kind, place) for kind in ("practice", "feedback") for place in shuffled.get(kind, ())]
    return first + later
