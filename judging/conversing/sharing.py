"""Who talks with whom, by a protocol's shares: plain Python, counts in, pairings out.

Two people who wait are always seated at the same moment, with each other or each with an AI agent, so how long somebody
waited says nothing of whom they got.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import TypeVar

BOTH_PEOPLE = "HH"
WITH_MACHINE = ("HA", "AH")
T = TypeVar("T")


def plan_two(counts: Mapping[str, int], shares: Mapping[str, float], rng: random.Random) -> tuple[str, ...]:
    """The pairings of the rooms for two people: one of both, or two with an AI agent each, as the shares need it."""
    wanted = [pairing for pairing, share in shares.items() if share > 0]
    machines = [pairing for pairing in wanted if pairing in WITH_MACHINE]
    plans: list[tuple[str, ...]] = [(BOTH_PEOPLE,)] if BOTH_PEOPLE in wanted else []
    plans += combinations_with_replacement(machines, 2)
    return min(rng.sample(plans, len(plans)), key=lambda plan: measure_distance(counts, plan, shares))


def plan_one(counts: Mapping[str, int], shares: Mapping[str, float], rng: random.Random) -> str:
    """The pairing of a room for one person and an AI agent."""
    machines = [pairing for pairing in WITH_MACHINE if shares.get(pairing, 0) > 0] or list(WITH_MACHINE)
    return min(rng.sample(machines, len(machines)), key=lambda pairing: measure_distance(counts, (pairing,), shares))


def measure_distance(counts: Mapping[str, int], plan: Sequence[str], shares: Mapping[str, float]) -> float:
    """How far the numbers of rooms are from the shares once those of the plan are made: a sum of squares."""
    after = Counter(counts) + Counter(plan)
    total = sum(after.values())
    return sum((after[pairing] / total - shares.get(pairing, 0)) ** 2 for pairing in {*after, *shares})


def take_least_used(used: Mapping[T, int], among: Iterable[T], rng: random.Random) -> T:
    """One of those that were taken least often."""
    listed = list(among)
    return min(rng.sample(listed, len(listed)), key=lambda item: used.get(item, 0))
