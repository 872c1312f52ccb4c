"""Measures two ways of doing the same, turn by turn, so that a busy machine slows both alike."""

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """CPU milliseconds of ours and of the bare counterpart, per single deed; or another `unit` of both."""

    name: str
    ours_ms: float
    counterpart: str
    bare_ms: float
    limit_ms: float | None = None
    limit_ratio: float | None = None
    unit: str = "ms"

    @property
    def ratio(self) -> float:
        """How many times the bare counterpart ours takes."""
        return self.ours_ms / self.bare_ms

    @property
    def is_within(self) -> bool:
        """Whether ours keeps its limits, where it has any."""
        in_time = self.limit_ms is None or self.ours_ms <= self.limit_ms
        return in_time and (self.limit_ratio is None or self.ratio <= self.limit_ratio)

    def __str__(self) -> str:
        limits = [f"at most {self.limit_ms:g} {self.unit}"] if self.limit_ms is not None else []
        limits += [f"at most {self.limit_ratio:g} times"] if self.limit_ratio is not None else []
        kept = f", {' and '.join(limits)}: {'kept' if self.is_within else 'BROKEN'}" if limits else ""
        return (
            f"{self.name}: {self.ours_ms:.2f} {self.unit}; "
            f"{self.counterpart}: {self.bare_ms:.2f} {self.unit}; ratio {self.ratio:.2f}{kept}"
        )


@dataclass(frozen=True, slots=True)
class Bound:
    """A value and what it may be at most; None where nothing is asked of it."""

    name: str
    value: float
    limit: float | None

    @property
    def is_within(self) -> bool:
        """Whether it is."""
        return self.limit is None or self.value <= self.limit

    def __str__(self) -> str:
        if self.limit is None:
            return f"{self.name}: {self.value:.4g}, no limit"
        return f"{self.name}: {self.value:.4g}, at most {self.limit:g}: {'kept' if self.is_within else 'BROKEN'}"


def take_cpu_ms(deed: Callable[[], object], times: int) -> float:
    """CPU milliseconds of this process for one `deed`, the mean of `times`."""
    gc.collect()
    start = time.process_time()
    for _ in range(times):
        deed()
    return (time.process_time() - start) * 1000 / times


def compare(
    ours: Callable[[], object], bare: Callable[[], object], *, times: int = 20, rounds: int = 7
) -> tuple[float, float]:
    """CPU milliseconds of ours and of the bare counterpart: each its best of alternating rounds; the first is no round.

    The best, since whatever else the machine does can only add (as the documentation of timeit has it).
    """
    pairs = [(take_cpu_ms(ours, times), take_cpu_ms(bare, times)) for _ in range(rounds + 1)][1:]
    return min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
