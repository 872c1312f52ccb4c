"""Responses that their authors take back are drawn no more, and put aside where a judge was to see them."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from agents.taking_back import empty_responses, list_taken_back
from judging.leasing import lock_visit
from judging.models import Assignment, Place, Trial
from judging.recording import close_trials_if_done

CLOSED = 10**9  # so often no place is ever taken, so nobody draws it any more
WHY = "its author took the answer back"


def close_places(responses: Sequence[int]) -> None:
    """Let nobody draw these responses any more. The places keep counting, by which they only stay closed."""
    Place.objects.filter(response__in=responses, taken__lt=CLOSED).update(taken=CLOSED)


def empty_taken_back(*, at: datetime) -> int:
    """Empty the responses that were taken back, after no judge is about to see them; how many there were.

    It may run twice at once: each visit is looked at under its lock, and what is empty stays so.
    """
    responses = list(list_taken_back().values_list("pk", flat=True))
    empty_closed(responses, at=at)
    return len(responses)


def empty_closed(responses: Sequence[int], *, at: datetime) -> None:
    """Put aside what still waits to show these responses, whose places are closed, and empty them."""
    waiting = Trial.objects.waiting().filter(place__response__in=responses)
    for visit, study in set(waiting.values_list("assignment_id", "assignment__study_id")):
        put_aside_taken_back(visit, study, responses, at=at)
    with transaction.atomic():
        empty_responses(responses)


@transaction.atomic
def put_aside_taken_back(visit: int, study: int, responses: Sequence[int], *, at: datetime) -> None:
    """Put the waiting trials of one visit aside that would show these responses; the visit goes on without them."""
    locked = lock_visit(visit, study)
    locked.trials.waiting().filter(place__response__in=responses).update(put_aside_at=at, put_aside_why=WHY)
    if locked.stage == Assignment.Stage.TRIALS:
        close_trials_if_done(locked)
        locked.save()
