"""Normalizations of a pool: which are suggested by its parity report, and what some would do to it."""

from functools import lru_cache

from agents.normalizations import Step, read_steps
from agents.normalizations_suggested import Preview, preview, suggest
from agents.parity_cues import ParityRow
from agents.parity_rows import find_responses, find_version, measure_version, read_parity_rows

Version = tuple[int | None, ...]


def suggest_for_pool(task: str, pool: str) -> tuple[Step, ...]:
    """The normalizations for the telling cues of a pool."""
    return suggest_for_version(task, pool, find_version(task, pool))


def preview_pool(task: str, pool: str, normalizations: tuple[str, ...]) -> Preview:
    """What these normalizations would do to a pool; raises InvalidPayload for one that there is not."""
    return preview_version(task, pool, tuple(map(str, read_steps(normalizations))), find_version(task, pool))


@lru_cache(maxsize=32)
def suggest_for_version(task: str, pool: str, version: Version) -> tuple[Step, ...]:
    """The suggestions while the pool's counts are these."""
    report = measure_version(task, pool, (), version)
    return suggest(report, read_rows(task, pool)) if report.telling else ()


@lru_cache(maxsize=32)
def preview_version(task: str, pool: str, normalizations: tuple[str, ...], version: Version) -> Preview:
    """The preview while the pool's counts are these."""
    return preview(measure_version(task, pool, (), version), read_rows(task, pool), read_steps(normalizations))


def read_rows(task: str, pool: str) -> list[ParityRow]:
    """The rows of a pool's report."""
    return list(read_parity_rows(find_responses(task, pool)))
