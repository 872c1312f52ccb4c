"""Platforms' notices: they hasten the next look and tell when a place was taken; they decide nothing."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from judging.models.recruiting import PostingPart, TakenNotice
from judging.recruiters import RECRUITERS
from judging.recruiters.values import Notice


def take_notices(recruiter: str, headers: Mapping[str, str], body: bytes, *, at: datetime) -> int:
    """Take the notices in a request; returns how many are new. Those that came before do nothing.

    Raises NotEligible where the platform has not sent them. Outside any transaction: the sender's certificate may have
    to be fetched.
    """
    notices = RECRUITERS[recruiter].read_notices(headers, body)
    return sum(take_notice(recruiter, notice, at=at) for notice in notices)


@transaction.atomic
def take_notice(recruiter: str, notice: Notice, *, at: datetime) -> bool:
    """Have the parts that a notice is about looked at soon, once; false where it came before."""
    parts = PostingPart.objects.filter(recruiter=recruiter)
    if notice.is_local:
        parts = parts.filter(environment="local")
    about = (
        parts.filter(platform_id=notice.part_id)
        if notice.part_id
        else parts.filter(submissions__platform_assignment=notice.platform_assignment)
    )
    part = about.first()
    _, is_new = TakenNotice.objects.get_or_create(
        recruiter=recruiter,
        event_id=notice.event_id,
        defaults={
            "at": at,
            "part": part,
            "platform_assignment": notice.platform_assignment,
            "accepted_at": notice.accepted_at,
        },
    )
    if is_new and part is not None:
        PostingPart.objects.filter(pk=part.pk, poll_due_at__gt=at).update(poll_due_at=at)
    return is_new


def find_accepted(part: PostingPart, platform_assignment: str) -> datetime | None:
    """When a place was last taken, as a notice told; None where none came. An id may have been handed on since."""
    told = TakenNotice.objects.filter(part=part, platform_assignment=platform_assignment)
    found: datetime | None = told.aggregate(last=Max("accepted_at"))["last"]
    return found
