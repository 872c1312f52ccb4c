"""Who talks with whom: the shares come out, and waiting says nothing."""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from judging.conversing.sharing import plan_one, plan_two, take_least_used

SHARES = [
    {"HH": 0.5, "HA": 0.25, "AH": 0.25},
    {"HH": 1.0},
    {"HA": 0.5, "AH": 0.5},
    {"HH": 0.2, "HA": 0.8},
]


@given(st.sampled_from(SHARES), st.integers(0, 1000))
def test_after_a_hundred_twos_each_pairing_has_its_share_within_two_rooms(shares: dict[str, float], seed: int) -> None:
    rng, counts = random.Random(seed), Counter[str]()
    for _ in range(100):
        plan = plan_two(counts, shares, rng)
        assert sum(pairing.count("H") for pairing in plan) == 2
        counts.update(plan)
    total = sum(counts.values())
    assert all(abs(counts[pairing] - share * total) <= 2 for pairing, share in shares.items())


def test_somebody_alone_gets_the_pairing_with_a_machine_that_is_behind() -> None:
    assert plan_one(Counter(HA=3, AH=1), {"HA": 0.5, "AH": 0.5}, random.Random(0)) == "AH"
    assert plan_one(Counter(), {"HH": 1.0}, random.Random(0)) in {"HA", "AH"}


def test_who_was_taken_least_is_taken_next() -> None:
    assert take_least_used({"one": 2, "two": 1}, ["one", "two"], random.Random(0)) == "two"
