"""Submissions approved, rejected and paid a bonus: what is asked, and what is written down afterwards."""

from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from judging import ledger
from judging.carrying_parts import Answer, describe_part
from judging.identities import unseal
from judging.leaving_out import LIST
from judging.models.recruiting import LedgerEntry, Outgoing, PlatformSubmission
from judging.recruiters.calling import Call
from judging.recruiters.messaging import Letter
from judging.recruiters.money import Money
from judging.recruiters.values import Bonus, Payee, Status
from turingapp.errors import PermanentServiceError, TemporaryServiceError

Kind, State = Outgoing.Kind, Outgoing.State


def find_submission(row: Outgoing) -> PlatformSubmission:
    """The submission that a row is about."""
    if row.submission_id is None:
        raise PermanentServiceError(_("Request %(number)s is about no submission.") % {"number": row.pk})
    return PlatformSubmission.objects.select_related("part__posting", "identity").get(pk=row.submission_id)


def describe_payee(submission: PlatformSubmission) -> Payee:
    """Whom the platform is to pay."""
    return Payee(describe_part(submission.part), submission.platform_assignment, unseal(submission.identity))


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
        raise TemporaryServiceError(_("Another bonus for the same submission is still on its way, or unclear."))
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


def ask_message(row: Outgoing, call: Call) -> Answer:
    """Write to somebody."""
    letter = Letter(row.payload["subject"], row.payload["text"])
    row.part.posting.plugin.send_message(describe_payee(find_submission(row)), letter, call=call)
    return {}
