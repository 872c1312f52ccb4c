"""Bonuses at Prolific, which pays again when it is asked again."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from judging.recruiters.calling import CONFIRMED, Call
from judging.recruiters.prolific_calls import ask
from judging.recruiters.prolific_requests import describe_bonus
from judging.recruiters.values import Bonus, Payee
from turingapp.errors import AnswerLost, NotTaken, PlatformRefused, TemporaryServiceError

# Prolific pays bonuses "in the following minutes"; what does not show after so long a person has to look at.
SETTLING = timedelta(hours=1)


def pay_bonus(payee: Payee, bonus: Bonus, *, shown: list[int], call: Call) -> None:
    """Set a bonus up, then pay it. Prolific would pay twice if asked twice, so a try whose answer was lost is
    looked for among the amounts that the submission shows. Where it is not there, a person decides on asking again.
    """
    count = max(shown.count(bonus.amount.amount), bonus.earlier)
    if asked_at := call.recall("asked_at"):
        if count > int(call.recall("before")):
            return
        if not call.recall(CONFIRMED):
            raise doubt(bonus, asked_at, call)
        call.keep(CONFIRMED, "")
    bulk = call.recall("bulk")
    if not bulk:
        line = describe_bonus(payee.platform_assignment, bonus)
        body = {"study_id": payee.part.platform_id, "csv_bonuses": line}
        bulk = ask(payee.part.environment, "POST", "submissions/bonus-payments/", body=body)["id"]
        call.keep("bulk", bulk)
    call.keep("before", str(count))
    call.keep("asked_at", call.at.isoformat())
    try:
        ask(payee.part.environment, "POST", f"bulk-bonus-payments/{bulk}/pay/")
    except (PlatformRefused, NotTaken):
        call.keep("asked_at", asked_at)  # a clear no: by this try nothing was paid
        raise


def doubt(bonus: Bonus, asked_at: str, call: Call) -> TemporaryServiceError | AnswerLost:
    """What is to be done about a bonus that was asked for, got no answer, and does not show: wait, or ask a person."""
    since = datetime.fromisoformat(asked_at)
    if call.at < since + SETTLING:
        return TemporaryServiceError(_("Prolific was asked to pay this bonus and does not show it yet."))
    return AnswerLost(
        _(
            "Prolific was asked at %(at)s UTC to pay %(amount)s and gave no answer, and does not "
            "show it. Look at the submission there. Trying again looks once more, and pays where "
            "it still does not show."
        )
        % {"at": format(since, "%Y-%m-%d %H:%M"), "amount": bonus.amount}
    )
