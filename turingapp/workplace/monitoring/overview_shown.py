"""What the page over all running studies shows, gathered for its template."""

import hashlib
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.urls import reverse

from judging.launching import is_worker_at_work
from judging.models import Alert, Study
from judging.monitoring.counting import bring_up_to_date
from judging.monitoring.summing_studies import Running, find_running, sum_running
from turingapp.workplace.addresses import write_address
from turingapp.workplace.recruiting.board_shown import POLL_SECONDS


@dataclass(frozen=True, slots=True)
class RunningLine:
    """One running study for the page."""

    running: Running
    controls: str  # how many were right
    alerts: list[Alert]


@dataclass(frozen=True, slots=True)
class Overview:
    """Everything of the page that changes."""

    poll_url: str
    poll_seconds: int
    mark: str
    is_worker_there: bool
    lines: list[RunningLine]


def gather_overview(studies: QuerySet[Study], *, at: datetime) -> Overview:
    """How the running studies stand; visits that were seen since the last look are counted first."""
    watched = find_running(studies, at=at)
    bring_up_to_date(watched)
    running, there = sum_running(watched, at=at), is_worker_at_work(at)
    alerts = defaultdict(list)
    for alert in Alert.objects.filter(study__in=[one.study for one in running], passed_at=None):
        alerts[alert.study_id].append(alert)
    mark = hashlib.sha256(repr((running, there, dict(alerts))).encode()).hexdigest()[:16]
    return Overview(
        poll_url=write_address(reverse("workplace:monitoring_live"), {"seen": mark}),
        poll_seconds=POLL_SECONDS,
        mark=mark,
        is_worker_there=there,
        lines=[describe_running(one, alerts[one.study.pk]) for one in running],
    )


def describe_running(running: Running, alerts: list[Alert]) -> RunningLine:
    """A study for its line."""
    share = f"{running.controls_right / running.controls:.0%}" if running.controls else "–"
    return RunningLine(running, share, alerts)
