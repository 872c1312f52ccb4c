"""Noting when the browser had painted a trial's stimulus."""

from datetime import datetime

from judging.models import Assignment, Trial
from judging.tokens import ANSWER, read_step
from turingapp.compiled import Change, slot
from turingapp.errors import StaleStep

PAINT = Change(
    lambda: Trial.objects.filter(
        assignment__public_id=slot(Assignment, "public_id", "visit"),
        position=slot(Trial, "position"),
        painted_at=None,
        answered_at=None,
        issued_at__isnull=False,
    ),
    painted_at=slot(Trial, "painted_at"),
)


def note_painted_at(public_id: str, step: str, *, at: datetime) -> None:
    """Keep the first time at which the trial of this step was painted; a stray or late beacon changes nothing."""
    try:
        stage, position = read_step(public_id, step)
    except StaleStep:
        return
    if stage in {Assignment.Stage.TRIALS, ANSWER}:
        PAINT.carry_out(visit=public_id, position=position, painted_at=at)
