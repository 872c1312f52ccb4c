"""Reads the responses of a pool for the parity report, and what has been acknowledged."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.db.models import Count, Max, Q, QuerySet

from agents.counting_material import count_once
from agents.models import Authorship, Media, ParityAcknowledgement, Response
from agents.normalizations import read_steps
from agents.normalizations_applied import normalize_rows
from agents.parity import measure_parity
from agents.parity_cues import AI, HUMAN, Cue, ParityReport, ParityRow
from agents.parity_features import Parts, take_parts
from agents.tasks.payloads import split_list

ROWS_AT_ONCE = 2000
NO_FORM = ("twins:", "coincidence:", "stimulus:")  # cues of which agents answered what, rather than how
COLUMNS = (
    "agent__origin",
    "agent__slug",
    "agent__title",
    "role",
    "response__stimulus__key",
    "response__stimulus__payload",
    "response__payload",
    "response__raw",
)


@dataclass(frozen=True, slots=True)
class PoolLine:
    """A pool of a task, with its size."""

    task: str
    pool: str
    responses: int


def list_pools() -> list[PoolLine]:
    """All pools that have responses in use."""
    return count_once(count_pools)


def count_pools() -> list[PoolLine]:
    """The same, counted anew."""
    counted = Response.objects.in_use().values_list("stimulus__task", "pool").annotate(Count("id"))
    return [PoolLine(task, pool, number) for task, pool, number in counted.order_by("stimulus__task", "pool")]


def find_responses(task: str, pool: str) -> QuerySet[Response]:
    """The responses in use of a task in a pool."""
    return Response.objects.in_use().filter(stimulus__task=task, pool=pool)


def read_parity_rows(responses: QuerySet[Response]) -> Iterator[ParityRow]:
    """One row for each author of each of these responses."""
    sources = dict(Media.objects.exclude(source="").values_list("id", "source"))
    authorships = Authorship.objects.filter(response__in=responses).order_by("pk")
    for origin, agent, title, role, key, stimulus, payload, raw in authorships.values_list(*COLUMNS).iterator(
        ROWS_AT_ONCE
    ):
        image = stimulus.get("image")
        marks = set()
        if image:
            marks.add(f"picture:{image['width']} x {image['height']} pixels")
            if image["media"] in sources:
                marks.add(f"source:{sources[image['media']]}")
        shown, given = take_parts(payload, role), take_parts(raw, role)
        if shown.labels and not given.labels:
            given = Parts(labels=tuple(split_list(" | ".join(given.texts))))
        yield ParityRow(origin, agent, title, key, shown, given, frozenset(marks))


def measure_pool(task: str, pool: str, normalizations: tuple[str, ...] = ()) -> ParityReport:
    """The parity report of a pool, as a study with these normalizations shows it; kept until its responses change."""
    return measure_version(task, pool, normalizations, find_version(task, pool))


def find_version(task: str, pool: str) -> tuple[int | None, ...]:
    """What changes whenever the responses of a pool do, or their pictures come."""
    return count_once(count_version, task, pool)


def count_version(task: str, pool: str) -> tuple[int | None, ...]:
    """The same, counted anew."""
    pictured = Count("id", filter=Q(stimulus__has_picture=True))
    counted = find_responses(task, pool).aggregate(number=Count("id"), last=Max("id"), pictured=pictured)
    return tuple(counted.values())


@lru_cache(maxsize=8)
def measure_version(
    task: str, pool: str, normalizations: tuple[str, ...], version: tuple[int | None, ...]
) -> ParityReport:
    """The report of a pool as it is while its counts are these."""
    return measure_parity(normalize_rows(read_parity_rows(find_responses(task, pool)), read_steps(normalizations)))


def count_agent_cues(task: str, pool: str) -> dict[str, tuple[int, int]]:
    """For each AI agent of a pool: how many cues of form tell it from the humans, and how many nobody acknowledged."""
    responses = find_responses(task, pool)
    known = find_acknowledged(task, pool)
    version = tuple(responses.aggregate(number=Count("id"), last=Max("id")).values())
    found = list_agent_cues(task, pool, version)
    return {agent: (len(cues), len(cues - known.keys())) for agent, cues in found.items()}


@lru_cache(maxsize=32)
def list_agent_cues(task: str, pool: str, version: tuple[int | None, ...]) -> dict[str, frozenset[str]]:
    """The telling cues of form in each AI agent's responses beside those of the humans, while the counts are these."""
    rows = list(read_parity_rows(find_responses(task, pool)))
    humans = [row for row in rows if row.origin == HUMAN]
    agents = sorted({row.agent for row in rows if row.origin == AI})
    reports = {agent: measure_parity([*humans, *(row for row in rows if row.agent == agent)]) for agent in agents}
    return {
        agent: frozenset(cue.slug for cue in report.telling if not cue.slug.startswith(NO_FORM))
        for agent, report in reports.items()
    }


def find_acknowledged(task: str, pool: str) -> dict[str, ParityAcknowledgement]:
    """What has been acknowledged, by cue."""
    return {found.cue: found for found in ParityAcknowledgement.objects.filter(task=task, pool=pool)}


def find_open_cues(task: str, pool: str, normalizations: tuple[str, ...] = ()) -> tuple[Cue, ...]:
    """The telling cues of a pool that these normalizations leave and nobody has acknowledged."""
    acknowledged = find_acknowledged(task, pool)
    return tuple(cue for cue in measure_pool(task, pool, normalizations).telling if cue.slug not in acknowledged)


def acknowledge_cue(*, task: str, pool: str, cue: str, who: str, note: str, at: datetime) -> ParityAcknowledgement:
    """Write down that somebody knows of a cue and goes on; a second time changes the note."""
    found, _ = ParityAcknowledgement.objects.update_or_create(
        task=task, pool=pool, cue=cue, defaults={"who": who, "note": note, "at": at}
    )
    return found


def withdraw_acknowledgement(*, task: str, pool: str, cue: str) -> None:
    """The cue is open again."""
    ParityAcknowledgement.objects.filter(task=task, pool=pool, cue=cue).delete()
