"""How all running studies stand, a line each, summed from the tallies of their visits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Sum

from judging.models import Assignment, Study, VisitTally
from judging.monitoring.summing import QUIET

State = Assignment.State
LATELY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Running:
    """One study into which people may come, or are inside."""

    study: Study
    arrived: int = 0
    here: int = 0  # seen within the last minutes
    finished: int = 0
    controls: int = 0
    controls_right: int = 0
    early: int = 0
    seen_at: datetime | None = None


def find_running(studies: QuerySet[Study], *, at: datetime) -> list[Study]:
    """Those that are open, or in which somebody was seen within a day."""
    lately = VisitTally.objects.filter(study=OuterRef("pk"), seen_at__gte=at - LATELY)
    return list(studies.filter(Q(state=Study.State.OPEN) | Exists(lately)))


def list_running(studies: QuerySet[Study], *, at: datetime) -> list[Running]:
    """A line for each of those that run; two queries."""
    return sum_running(find_running(studies, at=at), at=at)


def sum_running(running: Sequence[Study], *, at: datetime) -> list[Running]:
    """A line for each of these studies, the latest first; one query."""
    rows = (
        VisitTally.objects.filter(study__in=running, is_main=True)
        .values("study")
        .annotate(
            arrived=Count("pk"),
            here=Count("pk", filter=Q(state=State.OPEN, seen_at__gte=at - QUIET)),
            finished=Count("pk", filter=Q(state=State.FINISHED)),
            latest=Max("seen_at"),
            **{f"{name}_sum": Sum(name) for name in ("controls", "controls_right", "early")},
        )
    )
    known = {row["study"]: row for row in rows}
    lines = [make_running(study, known.get(study.pk)) for study in running]
    return sorted(lines, key=lambda line: (line.seen_at or line.study.created_at, line.study.pk), reverse=True)


def make_running(study: Study, row: Mapping[str, Any] | None) -> Running:
    """One line; a study into which nobody has come has no row."""
    if row is None:
        return Running(study)
    sums = {name: row[f"{name}_sum"] for name in ("controls", "controls_right", "early")}
    return Running(study, row["arrived"], row["here"], row["finished"], seen_at=row["latest"], **sums)
