"""What may go wrong at a platform: planned for one call, or by chance with a seeded generator."""

import random
from collections import Counter
from collections.abc import Mapping
from enum import StrEnum


class Fault(StrEnum):
    """The ways in which platforms fail their requesters."""

    ERROR_BEFORE = "error before the deed"
    ERROR_AFTER = "error though the deed is done"
    SILENCE_AFTER = "no answer though the deed is done"
    THROTTLED = "too many requests"
    FLICKER = "a state shown as it was before"
    NOTICE_TWICE = "a notice sent twice"
    NOTICE_LOST = "a notice not sent"
    SAME_ASSIGNMENT = "the id of a returned assignment given to the next worker"


class Faults:
    """Decides for each call whether a fault strikes: what is planned comes first and once, chance after it."""

    def __init__(self, *, seed: int = 0, rates: Mapping[Fault, float] | None = None) -> None:
        self.rates = dict(rates or {})
        self.struck: Counter[Fault] = Counter()
        self._rng = random.Random(seed)
        self._planned: list[tuple[Fault, str]] = []

    def plan(self, fault: Fault, operation: str, *, times: int = 1) -> None:
        """Let a fault strike the next `times` calls of an operation."""
        self._planned += [(fault, operation)] * times

    def strikes(self, fault: Fault, operation: str) -> bool:
        """Whether the fault strikes this call; a planned one is used up."""
        is_planned = (fault, operation) in self._planned
        if is_planned:
            self._planned.remove((fault, operation))
        strikes = is_planned or self._rng.random() < self.rates.get(fault, 0.0)
        self.struck[fault] += strikes
        return strikes

    @classmethod
    def of_every_kind(cls, rate: float, *, seed: int = 0) -> "Faults":
        """Each fault with the same chance."""
        return cls(seed=seed, rates=dict.fromkeys(Fault, rate))
