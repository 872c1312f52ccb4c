"""Made-up inputs of one kind, tried one after the other; what is wrong is kept in words, and the rest is tried."""

import math
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

AT_ONCE = 500  # inputs of one round: what a round has seen it remembers
TOLD = 3  # faults of a kind that are told in words
SETTINGS = settings(deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))


@dataclass(frozen=True)
class Kind:
    """What takes foreign input, how such an input is made up and handed over; whatever is raised then is wrong."""

    name: str
    inputs: st.SearchStrategy[Any]
    take: Callable[[Any], None]


@dataclass
class Tried:
    """How many inputs there were, and what was wrong."""

    name: str
    number: int = 0
    faults: int = 0
    told: list[str] = field(default_factory=list)

    def note(self, content: Any, error: Exception) -> None:
        """One more fault."""
        self.faults += 1
        if len(self.told) < TOLD:
            where = traceback.extract_tb(error.__traceback__)[-1]
            self.told.append(f"{self.name}: {error!r} ({where.filename}:{where.lineno}) for {content!r:.1000}")


def try_all(kind: Kind, number: int, *, ends: float = math.inf) -> Tried:
    """So many inputs of a kind, the same in each run; fewer where `time.monotonic` is past `ends` before."""
    tried, rounds = Tried(kind.name), 0
    while tried.number < number and time.monotonic() < ends:
        before = tried.number
        try_round(kind, min(AT_ONCE, number - before), rounds, tried, ends)
        rounds += 1
        if tried.number == before:
            return tried
    return tried


def try_round(kind: Kind, number: int, number_of_round: int, tried: Tried, ends: float) -> None:
    """At most so many inputs, drawn with a seed of their own."""

    @seed(number_of_round)
    @settings(SETTINGS, max_examples=number)
    @given(content=kind.inputs)
    def hold(content: Any) -> None:
        if time.monotonic() > ends:
            return
        tried.number += 1
        try:
            kind.take(content)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what we look for
            tried.note(content, error)

    hold()
