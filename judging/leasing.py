"""Places are leased to a visit while it goes on; what is not judged goes back when the visit lapses."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from judging.models import Assignment, Cell, Place, Protocol, Study

ANSWERED = ("stage", "state", "released_at", "study__task", "protocol__document")
MULTIPLIER, MODULUS = 48271, 2**31 - 1  # the "minimal standard" generator (Park, Miller and Stockmeyer 1993)


def add_taken(places: Iterable[Place], number: int) -> None:
    """Count `number` more holders (or fewer) on each place and its cell, and reshuffle the place among its equals.

    The caller holds the study's row lock, so that counters of two visits never wait for each other.
    """
    listed = list(places)
    Place.objects.filter(pk__in=[place.pk for place in listed]).update(
        taken=F("taken") + number, salt=F("salt") * MULTIPLIER % MODULUS
    )
    for cell, times in Counter(place.cell_id for place in listed).items():
        Cell.objects.filter(pk=cell).update(taken=F("taken") + number * times)


def list_unjudged(assignment: Assignment) -> list[Place]:
    """The places that a visit holds and has not judged."""
    trials = assignment.trials.filter(answered_at=None).select_related("place")
    return [trial.place for trial in trials]


def lock_visit(assignment_id: int, study_id: int) -> Assignment:
    """The assignment, locked after its study: the one order in which both are ever locked."""
    Study.objects.select_for_update().get(pk=study_id)
    return Assignment.objects.select_for_update().get(pk=assignment_id)


@transaction.atomic
def release_places(assignment: Assignment, *, at: datetime) -> None:
    """Give the visit's unjudged places back to the pool, once."""
    locked = lock_visit(assignment.pk, assignment.study_id)
    if locked.released_at is None:
        add_taken(list_unjudged(locked), -1)
        locked.released_at = at
        locked.save(update_fields=("released_at",))


@transaction.atomic
def retake_places(assignment: Assignment, *, at: datetime) -> None:
    """Take the places again for a person who comes back after a lapse: whoever is inside may finish."""
    locked = lock_visit(assignment.pk, assignment.study_id)
    if locked.released_at is not None and locked.state == Assignment.State.OPEN:
        add_taken(list_unjudged(locked), 1)
        locked.released_at, locked.seen_at = None, at
        locked.save(update_fields=("released_at", "seen_at"))


@contextmanager
def holding_visit(public_id: str, *, at: datetime) -> Iterator[Assignment]:
    """The visit under its row lock, with the fields that a trial's answer needs, holding places that had lapsed."""
    visits = Assignment.objects.select_for_update(of=("self",)).select_related("study", "protocol").only(*ANSWERED)
    while True:
        with transaction.atomic():
            assignment = visits.get(public_id=public_id)
            if assignment.released_at is None or assignment.state != Assignment.State.OPEN:
                yield assignment
                return
        retake_places(assignment, at=at)


def release_lapsed_places(*, at: datetime) -> int:
    """Release the places of every open visit that was not seen for its protocol's lease; returns how many visits."""
    released = 0
    open_visits = Assignment.objects.filter(state=Assignment.State.OPEN, released_at=None)
    for protocol in Protocol.objects.filter(pk__in=open_visits.values("protocol_id")):
        limit = at - timedelta(minutes=protocol.settings.lease_minutes)
        for assignment in open_visits.filter(protocol=protocol, seen_at__lt=limit).order_by("pk"):
            released += release_if_lapsed(assignment, limit, at=at)
    return released


@transaction.atomic
def release_if_lapsed(assignment: Assignment, limit: datetime, *, at: datetime) -> bool:
    """Release one visit's places unless it was seen, or has ended, in the meantime."""
    locked = lock_visit(assignment.pk, assignment.study_id)
    if locked.state != Assignment.State.OPEN or locked.seen_at >= limit or locked.released_at is not None:
        return False
    release_places(locked, at=at)
    return True
