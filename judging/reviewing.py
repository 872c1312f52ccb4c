"""Deciding on submissions and paying bonuses: one row each, so that one odd case stops nobody else."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from judging import ledger, outbox
from judging.models import Study
from judging.models.recruiting import LedgerEntry, Outgoing, PlatformSubmission, Posting
from judging.recruiters.calling import CONFIRMED
from judging.recruiters.money import Money
from judging.recruiters.values import Status
from turingapp.errors import InvalidOffer, Problem, Refused

Kind = Outgoing.Kind
APPROVABLE = (Status.SUBMITTED, Status.REJECTED, Status.TIMED_OUT)
SHORTEST_REASON = 4


@dataclass(frozen=True, slots=True)
class Decided:
    """What came of one decision: "asked", "already" or "refused", and why."""

    submission: PlatformSubmission
    result: str
    reason: str = ""
    outgoing: Outgoing | None = None


def decide_each(
    submissions: Iterable[PlatformSubmission], decide: Callable[[PlatformSubmission], Decided]
) -> list[Decided]:
    """One after the other, each with its own result; what is refused for one stops nobody else."""
    return [decide_one(submission, decide) for submission in submissions]


def decide_one(submission: PlatformSubmission, decide: Callable[[PlatformSubmission], Decided]) -> Decided:
    """What came of it, a refusal in words included."""
    try:
        return decide(submission)
    except (Refused, InvalidOffer) as refusal:
        return Decided(submission, "refused", str(refusal))


def approve_all(submissions: Iterable[PlatformSubmission], *, at: datetime) -> list[Decided]:
    """Approve each; a table of results, and running it again pays nobody twice."""
    return decide_each(submissions, lambda submission: approve(submission, at=at))


def reject_all(submissions: Iterable[PlatformSubmission], *, reason: str, by: str, at: datetime) -> list[Decided]:
    """Reject each, by a named person and for a reason."""
    return decide_each(submissions, lambda submission: reject(submission, reason=reason, by=by, at=at))


def pay_bonuses(
    submissions: Iterable[PlatformSubmission], *, amount: int, reason: str, name: str, at: datetime
) -> list[Decided]:
    """Pay each the bonus of this name, unless they have it."""
    return decide_each(
        submissions, lambda submission: pay_bonus(submission, amount=amount, reason=reason, name=name, at=at)
    )


def approve(submission: PlatformSubmission, *, at: datetime) -> Decided:
    """Have the reward paid for what the platform lists as handed in."""
    return decide_one(submission, lambda row: _approve(row, at=at))


@transaction.atomic
def _approve(submission: PlatformSubmission, *, at: datetime) -> Decided:
    study, locked = lock(submission)
    if locked.status == Status.APPROVED:
        return Decided(locked, "already", gettext("It is approved."))
    if locked.status not in APPROVABLE:
        raise Refused(
            gettext("The platform lists this submission as %(status)s, not as handed in.")
            % {"status": locked.get_status_display().lower()}
        )
    if rejection := locked.outgoing.filter(kind=Kind.REJECT, state=Outgoing.State.DUE).first():
        who = rejection.payload["by"]
        raise Refused(
            gettext("A rejection by %(who)s is on its way; wait for it to be carried out, then decide again.")
            % {"who": who}
        )
    row = outbox.put(Kind.APPROVE, cause=f"approve:{locked.pk}", part=locked.part, submission=locked, at=at)
    if row is None:
        return Decided(locked, "already", gettext("Its approval is on its way."))
    ledger.enter_reward(locked, outgoing=row, at=at, state=LedgerEntry.State.COMMITTED)
    ledger.check_within_caps(study, locked)
    return Decided(locked, "asked", outgoing=row)


def lock(submission: PlatformSubmission) -> tuple[Study, PlatformSubmission]:
    """The study and the submission, locked in this order. Raises Refused where the recruiter is not asked by us."""
    plugin = submission.part.posting.plugin
    if not plugin.calls_platform:
        raise Refused(
            gettext("%(recruiter)s: people are approved and paid where they come from, not from here.")
            % {"recruiter": plugin.title}
        )
    study = ledger.lock_study(submission.part.posting.study_id)
    rows = PlatformSubmission.objects.select_for_update(no_key=True, of=("self",)).select_related(
        "part__posting", "identity"
    )
    return study, rows.get(pk=submission.pk)


def check_reason(posting: Posting, *, reason: str, by: str) -> None:
    """Raise InvalidOffer where nobody says who rejects, or the platform would find the reason too short."""
    shortest = max(SHORTEST_REASON, posting.plugin.shortest_reason)
    if not by or len(reason.strip()) < shortest:
        raise InvalidOffer(
            [
                Problem(
                    "reason",
                    repr(reason),
                    gettext("say why in %(number)s letters or more, and who decides") % {"number": shortest},
                )
            ]
        )


@transaction.atomic
def reject(submission: PlatformSubmission, *, reason: str, by: str, at: datetime) -> Decided:
    """Have a submission rejected, by a named person and for a reason: no rule of ours ever does."""
    _, locked = lock(submission)
    check_reason(locked.part.posting, reason=reason, by=by)
    if locked.status == Status.REJECTED:
        return Decided(locked, "already", gettext("It is rejected."))
    if locked.status != Status.SUBMITTED:
        return Decided(
            locked,
            "refused",
            gettext("The platform lists it as %(status)s.") % {"status": locked.get_status_display().lower()},
        )
    if locked.outgoing.filter(kind=Kind.APPROVE, state=Outgoing.State.DUE).exists():
        return Decided(locked, "refused", gettext("Its approval is on its way."))
    payload = {"reason": reason.strip(), "by": by}
    cause = f"reject:{locked.pk}"
    row = outbox.put(Kind.REJECT, cause=cause, part=locked.part, submission=locked, payload=payload, at=at)
    if row is None:
        return Decided(locked, "already", gettext("Its rejection is on its way."))
    return Decided(locked, "asked", outgoing=row)


@transaction.atomic
def pay_bonus(submission: PlatformSubmission, *, amount: int, reason: str, name: str, at: datetime) -> Decided:
    """Have a bonus paid, once per name. Raises OverCap and InvalidOffer before anything is asked."""
    study, locked = lock(submission)
    posting = locked.part.posting
    if amount < 1 or not reason.strip():
        raise InvalidOffer(
            [
                Problem(
                    "bonus",
                    gettext("%(amount)s for %(reason)s") % {"amount": amount, "reason": repr(reason)},
                    gettext("give an amount above 0 and a reason"),
                )
            ]
        )
    if locked.status not in (Status.SUBMITTED, Status.APPROVED, Status.REJECTED, Status.TIMED_OUT, Status.RETURNED):
        return Decided(locked, "refused", gettext("A bonus can be paid once the platform lists the submission."))
    row = outbox.put(
        Kind.BONUS,
        cause=f"bonus:{locked.pk}:{name}",
        part=locked.part,
        submission=locked,
        payload={"amount": amount, "reason": reason.strip()},
        at=at,
    )
    if row is None:
        return Decided(locked, "already", gettext("This bonus is paid or on its way."))
    ledger.check_person_cap(study, locked.identity, Money(amount, posting.currency))
    fee = ledger.count_fee(locked.part, amount, is_bonus=True)
    ledger.check_study_cap(study, Money(amount + fee, posting.currency))
    ledger.enter_bonus(locked, amount, outgoing=row, at=at)
    return Decided(locked, "asked", outgoing=row)


def retry(row: Outgoing, *, at: datetime) -> Decided | None:
    """Ask again for what has failed, with its amounts counted again; None where it has not."""
    if row.state == Outgoing.State.UNCLEAR:
        return confirm(row, at=at)
    if row.state != Outgoing.State.FAILED or row.submission is None:
        return None
    if row.kind == Kind.APPROVE:
        return approve(row.submission, at=at)
    if row.kind == Kind.BONUS:
        name = row.cause.split(":", 2)[2]
        amount, reason = row.payload["amount"], row.payload["reason"]
        return pay_bonus(row.submission, amount=amount, reason=reason, name=name, at=at)
    return reject(row.submission, reason=row.payload["reason"], by=row.payload["by"], at=at)


@transaction.atomic
def confirm(row: Outgoing, *, at: datetime) -> Decided | None:
    """A person has looked and wants what is unclear asked for again, once; its amounts count already."""
    ledger.lock_study(row.part.posting.study_id)
    locked = Outgoing.objects.select_for_update(no_key=True, of=("self",)).select_related("submission").get(pk=row.pk)
    if locked.state != Outgoing.State.UNCLEAR or locked.submission is None:
        return None
    locked.state, locked.due_at, locked.kept = Outgoing.State.DUE, at, {**locked.kept, CONFIRMED: "yes"}
    locked.save(update_fields=("state", "due_at", "kept"))
    return Decided(locked.submission, "asked", outgoing=locked)
