"""Decisions of reviewers, written down with who, on what terms, and what came of each submission."""

from dataclasses import asdict
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from agents.normalizing import make_storable
from judging.deciding_runs import Clock, Kind, State, Submissions, Terms, carry_on
from judging.estimating import Spending, check_fits, estimate_bonuses, estimate_compensations
from judging.models import Decision, DecisionResult
from judging.models.recruiting import Outgoing, PlatformSubmission, Posting, make_token
from judging.reviewing import check_reason
from turingapp.errors import InvalidOffer, Problem

LONGEST_NAME = 60
FAILED = Q(state=State.REFUSED) | Q(state=State.ASKED, outgoing__state=Outgoing.State.FAILED)


def decide(
    kind: Decision.Kind,
    posting: Posting,
    submissions: Submissions,
    *,
    by: str,
    clock: Clock,
    terms: Terms | None = None,
    token: str = "",
    seconds: float | None = None,
) -> Decision:
    """Decide on each submission and keep what came of it; the same token again gives the first decision.

    What is not done after some seconds is left to the worker. Raises InvalidOffer for terms that make no sense, and
    OverCap where the whole does not fit the study's cap. Nothing is written then, and nothing asked.
    """
    terms = terms or Terms()
    known = Decision.objects.filter(token=token).first() if token else None
    if known is not None:
        return known
    check_terms(kind, posting, terms, by=by)
    if spending := estimate(kind, posting, submissions, terms):
        check_fits(spending, posting.study.title)
    decision = write_down(kind, posting, submissions, by=by, at=clock(), terms=terms, token=token)
    carry_on(decision, clock=clock, seconds=seconds)
    return decision


def check_terms(kind: Decision.Kind, posting: Posting, terms: Terms, *, by: str) -> None:
    """Raise InvalidOffer where an amount, a reason or a name is missing, or holds what nobody can store or send."""
    for field, text in (("reason", terms.reason), ("name", terms.name), ("by", by)):
        if make_storable(text) != text:
            raise InvalidOffer([Problem(field, ascii(text), _("it holds a character that is no text; leave it out"))])
    if kind == Kind.REJECT:
        check_reason(posting, reason=terms.reason, by=by)
    elif kind in (Kind.BONUS, Kind.COMPENSATE) and (terms.amount < 1 or not terms.reason.strip()):
        raise InvalidOffer(
            [
                Problem(
                    "bonus",
                    _("%(amount)s for %(reason)s") % {"amount": terms.amount, "reason": repr(terms.reason)},
                    _("give an amount and a reason"),
                )
            ]
        )
    if kind == Kind.BONUS and not 0 < len(terms.name) <= LONGEST_NAME:
        rule = _("give it a name of up to %(most)s characters; a bonus of one name is paid once to each") % {
            "most": LONGEST_NAME
        }
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
) -> Decision:
    """The decision with an open result for each submission; the one of the same token where there is one."""
    decision, is_new = Decision.objects.get_or_create(
        token=token or make_token(),
        defaults={"kind": kind, "posting": posting, "terms": asdict(terms), "by": by, "at": at},
    )
    if is_new:
        DecisionResult.objects.bulk_create(
            DecisionResult(decision=decision, submission=submission) for submission in submissions
        )
    return decision


def find_failed(decision: Decision) -> list[PlatformSubmission]:
    """Those that were refused, or whose request has failed at the platform."""
    rows = PlatformSubmission.objects.filter(pk__in=decision.results.filter(FAILED).values("submission"))
    return list(rows.select_related("part__posting__study", "identity").order_by("pk"))


def decide_again(
    decision: Decision, *, by: str, clock: Clock, token: str = "", seconds: float | None = None
) -> Decision:
    """The same once more for those that failed; nobody is paid twice. Raises what `decide` raises."""
    kind, terms, rows = Kind(decision.kind), Terms(**decision.terms), find_failed(decision)
    return decide(kind, decision.posting, rows, by=by, clock=clock, terms=terms, token=token, seconds=seconds)
