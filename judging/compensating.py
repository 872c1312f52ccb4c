"""Paying people who worked and could not hand their work in."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from judging import ledger
from judging.drafting import draft_posting
from judging.models import Study
from judging.models.recruiting import Outgoing, PlatformSubmission, Posting
from judging.offers import read_offer
from judging.recruiters.money import Money
from judging.recruiters.values import Offer, Requirements
from judging.recruiting import add_parts
from judging.retrying import ask_again
from judging.reviewing import Decided, decide_each, lock, pay_bonus

COMPENSATION = "compensation"  # in an offer's details: the arrival page has nothing to ask, only a button to submit
LEAST_MINUTES = 1
PER_HOUR = 3000  # a pace that no check of pay takes for a slip; a posting for one is a payment, not work


def find_running(study: Study) -> QuerySet[Posting]:
    """The postings by which a study looks for people now; payments to single people are not among them."""
    running = Posting.objects.filter(study=study, state__in=(Posting.State.OPEN, Posting.State.PAUSED))
    return running.exclude(offer__details__has_key=COMPENSATION)


def compensate_all(
    submissions: Iterable[PlatformSubmission], *, amount: int, reason: str, at: datetime
) -> list[Decided]:
    """Pay each who could not hand in, once."""
    return decide_each(submissions, lambda submission: compensate(submission, amount=amount, reason=reason, at=at))


def compensate(submission: PlatformSubmission, *, amount: int, reason: str, at: datetime) -> Decided:
    """A bonus where the platform can pay one, else a posting that this person alone can take.

    Raises OverCap and InvalidOffer before anything is asked.
    """
    if not submission.part.posting.plugin.compensates_by_posting:
        return pay_bonus(submission, amount=amount, reason=reason, name=COMPENSATION, at=at)
    return post_for_one(submission, amount=amount, reason=reason, at=at)


@transaction.atomic
def post_for_one(submission: PlatformSubmission, *, amount: int, reason: str, at: datetime) -> Decided:
    """A posting of one place that nobody but this person can see; the same submission has one at most."""
    study, locked = lock(submission)
    origin = locked.part.posting
    if known := Posting.objects.filter(study=study, offer__details__compensation=locked.pk).first():
        again = ask_again(Outgoing.objects.get(part__posting=known, kind=Outgoing.Kind.OPEN), at=at)
        return Decided(
            locked,
            "asked" if again else "already",
            _("Posting %(posting)s is for this person alone.") % {"posting": known.pk},
            again,
        )
    ledger.check_person_cap(study, locked.identity, Money(amount, origin.currency))
    offer = offer_to_one(locked, amount=amount, reason=reason)
    posting = draft_posting(study, offer, recruiter=origin.recruiter, environment=origin.environment, at=at)
    ledger.check_study_cap(study, posting.plugin.estimate_cost(offer).total)
    posting.state, posting.opened_at = Posting.State.OPEN, at
    posting.save(update_fields=("state", "opened_at"))
    (row,) = add_parts(posting, (1,), at=at, more={"identity": locked.identity_id})
    return Decided(locked, "asked", _("Posting %(posting)s is for this person alone.") % {"posting": posting.pk}, row)


def offer_to_one(submission: PlatformSubmission, *, amount: int, reason: str) -> Offer:
    """What the person is offered: a page with nothing but a button, for as many minutes as the amount pays."""
    posting = submission.part.posting
    return replace(
        read_offer(posting.offer),
        title=f"Payment for work done: {posting.study.title}"[:128],
        description=reason,
        reward=Money(amount, posting.currency),
        places=1,
        minutes=max(LEAST_MINUTES, amount * 60 // PER_HOUR),
        part_places=1,
        requirements=Requirements(),
        codes={},
        details={COMPENSATION: submission.pk},
    )
