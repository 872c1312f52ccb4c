"""How each kind of request is carried out: what the recruiter is asked, and what is written down afterwards."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from judging import ledger
from judging.identities import unseal
from judging.leaving_out import LIST, leave_out
from judging.models.recruiting import LedgerEntry, Outgoing, PlatformIdentity, PlatformSubmission, Posting, PostingPart
from judging.offers import read_offer
from judging.recruiters.base import Bonus, Part, Payee, Status
from judging.recruiters.calling import Call
from judging.recruiters.money import Money
from turingapp.errors import PermanentServiceError, TemporaryServiceError

Kind, State = Outgoing.Kind, Outgoing.State
Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Delivery:
    """`ask` speaks to the platform, outside any transaction; `record` and `give_up` write, inside one."""

    ask: Callable[[Outgoing, Call], Answer]
    record: Callable[[Outgoing, Answer, datetime], None]
    give_up: Callable[[Outgoing, datetime], None]


def describe_part(part: PostingPart) -> Part:
    """The part as its recruiter knows it; raises TemporaryServiceError where it is not made yet."""
    if part.platform_id is None:
        raise TemporaryServiceError(f"Part {part.number} is not made at its platform yet.")
    return Part(part.platform_id, part.environment, part.details)


def describe_payee(submission: PlatformSubmission) -> Payee:
    """Whom the platform is to pay."""
    return Payee(describe_part(submission.part), submission.platform_assignment, unseal(submission.identity))


def find_submission(row: Outgoing) -> PlatformSubmission:
    """The submission that a row is about."""
    if row.submission_id is None:
        raise PermanentServiceError(f"Request {row.pk} is about no submission.")
    return PlatformSubmission.objects.select_related("part__posting", "identity").get(pk=row.submission_id)


def ask_open(row: Outgoing, call: Call) -> Answer:
    """Make the part, for everybody whom the study takes or for one person alone."""
    posting, details = row.part.posting, {}
    offer = replace(read_offer(posting.offer), places=row.payload["places"])
    if identity := row.payload.get("identity"):
        person, name = unseal(PlatformIdentity.objects.get(pk=identity)), f"for-one-{row.token}"
        only = posting.plugin.admit_only(person, name=name, environment=posting.environment, call=call)
        offer = replace(offer, requirements=only)
    elif posting.plugin.keeps_lists:
        offer, details[LIST] = leave_out(row.part, offer)
    made = posting.plugin.open_part(offer, environment=posting.environment, call=call)
    return {"platform_id": made.platform_id, "details": {**made.details, **details}}


def record_open(row: Outgoing, answer: Answer, at: datetime) -> None:
    """The part is there and wants to be asked how it stands."""
    part = row.part
    part.platform_id, part.details = answer["platform_id"], answer["details"]
    part.state, part.poll_due_at = PostingPart.State.OPEN, at
    part.save(update_fields=("platform_id", "details", "state", "poll_due_at"))


def give_up_open(row: Outgoing, at: datetime) -> None:
    """The part does not come to be, and the posting asks for its places no more."""
    PostingPart.objects.filter(pk=row.part_id).update(state=PostingPart.State.FAILED)
    ask_for_more(row.part, -row.part.places)


def ask_for_more(part: PostingPart, more: int) -> None:
    """Have the posting of a part ask for so many more people; the caller holds the study's lock."""
    Posting.objects.filter(pk=part.posting_id).update(places=F("places") + more)


def ask_extend(row: Outgoing, call: Call) -> Answer:
    """Raise the number of places of a part. Extensions of one part go one after the other: what a later one asks for
    depends on whether an earlier one was refused, so its number is read only now.
    """
    row.part.posting.plugin.extend(describe_part(row.part), count_wanted(row), call=call)
    return {}


@transaction.atomic
def count_wanted(row: Outgoing) -> int:
    """How many places the part is to have after this extension: all but those of later ones."""
    part = PostingPart.objects.select_for_update().get(pk=row.part_id)
    others = part.outgoing.filter(kind=Kind.EXTEND, state=State.DUE).exclude(pk=row.pk)
    if others.filter(pk__lt=row.pk).exists():
        raise TemporaryServiceError("An earlier extension of the same part is still on its way.")
    return part.places - sum(int(payload["more"]) for payload in others.values_list("payload", flat=True))


def give_up_extend(row: Outgoing, at: datetime) -> None:
    """The part keeps the places it had, and the posting asks for no more than before."""
    PostingPart.objects.filter(pk=row.part_id).update(places=F("places") - row.payload["more"])
    ask_for_more(row.part, -row.payload["more"])


def ask_close(row: Outgoing, call: Call) -> Answer:
    """Let nobody more in. A part that was never made needs no closing."""
    part = row.part
    if part.platform_id is None and not part.outgoing.filter(kind=Kind.OPEN, state=State.DUE).exists():
        return {}
    return close_for_good(part, describe_part(part), call)


def close_for_good(part: PostingPart, described: Part, call: Call) -> Answer:
    """Close an object at the platform, and see that it is so."""
    part.posting.plugin.close(described, call=call)
    status = part.posting.plugin.read_part(described)
    if status is not None and status.is_open:
        raise TemporaryServiceError(f"The platform still shows {status.available} free places.")
    return {}


def record_close(row: Outgoing, answer: Answer, at: datetime) -> None:
    """Nobody more can come."""
    PostingPart.objects.filter(pk=row.part_id).exclude(state=PostingPart.State.FAILED).update(
        state=PostingPart.State.CLOSED, available=0, poll_due_at=at
    )


def ask_discard(row: Outgoing, call: Call) -> Answer:
    """Let nobody take what a crash has left at the platform."""
    return close_for_good(row.part, Part(row.payload["platform_id"], row.part.environment), call)


def ask_pause(row: Outgoing, call: Call) -> Answer:
    """Let nobody more in for the time being."""
    row.part.posting.plugin.pause(describe_part(row.part), call=call)
    return {}


def record_pause(row: Outgoing, answer: Answer, at: datetime) -> None:
    """Nobody can come until it goes on."""
    rows = PostingPart.objects.filter(pk=row.part_id, state=PostingPart.State.OPEN)
    rows.update(state=PostingPart.State.PAUSED, available=0)


def ask_resume(row: Outgoing, call: Call) -> Answer:
    """Let people in again."""
    posting = row.part.posting
    hours = read_offer(posting.offer).open_hours
    posting.plugin.resume(describe_part(row.part), open_hours=hours, call=call)
    return {}


def record_resume(row: Outgoing, answer: Answer, at: datetime) -> None:
    """People can come again."""
    rows = PostingPart.objects.filter(pk=row.part_id, state=PostingPart.State.PAUSED)
    rows.update(state=PostingPart.State.OPEN, poll_due_at=at)


def ask_approve(row: Outgoing, call: Call) -> Answer:
    """Pay a reward."""
    row.part.posting.plugin.approve(describe_payee(find_submission(row)), call=call)
    return {}


def record_approved(row: Outgoing, answer: Answer, at: datetime) -> None:
    """The reward is paid."""
    PlatformSubmission.objects.filter(pk=find_submission(row).pk).update(status=Status.APPROVED, decided_at=at)


def give_up_approve(row: Outgoing, at: datetime) -> None:
    """What the platform has shown as paid stays in the ledger, whatever it answered last."""
    submission = find_submission(row)
    if submission.status == Status.APPROVED:
        ledger.enter_reward(submission, outgoing=None, at=at, state=LedgerEntry.State.PAID)


def ask_reject(row: Outgoing, call: Call) -> Answer:
    """Reject, with the reason that a person gave."""
    payee = describe_payee(find_submission(row))
    row.part.posting.plugin.reject(payee, row.payload["reason"], call=call)
    return {}


def record_rejected(row: Outgoing, answer: Answer, at: datetime) -> None:
    """The submission is rejected, unless it was approved meanwhile."""
    undecided = PlatformSubmission.objects.filter(pk=find_submission(row).pk).exclude(status=Status.APPROVED)
    undecided.update(status=Status.REJECTED, decided_at=at)


def ask_bonus(row: Outgoing, call: Call) -> Answer:
    """Pay a bonus; bonuses for one submission go one after the other, so that none is taken for another."""
    others = Outgoing.objects.filter(kind=Kind.BONUS, submission_id=row.submission_id).exclude(pk=row.pk)
    if others.filter(Q(state=State.DUE, pk__lt=row.pk) | Q(state=State.UNCLEAR)).exists():
        raise TemporaryServiceError("Another bonus for the same submission is still on its way, or unclear.")
    earlier = others.filter(state=State.DONE, payload__amount=row.payload["amount"]).count()
    posting = row.part.posting
    bonus = Bonus(Money(row.payload["amount"], posting.currency), row.payload["reason"], earlier)
    posting.plugin.pay_bonus(describe_payee(find_submission(row)), bonus, call=call)
    return {}


def ask_list(row: Outgoing, call: Call) -> Answer:
    """Put who took part on the study's list."""
    submission, part = find_submission(row), row.part
    part.posting.plugin.put_on_list(part.details[LIST], unseal(submission.identity), environment=part.environment)
    return {}


def do_nothing(*_: object) -> None:
    """There is nothing more to write down."""


DELIVERIES: dict[Outgoing.Kind, Delivery] = {
    Kind.OPEN: Delivery(ask_open, record_open, give_up_open),
    Kind.EXTEND: Delivery(ask_extend, do_nothing, give_up_extend),
    Kind.CLOSE: Delivery(ask_close, record_close, do_nothing),
    Kind.PAUSE: Delivery(ask_pause, record_pause, do_nothing),
    Kind.RESUME: Delivery(ask_resume, record_resume, do_nothing),
    Kind.APPROVE: Delivery(ask_approve, record_approved, give_up_approve),
    Kind.REJECT: Delivery(ask_reject, record_rejected, do_nothing),
    Kind.BONUS: Delivery(ask_bonus, do_nothing, do_nothing),
    Kind.LIST: Delivery(ask_list, do_nothing, do_nothing),
    Kind.DISCARD: Delivery(ask_discard, do_nothing, do_nothing),
}
