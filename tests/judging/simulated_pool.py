"""A study's pool without a database: judges come, some leave, what they held is given back and filled again."""

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judging.design import Candidate, CellState, choose_cells, draw_places

PLENTY = 10**6
LEASE = 8  # so many judges come before the places of one who left are given back


@dataclass(frozen=True)
class Spot:
    """A place: one view of one response."""

    stimulus: int
    cell: str
    pairing: str
    view: int = 0


class SimulatedPool:
    """Counts how often each place is taken and judged."""

    def __init__(self, spots: Sequence[Spot], shares: Mapping[str, float], trials: int, seed: int) -> None:
        self.spots, self.shares, self.trials, self.rng = spots, shares, trials, random.Random(seed)
        self.taken, self.judged = [0] * len(spots), [0] * len(spots)
        self.members: dict[str, list[int]] = defaultdict(list)
        for number, spot in enumerate(spots):
            self.members[spot.cell].append(number)
        self.held: list[tuple[int, list[int]]] = []
        self.come = 0

    def judge(self, judges: int, *, leaving: float) -> None:
        """So many judges come; each leaves with this probability, at a random trial."""
        for _ in range(judges):
            self.release(come_before=self.come - LEASE)
            drawn = self.draw()
            is_leaving = self.rng.random() < leaving
            stop = self.rng.randrange(self.trials) if is_leaving else self.trials
            for number in drawn:
                self.taken[number] += 1
            for number in drawn[:stop]:
                self.judged[number] += 1
            self.held.append((self.come, drawn[stop:]))
            self.come += 1

    def draw(self) -> list[int]:
        """The places of the next judge."""
        states = {cell: self.describe(members) for cell, members in self.members.items()}
        wanted = choose_cells(self.trials, self.shares, states, self.rng)
        assert wanted is not None
        candidates = {cell: [self.offer(number) for number in self.members[cell]] for cell in Counter(wanted)}
        drawn = draw_places(wanted, candidates, self.rng)
        assert drawn is not None
        return [candidate.place for candidate in drawn]

    def describe(self, members: Sequence[int]) -> CellState:
        """A cell as it stands."""
        return CellState(self.spots[members[0]].pairing, sum(self.taken[number] for number in members), PLENTY)

    def offer(self, number: int) -> Candidate:
        """A place as it stands, with a new rank among its equals."""
        spot = self.spots[number]
        return Candidate(number, spot.stimulus, self.taken[number], self.rng.randrange(PLENTY), spot.view)

    def release(self, *, come_before: int) -> None:
        """Give back what judges who came before the `come_before`th hold and have not judged."""
        for _, places in (visit for visit in self.held if visit[0] < come_before):
            for number in places:
                self.taken[number] -= 1
        self.held = [visit for visit in self.held if visit[0] >= come_before]

    def release_all(self) -> None:
        """Give back everything that is held."""
        self.release(come_before=self.come)
