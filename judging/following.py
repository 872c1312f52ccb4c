"""What platforms tell of people: they are right about people and money, our rows follow, and final states stick."""

from datetime import datetime

from django.db import transaction

from judging import ledger
from judging.identities import find_identity
from judging.leasing import lock_visit, release_places
from judging.models import Assignment
from judging.models.recruiting import LedgerEntry, PlatformSubmission, PostingPart
from judging.recruiters.values import UNDECIDED, Status, Submission

FREEING = (Status.RETURNED, Status.TIMED_OUT)
# What may follow what when a platform tells it; a platform that shows yesterday's state for a moment changes nothing.
FOLLOWS: dict[Status, tuple[Status, ...]] = {
    Status.ACTIVE: tuple(Status),
    Status.SUBMITTED: (Status.APPROVED, Status.REJECTED, Status.RETURNED, Status.SCREENED_OUT),
    Status.RETURNED: (Status.SUBMITTED, Status.APPROVED, Status.REJECTED),
    Status.TIMED_OUT: (Status.SUBMITTED, Status.APPROVED, Status.REJECTED, Status.RETURNED),
    Status.REJECTED: (Status.APPROVED,),
    Status.APPROVED: (),
    Status.SCREENED_OUT: (Status.APPROVED,),
}


@transaction.atomic
def take_told(part: PostingPart, told: Submission, *, at: datetime) -> bool:
    """Write down what the platform tells of one person's hold; true where it is news."""
    ledger.lock_study(part.posting.study_id)
    waits = told.status in UNDECIDED
    identity = find_identity(part.recruiter, told.person, at=at, is_waiting=waits)
    row, is_new = PlatformSubmission.objects.select_for_update(no_key=True).get_or_create(
        part=part,
        platform_assignment=told.platform_assignment,
        identity=identity,
        defaults={"status": told.status, "created_at": at, "seen_at": at, "accepted_at": told.accepted_at},
    )
    before = Status(row.status)
    is_news = is_new or (told.status != before and told.status in FOLLOWS[before])
    row.status = told.status if is_news else before
    row.accepted_at = told.accepted_at or row.accepted_at
    row.submitted_at = told.submitted_at or row.submitted_at
    row.decided_at = told.decided_at or row.decided_at
    row.code, row.seen_at = told.code or row.code, at
    row.assignment = row.assignment or find_visit(part, row)
    row.save()
    end_other_holds(row)
    if is_news:
        follow(row, at=at)
    return is_news


def find_visit(part: PostingPart, row: PlatformSubmission) -> Assignment | None:
    """The visit of this person, where they came to us."""
    return Assignment.objects.filter(
        study_id=part.posting.study_id,
        platform=part.recruiter,
        environment=part.environment,
        judge__person_key=row.identity.person_key,
    ).first()


def end_other_holds(row: PlatformSubmission) -> None:
    """An id is held by one person at a time: whoever had it before has returned it."""
    others = PlatformSubmission.objects.filter(
        part=row.part, platform_assignment=row.platform_assignment, status=Status.ACTIVE
    )
    if row.status != Status.RETURNED:
        others.exclude(pk=row.pk).update(status=Status.RETURNED)


def follow(row: PlatformSubmission, *, at: datetime) -> None:
    """What a new status entails: money that was paid is entered, places that were given up go back."""
    if row.status == Status.APPROVED:
        ledger.enter_reward(row, outgoing=None, at=at, state=LedgerEntry.State.PAID)
    if row.status in FREEING and row.assignment is not None:
        visit = lock_visit(row.assignment.pk, row.assignment.study_id)
        if visit.state == Assignment.State.OPEN:
            release_places(visit, at=at)
