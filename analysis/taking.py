"""Work that one worker at a time does: taken from its rows, and taken over from a worker that has fallen silent."""

import secrets
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import transaction
from django.db.models import Q

from analysis.models import EvaluationRun, StudyPackage
from turingapp.errors import TuringError

STALE_AFTER = timedelta(minutes=5)
W = TypeVar("W", EvaluationRun, StudyPackage)


class Superseded(TuringError):
    """The work was canceled, or another worker has taken it over."""


@transaction.atomic
def take_oldest(kind: type[W], *, waiting: str, working: str, at: datetime) -> W | None:
    """The oldest row that waits or whose worker has fallen silent, now this worker's; None where there is none."""
    due = Q(state=waiting) | Q(state=working, heartbeat_at__lt=at - STALE_AFTER)
    row = kind._default_manager.select_for_update().filter(due).order_by("created_at", "pk").first()
    if row is not None:
        row.state, row.token, row.heartbeat_at = working, secrets.token_hex(16), at
        row.save(update_fields=("state", "token", "heartbeat_at"))
    return row
