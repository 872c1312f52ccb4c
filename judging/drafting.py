"""Drafts of postings: made, changed, thrown away. Nothing is asked of a platform before `recruiting.open_posting`."""

from dataclasses import replace
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from judging import ledger
from judging.accounts import find_account
from judging.models import Study
from judging.models.ids import make_code
from judging.models.recruiting import Posting
from judging.offers import read_offer, write_offer
from judging.recruiters.values import Offer, Outcome
from turingapp.errors import InvalidOffer, Refused

CODE_LENGTH = 8


def draft_posting(study: Study, offer: Offer, *, recruiter: str, environment: str, at: datetime) -> Posting:
    """A posting whose address and completion codes are made, checked and not yet asked for. Raises InvalidOffer."""
    find_account(recruiter, environment)
    posting = Posting(study=study, recruiter=recruiter, environment=environment, created_at=at)
    fill_in(posting, replace(offer, codes={**make_codes(), **offer.codes}))
    posting.save()
    return posting


@transaction.atomic
def redraft_posting(posting: Posting, offer: Offer, *, environment: str) -> Posting:
    """The same draft with another offer; its codes stay. Raises InvalidOffer, and Refused once it opened."""
    draft = lock_draft(posting)
    find_account(draft.recruiter, environment)
    draft.environment = environment
    fill_in(draft, replace(offer, codes=read_offer(draft.offer).codes))
    draft.save(update_fields=("environment", "offer", "places", "currency"))
    return draft


@transaction.atomic
def discard_posting(posting: Posting) -> None:
    """Throw a draft away. Raises Refused once it opened."""
    lock_draft(posting).delete()


def lock_draft(posting: Posting) -> Posting:
    """The draft as it is now, under the study's lock. Raises Refused where it is a draft no more."""
    ledger.lock_study(posting.study_id)
    draft = Posting.objects.filter(pk=posting.pk).first()
    if draft is None or draft.state != Posting.State.DRAFT:
        now = "discarded" if draft is None else draft.get_state_display().lower()
        raise Refused(
            _("Posting %(number)s is %(state)s by now; only a draft can be changed or discarded.")
            % {"number": posting.pk, "state": now}
        )
    return draft


def fill_in(posting: Posting, offer: Offer) -> None:
    """Give a posting its offer, with the address of its arrival page. Raises InvalidOffer."""
    address = settings.PUBLIC_URL + reverse("arrive", args=[posting.public_id])
    complete = replace(offer, address=address)
    if problems := posting.plugin.validate(complete, posting.environment):
        raise InvalidOffer(problems)
    posting.offer, posting.places, posting.currency = write_offer(complete), offer.places, offer.reward.currency


def make_codes() -> dict[Outcome, str]:
    """A completion code for each outcome, random, so that none can be guessed from another."""
    return {outcome: make_code(CODE_LENGTH) for outcome in Outcome}
