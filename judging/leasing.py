"""Places are leased to a visit while it goes on; what is not judged goes back when the visit lapses or ends."""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, FilteredRelation, Q
from django.utils.translation import gettext as _

from judging.ending import end_visit
from judging.models import Assignment, Cell, Place, Protocol, Study, Trial
from judging.models.visits import IMPORTED
from turingapp.compiled import Selection, slot
from turingapp.errors import AssignmentClosed

# All that a trial's answer and the next trial's page read or write: a column that is missing costs a query of its own.
VISIT = (
    *("pk", "public_id", "seed", "study", "protocol", "kind"),
    *("stage", "state", "released_at", "seen_at", "over_at", "code"),
)
TRIAL = (
    *("pk", "kind", "gives_feedback", "control", "issued_at", "painted_at"),
    *("answered_at", "put_aside_at", "submission"),
)
MULTIPLIER, MODULUS = 48271, 2**31 - 1  # the "minimal standard" generator (Park, Miller and Stockmeyer 1993)

State = Assignment.State
OF_VISIT = {"public_id": slot(Assignment, "public_id")}
LOCK = Selection(lambda: Assignment.objects.select_for_update(no_key=True).filter(**OF_VISIT).values_list("pk"))
HELD = Selection(
    lambda: (
        Assignment.objects.filter(**OF_VISIT)
        .annotate(trial=FilteredRelation("trials", condition=Q(trials__position=slot(Trial, "position"))))
        .values_list(*VISIT, *(f"trial__{name}" for name in TRIAL))
    )
)


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
    """The places that a visit holds and has not judged; pilots and previews hold none."""
    if assignment.kind != Assignment.Kind.MAIN:
        return []
    return [trial.place for trial in assignment.trials.waiting().select_related("place")]


def lock_visit(assignment_id: int, study_id: int) -> Assignment:
    """The assignment, locked after its study: the one order in which both are ever locked."""
    Study.objects.select_for_update(no_key=True).get(pk=study_id)
    return Assignment.objects.select_for_update(no_key=True).get(pk=assignment_id)


def lock_open_visit(assignment: Assignment) -> Assignment:
    """The same, where the visit goes on; raises AssignmentClosed."""
    locked = lock_visit(assignment.pk, assignment.study_id)
    if locked.state != State.OPEN:
        raise AssignmentClosed(_("This visit is over; nothing more can be answered."))
    return locked


def release_places(locked: Assignment, *, at: datetime) -> None:
    """Give the unjudged places of a visit that the caller has locked back to the pool, once."""
    if locked.released_at is None:
        add_taken(list_unjudged(locked), -1)
        locked.released_at = at
        locked.save(update_fields=("released_at",))


@transaction.atomic
def retake_places(assignment: Assignment, *, at: datetime) -> None:
    """Take the places again for a person who comes back after a lapse: whoever is inside may finish."""
    locked = lock_visit(assignment.pk, assignment.study_id)
    if locked.released_at is not None and locked.state == State.OPEN:
        add_taken(list_unjudged(locked), 1)
        locked.released_at, locked.seen_at = None, at
        locked.save(update_fields=("released_at", "seen_at"))


@contextmanager
def holding_trial(public_id: str, position: int, *, at: datetime) -> Iterator[tuple[Assignment, Trial | None]]:
    """The visit under its row lock and its trial at a position, with the fields that an answer needs.

    It holds places that had lapsed. Raises Assignment.DoesNotExist.
    """
    while True:
        with transaction.atomic():
            lock = LOCK.fill(public_id=public_id)
            found = HELD.get_joined(lock, public_id=public_id, position=position)
            if not found:
                raise Assignment.DoesNotExist("There is no such visit.")
            assignment, trial = found
            if assignment.released_at is None or assignment.state != State.OPEN:
                yield assignment, trial
                return
        retake_places(assignment, at=at)


def release_lapsed_places(*, at: datetime) -> int:
    """Release what visits hold that ended, or were not seen for their lease; end those that expired.

    Returns how many visits released something. It may run twice at once: each visit is looked at under its lock.
    """
    holding = Assignment.objects.filter(released_at=None)
    released = 0
    for protocol in Protocol.objects.filter(pk__in=holding.values("protocol_id")):
        limit = at - timedelta(minutes=protocol.settings.lease_minutes)
        ended = holding.filter(protocol=protocol).exclude(state=State.OPEN)
        lapsed = holding.filter(protocol=protocol, state=State.OPEN, seen_at__lt=limit)
        for assignment in (ended | lapsed).order_by("pk"):
            released += release_if_due(assignment, limit, at=at)
    expire_visits(at=at)
    return released


@transaction.atomic
def release_if_due(assignment: Assignment, limit: datetime, *, at: datetime) -> bool:
    """Release one visit's places unless it was seen in the meantime; whether there was anything to give back."""
    locked = lock_visit(assignment.pk, assignment.study_id)
    if locked.released_at is not None or (locked.state == State.OPEN and locked.seen_at >= limit):
        return False
    held = bool(list_unjudged(locked))
    release_places(locked, at=at)
    return held


def expire_visits(*, at: datetime) -> None:
    """End the visits that were begun too long ago; their places were given back before. Imported ones stay so."""
    stale = Assignment.objects.filter(state=State.OPEN, released_at__isnull=False).exclude(environment=IMPORTED)
    for protocol in Protocol.objects.filter(pk__in=stale.values("protocol_id")):
        limit = at - timedelta(hours=protocol.settings.expires_hours)
        for assignment in stale.filter(protocol=protocol, arrived_at__lt=limit):
            with transaction.atomic():
                locked = lock_visit(assignment.pk, assignment.study_id)
                if locked.state == State.OPEN and locked.released_at is not None:
                    end_visit(locked, State.EXPIRED, at=at)
                    locked.save()
