"""Holding our rows against a platform's: everything asked anew, people and sums compared."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext

from judging.carrying_parts import describe_part
from judging.flagging import compare_states
from judging.models import Decision, DecisionResult
from judging.models.recruiting import LedgerEntry, PlatformSubmission, Posting, PostingPart
from judging.polling import poll
from judging.recruiters.money import Money
from judging.recruiters.values import Status
from turingapp.errors import ServiceError

Kind, State = LedgerEntry.Kind, LedgerEntry.State
UNDECIDED = (Status.ACTIVE, Status.SUBMITTED, Status.RETURNED, Status.TIMED_OUT)


@dataclass(slots=True)
class Reconciled:
    """What was found, each as a sentence; nothing found is good."""

    posting: Posting
    news: int = 0
    findings: list[str] = field(default_factory=list)


def list_known(posting: Posting) -> list[PostingPart]:
    """The parts that the platform can be asked about."""
    return list(posting.parts.select_related("posting").exclude(platform_id=None))


def reconcile(
    posting: Posting, *, at: datetime, rng: random.Random, tell: Callable[[int], None] = lambda done: None
) -> Reconciled:
    """Ask about every part now, then compare people and sums; `tell` hears how many parts are done."""
    found = Reconciled(posting)
    for done, part in enumerate(list_known(posting), 1):
        polled = poll(part, at=at, rng=rng)
        found.news += polled.news
        if polled.problem:
            found.findings.append(polled.problem)
        elif posting.plugin.calls_platform:
            found.findings += compare_bonuses(part)
        tell(done)
    found.findings += list_mismatches(posting)
    return found


def list_mismatches(posting: Posting) -> list[str]:
    """Where our visits and the platform's submissions tell different stories, of those whom nobody has decided on."""
    compensated = DecisionResult.objects.filter(decision__kind=Decision.Kind.COMPENSATE, outgoing__isnull=False)
    rows = PlatformSubmission.objects.filter(part__posting=posting, status__in=UNDECIDED)
    rows = rows.exclude(pk__in=compensated.values("submission"))
    told = ((row.pk, compare_states(row)) for row in rows.select_related("assignment").order_by("pk"))
    return [
        gettext("Submission %(number)s: %(mismatch)s.") % {"number": number, "mismatch": mismatch}
        for number, mismatch in told
        if mismatch
    ]


def compare_bonuses(part: PostingPart) -> list[str]:
    """Bonuses that one side has and the other has not."""
    try:
        told = sorted(part.posting.plugin.list_bonuses(describe_part(part)))
    except ServiceError as error:
        return [str(error)]
    entries = LedgerEntry.objects.filter(part=part, kind=Kind.BONUS, state=State.PAID).select_related("submission")
    ours = sorted((row.submission.platform_assignment, row.amount) for row in entries if row.submission)
    if told == ours:
        return []
    there, here = (Money(sum(amount for _, amount in rows), part.posting.currency) for rows in (told, ours))
    values = {"part": part.number, "there": there, "here": here}
    if there < here:
        text = gettext(
            "Part %(part)s: the platform shows bonuses of %(there)s, the ledger %(here)s. "
            "A bonus paid minutes ago may show later."
        )
        return [text % values]
    return [gettext("Part %(part)s: the platform shows bonuses of %(there)s, the ledger %(here)s.") % values]
