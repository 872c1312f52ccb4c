"""Putting a trial aside whose picture did not load, and going past a feedback page."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from judging.leasing import add_taken, lock_visit
from judging.models import Assignment
from judging.recording import close_trials_if_done
from turingapp.errors import IncompleteAnswer, StaleStep

LONGEST_REASON = 100
MOST_ASIDE = 0.3  # the share of a visit's trials; with more it says little, and would be paid in full


@transaction.atomic
def put_aside(assignment: Assignment, position: int, why: str, *, at: datetime) -> None:
    """Put the current trial aside with the reason; its place goes back, and the visit goes on to the next."""
    locked = lock_visit(assignment.pk, assignment.study_id)
    trial = locked.trials.filter(position=position).select_related("place").first()
    if trial is not None and trial.put_aside_at is not None:
        return
    if trial is None or trial.is_done or locked.state != Assignment.State.OPEN or trial.issued_at is None:
        raise StaleStep(_("That page was answered already. Here is where you are."))
    refuse_too_many(locked)
    if locked.kind == Assignment.Kind.MAIN and locked.released_at is None:
        add_taken([trial.place], -1)
    trial.put_aside_at, trial.put_aside_why = at, why[:LONGEST_REASON]
    trial.save(update_fields=("put_aside_at", "put_aside_why"))
    locked.seen_at = at
    close_trials_if_done(locked)
    locked.save()


def refuse_too_many(assignment: Assignment) -> None:
    """Raise IncompleteAnswer where the task has no pictures, or too many of them did not load already."""
    if not assignment.task.needs_picture:
        raise IncompleteAnswer(_("This trial has no picture to wait for; please answer it."))
    allowed = assignment.settings.trials_in_all * MOST_ASIDE
    if assignment.trials.exclude(put_aside_at=None).count() + 1 > allowed:
        raise IncompleteAnswer(
            _(
                "Too many pictures did not load. Please come back with a better connection, or stop here: "
                "what you answered is kept."
            )
        )


@transaction.atomic
def pass_feedback(assignment: Assignment, position: int, *, at: datetime) -> None:
    """Note that the feedback on a trial was seen; sent twice, it is seen once."""
    locked = lock_visit(assignment.pk, assignment.study_id)
    locked.trials.awaiting_feedback().filter(position=position).update(feedback_seen_at=at)
    locked.seen_at = at
    if locked.stage == Assignment.Stage.TRIALS:
        close_trials_if_done(locked)
    locked.save()
