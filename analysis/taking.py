"""Work that one worker at a time does: taken from its rows, and taken over from a worker that has fallen silent."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Event, Thread
from typing import TypeVar

from django.db import connections, transaction
from django.db.models import Q

from analysis.models import EvaluationRun, StudyPackage
from turingapp.errors import TuringError

STALE_AFTER = timedelta(minutes=5)
BEAT_SECONDS = 60.0
W = TypeVar("W", EvaluationRun, StudyPackage)


class Superseded(TuringError):
    """The work was canceled, or another worker has taken it over."""


@transaction.atomic
def take_oldest(kind: type[W], *, waiting: str, working: str, at: datetime) -> W | None:
    """The oldest row that waits or whose worker has fallen silent, now this worker's; None where there is none."""
    due = Q(state=waiting) | Q(state=working, heartbeat_at__lt=at - STALE_AFTER)
    row = kind._default_manager.select_for_update(no_key=True).filter(due).order_by("created_at", "pk").first()
    if row is not None:
        row.state, row.token, row.heartbeat_at = working, secrets.token_hex(16), at
        row.save(update_fields=("state", "token", "heartbeat_at"))
    return row


@contextmanager
def heartbeat(beat: Callable[[], object], *, every: float = BEAT_SECONDS) -> Iterator[None]:
    """Call `beat` every so many seconds while something runs that cannot stop to say that it is still there."""
    is_over = Event()

    def keep_beating() -> None:
        try:
            while not is_over.wait(every):
                beat()
        finally:
            connections.close_all()  # those of this thread

    thread = Thread(target=keep_beating, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
