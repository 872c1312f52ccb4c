"""Carrying decisions out, some submissions at a time: by the page that waits for them, and by the worker."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.translation import override

from judging.compensating import compensate_all
from judging.models import Decision, DecisionResult
from judging.models.recruiting import PlatformSubmission
from judging.reviewing import Decided, approve_all, pay_bonuses, reject_all

Kind, State = Decision.Kind, DecisionResult.State
SLICE = 20
LEASE = timedelta(minutes=2)  # of some results; a process that has not finished them by then is taken for dead
Clock = Callable[[], datetime]
Submissions = Sequence[PlatformSubmission]


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms: the amount in minor units, the reason that people are told, and the name of a bonus."""

    amount: int = 0
    reason: str = ""
    name: str = ""


def carry_on(
    decision: Decision,
    *,
    clock: Clock,
    seconds: float | None = None,
    stopwatch: Callable[[], float] = time.monotonic,
) -> bool:
    """Decide on those that nobody has come to, for some seconds; true once all are done. May run in many processes."""
    end = math.inf if seconds is None else stopwatch() + seconds
    while rows := claim_some(decision, at=clock()):
        terms = Terms(**decision.terms)
        with override(settings.LANGUAGE_CODE):  # reasons are kept in English, in whosever page they come up
            decided = DEEDS[Kind(decision.kind)]([row.submission for row in rows], terms, decision.by, clock())
        record(rows, decided)
        if stopwatch() > end:
            return False
    return True


@transaction.atomic
def claim_some(decision: Decision, *, at: datetime) -> list[DecisionResult]:
    """Some that nobody has come to, or whose process has died, now this process's."""
    is_free = Q(taken_at=None) | Q(taken_at__lt=at - LEASE)
    rows = decision.results.select_for_update(no_key=True, skip_locked=True, of=("self",)).filter(
        is_free, state=State.OPEN
    )
    claimed = list(rows.select_related("submission__part__posting__study")[:SLICE])
    decision.results.filter(pk__in=[row.pk for row in claimed]).update(taken_at=at)
    return claimed


def record(rows: Sequence[DecisionResult], results: Sequence[Decided]) -> None:
    """Write down what came of each."""
    for row, result in zip(rows, results, strict=True):
        row.state, row.reason, row.outgoing = State(result.result), result.reason, result.outgoing
    DecisionResult.objects.bulk_update(rows, ("state", "reason", "outgoing"))


def carry_on_all(*, clock: Clock, seconds: float) -> int:
    """What requests have left to the worker, and what a process has died on, the oldest first."""
    decisions = list(Decision.objects.filter(results__state=State.OPEN).distinct().order_by("pk"))
    for decision in decisions:
        carry_on(decision, clock=clock, seconds=seconds)
    return len(decisions)


Deed = Callable[[Submissions, Terms, str, datetime], list[Decided]]
DEEDS: dict[Decision.Kind, Deed] = {
    Kind.APPROVE: lambda rows, terms, by, at: approve_all(rows, at=at),
    Kind.REJECT: lambda rows, terms, by, at: reject_all(rows, reason=terms.reason, by=by, at=at),
    Kind.BONUS: lambda rows, terms, by, at: pay_bonuses(
        rows, amount=terms.amount, reason=terms.reason, name=terms.name, at=at
    ),
    Kind.COMPENSATE: lambda rows, terms, by, at: compensate_all(rows, amount=terms.amount, reason=terms.reason, at=at),
}
