"""Admitting a judge to a study with a million responses beside one with a thousand: the cost must not grow."""

from bench.measuring import Figure
from bench.visit import empty_installation

SMALL, LARGE = 1_000, 1_000_000
LIMIT_RATIO = 1.5


def measure() -> list[Figure]:
    """One figure: CPU of an admission at a million responses, beside one at a thousand."""
    with empty_installation():
        # The models can only be imported now that Django is set up.
        from bench.filling import compare_admissions

        large_ms, small_ms = compare_admissions(LARGE, SMALL)
    name, counterpart = f"admission among {LARGE:,} responses", f"among {SMALL:,}"
    return [Figure(name, large_ms, counterpart, small_ms, limit_ratio=LIMIT_RATIO)]
