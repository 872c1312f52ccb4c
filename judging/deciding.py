"""Decisions of reviewers, written down with who, on what terms, and what came of each submission."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from judging.compensating import compensate_all
from judging.estimating import Spending, check_fits, estimate_bonuses, estimate_compensations
from judging.models import Decision, DecisionResult
from judging.models.recruiting import Outgoing, PlatformSubmission, Posting, make_token
from judging.reviewing import Decided, approve_all, check_reason, pay_bonuses, reject_all
from turingapp.errors import InvalidOffer, Problem

Kind, State = Decision.Kind, DecisionResult.State
Submissions = Sequence[PlatformSubmission]
LONGEST_NAME = 60
FAILED = Q(state__in=(State.OPEN, State.REFUSED)) | Q(state=State.ASKED, outgoing__state=Outgoing.State.FAILED)


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms: the amount in minor units, the reason that people are told, and the name of a bonus."""

    amount: int = 0
    reason: str = ""
    name: str = ""


def decide(
    kind: Decision.Kind,
    posting: Posting,
    submissions: Submissions,
    *,
    by: str,
    at: datetime,
    terms: Terms | None = None,
    token: str = "",
) -> Decision:
    """Decide on each submission and keep what came of it; the same token again gives the first decision.

    Raises InvalidOffer for terms that nobody could be paid or rejected on, and OverCap where the whole does not fit
    the study's cap. Nothing is written then, and nothing asked.
    """
    terms = terms or Terms()
    known = Decision.objects.filter(token=token).first() if token else None
    if known is not None:
        return known
    check_terms(kind, posting, terms, by=by)
    if spending := estimate(kind, posting, submissions, terms):
        check_fits(spending, posting.study.title)
    decision, is_new = write_down(kind, posting, submissions, by=by, at=at, terms=terms, token=token)
    if is_new:
        record(decision, DEEDS[kind](submissions, terms, by, at))
    return decision


def check_terms(kind: Decision.Kind, posting: Posting, terms: Terms, *, by: str) -> None:
    """Raise InvalidOffer where an amount, a reason or a name is missing."""
    if kind == Kind.REJECT:
        check_reason(posting, reason=terms.reason, by=by)
    elif kind in (Kind.BONUS, Kind.COMPENSATE) and (terms.amount < 1 or not terms.reason.strip()):
        raise InvalidOffer([Problem("bonus", f"{terms.amount} for {terms.reason!r}", "give an amount and a reason")])
    if kind == Kind.BONUS and not 0 < len(terms.name) <= LONGEST_NAME:
        rule = f"give it a name of up to {LONGEST_NAME} characters; a bonus of one name is paid once to each"
        raise InvalidOffer([Problem("name", repr(terms.name), rule)])


def estimate(kind: Decision.Kind, posting: Posting, submissions: Submissions, terms: Terms) -> Spending | None:
    """What the decision would cost beyond what is set aside; None for approvals and rejections."""
    if kind == Kind.BONUS:
        return estimate_bonuses(posting, submissions, amount=terms.amount, name=terms.name)
    if kind == Kind.COMPENSATE:
        return estimate_compensations(posting, submissions, amount=terms.amount)
    return None


@transaction.atomic
def write_down(
    kind: Decision.Kind,
    posting: Posting,
    submissions: Submissions,
    *,
    by: str,
    at: datetime,
    terms: Terms,
    token: str,
) -> tuple[Decision, bool]:
    """The decision with a result for each submission that nothing has come of yet; false where it is known."""
    decision, is_new = Decision.objects.get_or_create(
        token=token or make_token(),
        defaults={"kind": kind, "posting": posting, "terms": asdict(terms), "by": by, "at": at},
    )
    if is_new:
        DecisionResult.objects.bulk_create(
            DecisionResult(decision=decision, submission=submission) for submission in submissions
        )
    return decision, is_new


def record(decision: Decision, results: Sequence[Decided]) -> None:
    """Write down what came of each."""
    rows = {row.submission_id: row for row in decision.results.all()}
    for result in results:
        row = rows[result.submission.pk]
        row.state, row.reason, row.outgoing = State(result.result), result.reason, result.outgoing
    DecisionResult.objects.bulk_update(rows.values(), ("state", "reason", "outgoing"), batch_size=200)


def find_failed(decision: Decision) -> list[PlatformSubmission]:
    """Those that were refused, whose request has failed at the platform, or that were not come to."""
    rows = PlatformSubmission.objects.filter(pk__in=decision.results.filter(FAILED).values("submission"))
    return list(rows.select_related("part__posting", "identity").order_by("pk"))


def decide_again(decision: Decision, *, by: str, at: datetime, token: str = "") -> Decision:
    """The same once more for those that failed; nobody is paid twice. Raises what `decide` raises."""
    terms = Terms(**decision.terms)
    kind = Kind(decision.kind)
    return decide(kind, decision.posting, find_failed(decision), by=by, at=at, terms=terms, token=token)


Deed = Callable[[Submissions, Terms, str, datetime], list[Decided]]
DEEDS: dict[Decision.Kind, Deed] = {
    Kind.APPROVE: lambda rows, terms, by, at: approve_all(rows, at=at),
    Kind.REJECT: lambda rows, terms, by, at: reject_all(rows, reason=terms.reason, by=by, at=at),
    Kind.BONUS: lambda rows, terms, by, at: pay_bonuses(
        rows, amount=terms.amount, reason=terms.reason, name=terms.name, at=at
    ),
    Kind.COMPENSATE: lambda rows, terms, by, at: compensate_all(rows, amount=terms.amount, reason=terms.reason, at=at),
}
