"""The waiting room: who is here, how long, and what may be chosen when nobody comes."""

import random
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from agents.models import Room
from judging.conversing.seating import SeatAll, seat_waiting
from judging.ending import end_visit
from judging.leasing import lock_open_visit, lock_visit
from judging.models import Assignment, Seating
from turingapp.errors import IncompleteAnswer, StaleStep

SEEN_EVERY = timedelta(seconds=2)  # that somebody is here is written so often, and not each time they ask


class Waiting(NamedTuple):
    """What the waiting page is told."""

    is_seated: bool
    is_over: bool  # the visit is over, or past the conversation: look again where it stands
    waited_seconds: int
    may_leave: bool  # the longest waiting time is over


def wait(assignment: Assignment, seat_all: SeatAll, *, at: datetime, rng: random.Random) -> Waiting:
    """Note that somebody waits here, and seat those who wait together; asked every second."""
    if assignment.state != Assignment.State.OPEN or assignment.stage != Assignment.Stage.TRIALS:
        return Waiting(False, True, 0, False)
    seating = find_seating(assignment, at=at)
    if seating.seat is not None:
        if seating.seat.room.ending == Room.Ending.NOT_READY:
            return_unready(seating, at=at)
            seating.refresh_from_db()
    elif at - seating.seen_at >= SEEN_EVERY:
        Seating.objects.filter(pk=seating.pk).update(seen_at=at)
    if seating.seat_id is None and not seating.is_away and seat_waiting(assignment, seat_all, at=at, rng=rng):
        seating.refresh_from_db(fields=("seat",))
    return describe(seating, assignment, at=at)


def find_seating(assignment: Assignment, *, at: datetime) -> Seating:
    """The seating of a visit, which begins with the first look."""
    try:
        return assignment.seating
    except Seating.DoesNotExist:
        begun = {"waiting_since": at, "limit_from": at, "seen_at": at}
        return Seating.objects.get_or_create(assignment=assignment, defaults=begun)[0]


def describe(seating: Seating, assignment: Assignment, *, at: datetime) -> Waiting:
    """How the waiting stands; past the limit one may leave, where no AI agent is to come instead."""
    waited = int((at - seating.limit_from).total_seconds())
    return Waiting(seating.seat_id is not None, seating.is_away, waited, is_past_limit(seating, assignment, at=at))


def is_past_limit(seating: Seating, assignment: Assignment, *, at: datetime) -> bool:
    """Whether somebody has waited for as long as the protocol asks of anybody."""
    chat = assignment.settings.conversations
    return at - seating.limit_from >= timedelta(minutes=chat.wait_minutes)


@transaction.atomic
def return_unready(seating: Seating, *, at: datetime) -> None:
    """Where a room closed because somebody was not ready: who was ready is back at the front, the other is away."""
    lock_visit(seating.assignment_id, seating.assignment.study_id)
    release_unready(Seating.objects.select_for_update(no_key=True, of=("self",)).get(pk=seating.pk), at=at)


def release_unready(locked: Seating, *, at: datetime) -> None:
    """Give up the seat in a room that closed at the ready-check; the caller holds the seating's lock."""
    seat = locked.seat
    if seat is not None and seat.room.ending == Room.Ending.NOT_READY:
        locked.seat, locked.is_away, locked.seen_at = None, seat.ready_at is None, at
        locked.save(update_fields=("seat", "is_away", "seen_at"))


@transaction.atomic
def answer_waiting(assignment: Assignment, answer: str, *, at: datetime) -> None:
    """What somebody who waits has chosen: to leave, to wait on, or that they are back.

    To leave is possible at once, for a page without scripts, with what is paid to who is let go.
    """
    locked = lock_open_visit(assignment)
    seating = Seating.objects.select_for_update(no_key=True, of=("self",)).filter(assignment=locked).first()
    if seating is not None:
        release_unready(seating, at=at)
    if locked.stage != Assignment.Stage.TRIALS or (seating is not None and seating.seat is not None):
        raise StaleStep(_("You have a partner by now. Here is where you are."))
    if answer == "leave":
        end_visit(locked, Assignment.State.SCREENED_OUT, at=at)
        locked.save()
    elif answer == "wait" and seating is not None:
        Seating.objects.filter(pk=seating.pk).update(limit_from=at, seen_at=at)
    elif answer == "here" and seating is not None:
        Seating.objects.filter(pk=seating.pk).update(is_away=False, waiting_since=at, limit_from=at, seen_at=at)
    else:
        raise IncompleteAnswer(_("Please choose to wait or to leave."), ("answer",))
