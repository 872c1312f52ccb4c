"""Paying people who worked and could not hand their work in."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction

from judging import ledger
from judging.models.recruiting import PlatformSubmission, Posting
from judging.offers import read_offer
from judging.recruiters.base import Requirements
from judging.recruiters.money import Money
from judging.recruiting import add_parts, draft_posting
from judging.reviewing import Decided, pay_bonus

COMPENSATION = "compensation"  # in an offer's details: the arrival page has nothing to ask, only a button to submit
MINUTES = 1


def compensate(submission: PlatformSubmission, *, amount: int, reason: str, at: datetime) -> Decided | Posting:
    """A bonus where the platform can pay one, else a posting that this person alone can take. Raises OverCap."""
    if not submission.part.posting.plugin.compensates_by_posting:
        return pay_bonus(submission, amount=amount, reason=reason, name=COMPENSATION, at=at)
    return post_for_one(submission, amount=amount, reason=reason, at=at)


@transaction.atomic
def post_for_one(submission: PlatformSubmission, *, amount: int, reason: str, at: datetime) -> Posting:
    """A posting of one place that nobody but this person can see; the same submission has one at most."""
    origin = submission.part.posting
    study = ledger.lock_study(origin.study_id)
    for known in Posting.objects.filter(study=study, offer__details__compensation=submission.pk):
        return known
    ledger.check_person_cap(study, submission.identity, Money(amount, origin.currency))
    offer = replace(
        read_offer(origin.offer),
        title=f"Payment for work done: {study.title}"[:128],
        description=reason,
        reward=Money(amount, origin.currency),
        places=1,
        minutes=max(MINUTES, amount * 60 // 3000),
        part_places=1,
        requirements=Requirements(),
        codes={},
        details={COMPENSATION: submission.pk},
    )
    posting = draft_posting(study, offer, recruiter=origin.recruiter, environment=origin.environment, at=at)
    ledger.check_study_cap(study, posting.plugin.estimate_cost(offer).total)
    posting.state, posting.opened_at = Posting.State.OPEN, at
    posting.save(update_fields=("state", "opened_at"))
    add_parts(posting, (1,), at=at, more={"identity": submission.identity_id})
    return posting
