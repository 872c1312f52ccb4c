"""A worker that is killed at a chosen point of each request to a platform, and started again until it is done."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db import connection, transaction
from django.utils import timezone

from judging import ledger
from judging.models.recruiting import Outgoing
from judging.recruiters.local.serving import Hold, Platform
from tests.judging.recruiters.stories import look_after_unclear
from tests.workers import MortalTroupe
from turingapp.running import Program

WITHIN_SECONDS = 60
A_WHILE = timedelta(hours=2)  # longer than a lease, and than what Prolific is given to show a bonus


class Point(StrEnum):
    """Where the worker is when it dies."""

    BEFORE = "the platform has the request and has done nothing"
    AFTER = "the platform has done it and has not answered"
    RECORDING = "the platform has answered and the record is not written"
    RECORDED = "the record is written"


@dataclass
class Killing:
    """One worker after the other around one platform, each killed at the same point."""

    troupe: MortalTroupe
    worker: Program
    platform: Platform
    point: Point

    def survive(self, operations: Sequence[str], ask: Callable[[], Iterable[Outgoing | None]]) -> None:
        """Have one row asked for, kill a worker at the point of each of these operations, and see the row done.

        Where the platform's answer goes through, the last operation alone leads to a record.
        """
        is_unanswered = self.point in (Point.BEFORE, Point.AFTER)
        named = operations if is_unanswered else operations[-1:]
        holds = [self.platform.hold(name, is_done=self.point != Point.BEFORE) for name in named]
        (row,) = ask()
        assert row is not None
        for hold in holds:
            self.start()
            self.wait(hold.reached.is_set, f"{hold.operation} ({row.kind})")
            self.kill(hold, row)
            let_time_pass()
        self.start()
        self.wait(lambda: is_done_at_last(row), f"the end of {row.kind}")

    def kill(self, hold: Hold, row: Outgoing) -> None:
        """Kill the worker: without an answer, waiting for the lock without which nothing is recorded, or after it."""
        if self.point == Point.RECORDING:
            with transaction.atomic():
                ledger.lock_study(row.part.posting.study_id)
                hold.released.set()
                self.wait(is_somebody_waiting, f"the recording of {row.kind}")
                self.troupe.kill(self.worker)
            return
        if self.point == Point.RECORDED:
            hold.released.set()
            self.wait(lambda: is_done(row), f"the record of {row.kind}")
        self.troupe.kill(self.worker)
        assert is_done(row) == (self.point == Point.RECORDED)

    def start(self) -> None:
        """Start a worker where none is running."""
        if not self.troupe.is_running(self.worker):
            self.troupe.start(self.worker)

    def wait(self, is_so: Callable[[], bool], what: str) -> None:
        """Wait for something that must come."""
        self.troupe.wait_until(is_so, what=what, within_seconds=WITHIN_SECONDS)


def is_done(row: Outgoing) -> bool:
    """Whether the row is recorded as done."""
    return Outgoing.objects.get(pk=row.pk).state == Outgoing.State.DONE


def is_done_at_last(row: Outgoing) -> bool:
    """Whether it is done; a person sees to it where nobody knows whether it was."""
    look_after_unclear(timezone.now())
    return is_done(row)


def is_somebody_waiting() -> bool:
    """Whether a connection to this PostgreSQL database waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        (count,) = cursor.fetchone()
    return bool(count)


def let_time_pass() -> None:
    """Move the times of what is due back by a while, so that nobody has to wait for the end of a lease."""
    for row in Outgoing.objects.filter(state=Outgoing.State.DUE):
        row.due_at -= A_WHILE
        if asked_at := row.kept.get("asked_at"):
            row.kept["asked_at"] = (datetime.fromisoformat(asked_at) - A_WHILE).isoformat()
        row.save(update_fields=("due_at", "kept"))
