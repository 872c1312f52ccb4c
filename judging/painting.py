"""Noting when the browser had painted a trial's stimulus."""

from datetime import datetime

from judging.models import Assignment, Trial
from judging.tokens import ANSWER, read_step
from turingapp.errors import StaleStep


def note_painted_at(public_id: str, step: str, *, at: datetime) -> None:
    """Keep the first time at which the trial of this step was painted; a stray or late beacon changes nothing."""
    try:
        stage, position = read_step(public_id, step)
    except StaleStep:
        return
    if stage in {Assignment.Stage.TRIALS, ANSWER}:
        Trial.objects.filter(
            assignment__public_id=public_id,
            position=position,
            painted_at=None,
            answered_at=None,
            issued_at__isnull=False,
        ).update(painted_at=at)
