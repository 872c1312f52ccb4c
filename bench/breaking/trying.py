"""Made-up inputs of one kind, tried one after the other; what is wrong is kept in words, and the rest is tried."""

import math
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
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


def try_in_turn(kinds: Sequence[tuple[Kind, int]], *, ends: float = math.inf) -> list[Tried]:
    """So many inputs of each kind, the same in each run; fewer of each where `time.monotonic` is past `ends` before."""
    tried = [Tried(kind.name) for kind, _ in kinds]
    for round_ in count():
        begun = [
            try_round(kind, number, round_, one, ends)
            for (kind, number), one in zip(kinds, tried, strict=True)
            if one.number < number and time.monotonic() < ends
        ]
        if not any(begun):
            return tried
    raise AssertionError


def try_round(kind: Kind, number: int, round_: int, tried: Tried, ends: float) -> bool:
    """Some of the inputs that are missing, drawn with the round's seed; whether there was any."""
    before = tried.number

    @seed(round_)
    @settings(SETTINGS, max_examples=min(AT_ONCE, number - before))
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
    return tried.number > before
