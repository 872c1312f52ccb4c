"""Showing who somebody is at their platform: to those who must find them there, and never without a trace."""

from datetime import datetime

from django.db import transaction

from judging.identities import unseal
from judging.models import RevealedIdentity
from judging.models.recruiting import PlatformSubmission


@transaction.atomic
def reveal_identity(submission: PlatformSubmission, *, by: str, at: datetime) -> str:
    """The platform's id of a person; who was shown it, and when, is written down first.

    Raises PermanentServiceError where the id was erased.
    """
    RevealedIdentity.objects.create(submission=submission, by=by, at=at)
    return unseal(submission.identity)
