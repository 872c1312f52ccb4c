"""Every amount that a study commits or pays, and the caps that refuse a spending before anything is asked."""

from datetime import datetime

from django.conf import settings
from django.db.models import Sum
from django.utils.translation import gettext as _

from judging.models import Study
from judging.models.recruiting import (
    Budget,
    LedgerEntry,
    Outgoing,
    PlatformIdentity,
    PlatformSubmission,
    Posting,
    PostingPart,
)
from judging.offers import read_offer
from judging.recruiters.money import Money
from turingapp.errors import OverCap

Kind, State = LedgerEntry.Kind, LedgerEntry.State
TO_PEOPLE = (Kind.REWARD, Kind.BONUS)


def lock_study(study_id: int) -> Study:
    """The study's row, locked: caps are looked at and amounts entered by one at a time."""
    return Study.objects.select_for_update(no_key=True).get(pk=study_id)


def sum_study(study: Study, currency: str) -> int:
    """All that the study has committed or paid in a currency, reserved places and fees included."""
    rows = LedgerEntry.objects.filter(study=study, currency=currency).exclude(state=State.VOID)
    return rows.aggregate(total=Sum("amount"))["total"] or 0


def sum_person(study: Study, identity: PlatformIdentity, currency: str) -> int:
    """All that one person gets from the study."""
    rows = LedgerEntry.objects.filter(
        study=study, currency=currency, kind__in=TO_PEOPLE, submission__identity=identity
    ).exclude(state=State.VOID)
    return rows.aggregate(total=Sum("amount"))["total"] or 0


def find_caps(study: Study) -> tuple[int, int]:
    """The caps of the study and of one person in it."""
    budget = Budget.objects.filter(study=study).first()
    study_cap = budget.study_cap if budget and budget.study_cap is not None else settings.CAP_PER_STUDY
    person_cap = budget.person_cap if budget and budget.person_cap is not None else settings.CAP_PER_PERSON
    return study_cap, person_cap


def check_study_cap(study: Study, more: Money) -> None:
    """Raise OverCap where so much more would pass the study's cap. The caller holds the study's lock."""
    cap, spent = find_caps(study)[0], sum_study(study, more.currency)
    if more.amount > 0 and spent + more.amount > cap:
        raise OverCap(
            _(
                "%(study)s has committed %(spent)s of %(cap)s; %(more)s more would pass the cap. "
                "Nothing was asked of the platform."
            )
            % {
                "study": study.title,
                "spent": Money(spent, more.currency),
                "cap": Money(cap, more.currency),
                "more": more,
            }
        )


def check_person_cap(study: Study, identity: PlatformIdentity, more: Money) -> None:
    """Raise OverCap where so much more would pass one person's cap. The caller holds the study's lock."""
    cap, paid = find_caps(study)[1], sum_person(study, identity, more.currency)
    if paid + more.amount > cap:
        raise OverCap(
            _(
                "This person has %(paid)s from %(study)s; %(more)s more would pass the cap of "
                "%(cap)s per person. Nothing was asked of the platform."
            )
            % {"paid": Money(paid, more.currency), "study": study.title, "more": more, "cap": Money(cap, more.currency)}
        )


def check_within_caps(study: Study, submission: PlatformSubmission) -> None:
    """Raise OverCap where what was just entered passes a cap; the transaction then takes it back."""
    currency, (study_cap, person_cap) = submission.part.posting.currency, find_caps(study)
    _check_within(sum_study(study, currency), study_cap, study.title, currency)
    _check_within(sum_person(study, submission.identity, currency), person_cap, _("one person"), currency)


def _check_within(amount: int, cap: int, whose: str, currency: str) -> None:
    if amount > cap:
        raise OverCap(
            _("This would bring %(whose)s to %(amount)s, over the cap of %(cap)s. Nothing was asked of the platform.")
            % {"whose": whose, "amount": Money(amount, currency), "cap": Money(cap, currency)}
        )


def count_place(part: PostingPart) -> int:
    """What one place of a part costs: the reward and its fee."""
    offer = read_offer(part.posting.offer)
    return offer.reward.amount + count_fee(part, offer.reward.amount, is_bonus=False)


def count_fee(part: PostingPart, amount: int, *, is_bonus: bool) -> int:
    """The platform's fee on a reward or a bonus."""
    offer = read_offer(part.posting.offer)
    places = 0 if is_bonus else part.places
    return part.posting.plugin.count_fee(amount, part_places=places, requirements=offer.requirements)


def enter(
    part: PostingPart,
    kind: LedgerEntry.Kind,
    amount: int,
    *,
    at: datetime,
    outgoing: Outgoing | None = None,
    submission: PlatformSubmission | None = None,
    state: LedgerEntry.State = State.COMMITTED,
) -> None:
    """Write one amount down; nothing is not written."""
    if amount:
        LedgerEntry.objects.create(
            part=part,
            study_id=part.posting.study_id,
            kind=kind,
            amount=amount,
            currency=part.posting.currency,
            outgoing=outgoing,
            submission=submission,
            state=state,
            created_at=at,
        )


def reserve_places(part: PostingPart, places: int, *, outgoing: Outgoing, at: datetime) -> None:
    """Set money aside for places that are asked for, where the recruiter is to pay it."""
    if part.posting.plugin.calls_platform:
        enter(part, Kind.RESERVED, places * count_place(part), outgoing=outgoing, at=at)


def find_reserved(part: PostingPart) -> int:
    """What is still set aside for a part."""
    rows = part.entries.filter(kind__in=(Kind.RESERVED, Kind.RELEASED)).exclude(state=State.VOID)
    return rows.aggregate(total=Sum("amount"))["total"] or 0


def release_reserved(part: PostingPart, amount: int, *, outgoing: Outgoing | None, at: datetime) -> None:
    """Give back what was set aside, no more than there is."""
    enter(part, Kind.RELEASED, -min(amount, find_reserved(part)), outgoing=outgoing, at=at)


def enter_reward(
    submission: PlatformSubmission, *, outgoing: Outgoing | None, at: datetime, state: LedgerEntry.State
) -> None:
    """The reward and its fee, once per submission, in place of what was set aside for it."""
    part = submission.part
    if submission.entries.filter(kind=Kind.REWARD).exclude(state=State.VOID).exists():
        return
    reward = read_offer(part.posting.offer).reward.amount
    fee = count_fee(part, reward, is_bonus=False)
    enter(part, Kind.REWARD, reward, outgoing=outgoing, submission=submission, at=at, state=state)
    enter(part, Kind.FEE, fee, outgoing=outgoing, submission=submission, at=at, state=state)
    release_reserved(part, reward + fee, outgoing=outgoing, at=at)


def enter_bonus(submission: PlatformSubmission, amount: int, *, outgoing: Outgoing, at: datetime) -> None:
    """A bonus and its fee."""
    part = submission.part
    enter(part, Kind.BONUS, amount, outgoing=outgoing, submission=submission, at=at)
    enter(part, Kind.FEE, count_fee(part, amount, is_bonus=True), outgoing=outgoing, submission=submission, at=at)


def confirm(outgoing: Outgoing) -> None:
    """The platform has done what was asked: its amounts are paid."""
    outgoing.entries.filter(state=State.COMMITTED, kind__in=(*TO_PEOPLE, Kind.FEE)).update(state=State.PAID)


def annul(outgoing: Outgoing) -> None:
    """The platform will not do what was asked: its amounts do not count."""
    outgoing.entries.exclude(state=State.PAID).update(state=State.VOID)


def sum_by_kind(posting: Posting) -> dict[tuple[str, str], int]:
    """The posting's amounts by their kind and state, void ones too, in minor units."""
    rows = LedgerEntry.objects.filter(part__posting=posting).values_list("kind", "state")
    return {(kind, state): total for kind, state, total in rows.annotate(Sum("amount")).order_by()}
