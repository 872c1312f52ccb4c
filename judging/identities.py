"""Ids of people at platforms: encrypted, in one table, read only where a platform must be told whom to pay."""

from datetime import datetime, timedelta

from cryptography.fernet import InvalidToken
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from agents.people import make_person_key
from judging.models import Assignment
from judging.models.recruiting import Outgoing, PlatformIdentity, PlatformSubmission, PostingPart
from judging.offers import read_offer
from judging.recruiters.values import UNDECIDED, Status
from judging.sealing import make_cipher, name_newest_key
from turingapp.errors import PermanentServiceError

TOLD_WITHIN = timedelta(days=1)  # by then we have learned of what was handed in


def find_identity(recruiter: str, person: str, *, at: datetime, is_waiting: bool = True) -> PlatformIdentity:
    """The row of this person at this recruiter, made where it is new.

    An id that was erased is kept again only for somebody who waits for a decision there: who comes anew. Called inside
    a transaction; the row stays locked, so that nobody is forgotten who comes at this moment.
    """
    identity, is_new = PlatformIdentity.objects.select_for_update(no_key=True).get_or_create(
        recruiter=recruiter, person_key=make_person_key(recruiter, person), defaults={"created_at": at}
    )
    if (is_new or is_waiting) and not identity.sealed:
        identity.sealed, identity.sealed_with = (
            make_cipher().encrypt(person.strip().encode()).decode(),
            name_newest_key(),
        )
        identity.save(update_fields=("sealed", "sealed_with"))
    return identity


def forget_erased(*, at: datetime, assignment: Assignment | None = None) -> int:
    """Forget who people are at platforms of whom only erased visits are left, or who asked for it, once no money is
    on its way to them.

    Asked for one visit when it is erased, and by a sweep later; returns how many were forgotten.
    """
    erased = Assignment.objects.filter(state=Assignment.State.ERASED)
    if assignment is not None:
        erased = erased.filter(pk=assignment.pk)
    asked_for = Q(submissions__assignment__in=erased) | (Q() if assignment else Q(is_to_forget=True))
    known = PlatformIdentity.objects.exclude(sealed="").filter(asked_for)
    visits = Assignment.objects.exclude(state=Assignment.State.ERASED)
    left = PlatformIdentity.objects.filter(submissions__assignment__in=visits)
    rows = known.exclude(pk__in=left.values("pk")).distinct()
    return sum(forget(identity, at=at) for identity in rows)


@transaction.atomic
def forget(identity: PlatformIdentity, *, at: datetime) -> bool:
    """Erase the platform's id of a person, unless somebody there still waits for their decision or their money."""
    PlatformIdentity.objects.select_for_update(no_key=True).get(pk=identity.pk)
    rows = identity.submissions.select_related("part__posting")
    if any(is_waiting(row, at=at) for row in rows.filter(status__in=UNDECIDED)):
        return False
    due = Q(submission__identity=identity, state__in=(Outgoing.State.DUE, Outgoing.State.UNCLEAR))
    for_them = Q(payload__identity=identity.pk, part__state__in=(PostingPart.State.PLANNED, PostingPart.State.OPEN))
    if Outgoing.objects.filter(due | for_them).exists():
        return False
    identity.sealed, identity.sealed_with, identity.is_to_forget = "", "", False
    identity.save(update_fields=("sealed", "sealed_with", "is_to_forget"))
    return True


def is_waiting(row: PlatformSubmission, *, at: datetime) -> bool:
    """Whether a hold that was not decided on still can be: MTurk never tells that one was given up."""
    if row.status == Status.SUBMITTED:
        return True
    allowed = timedelta(minutes=read_offer(row.part.posting.offer).allowed_minutes)
    return (row.accepted_at or row.created_at) + allowed + TOLD_WITHIN > at


def unseal(identity: PlatformIdentity) -> str:
    """The platform's id of this person; raises PermanentServiceError where it was erased, or no key opens it."""
    if not identity.sealed:
        raise PermanentServiceError(_("The platform's id of this person was erased, so nothing can be paid to them."))
    try:
        return make_cipher().decrypt(identity.sealed.encode()).decode()
    except InvalidToken as error:
        raise PermanentServiceError(
            _("No key opens the platform's id of this person; add the key that sealed it to IDENTITY_KEYS.")
        ) from error
