"""The page of a decision: what came of each submission, live, and once more for those that failed."""

import hashlib
import re
from collections import Counter
from dataclasses import dataclass
from http import HTTPStatus

from django.contrib import messages
from django.db.models import Case, Count, Q, Value, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_POST, require_safe

from judging.deciding import decide_again, find_failed
from judging.launching import NO_WORKER, is_worker_at_work
from judging.models import Decision, DecisionResult
from judging.models.recruiting import Outgoing, make_token
from judging.recruiters.money import Money
from turingapp.errors import InvalidOffer, OverCap
from turingapp.kept import say_kept
from turingapp.members.matrix import REVIEW
from turingapp.workplace.access import needs
from turingapp.workplace.recruiting.review_shown import describe_next_try

DONE, FAILED, ON_ITS_WAY, ALREADY, WAITING = (
    gettext_noop("Done"),
    gettext_noop("Failed"),
    gettext_noop("On its way"),
    gettext_noop("Already"),
    gettext_noop("Waiting"),
)
UNCLEAR = gettext_noop("Unclear")  # the board of the posting has what to do
WORDS = (FAILED, UNCLEAR, WAITING, ON_ITS_WAY, ALREADY, DONE)  # in the order of what needs a look
MOST_SHOWN = 200
Result = DecisionResult.State
TOKEN = re.compile(r"[0-9a-f]{32}")
PATIENCE_SECONDS = 1.0  # that a page waits for decisions


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one submission, in a word and a sentence."""

    number: int
    word: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The part of the page that changes."""

    total: int
    rows: list[Outcome]  # of so many only as a page can hold
    counts: list[tuple[str, int]]
    failed: int
    is_live: bool
    mark: str


@require_safe
@needs(REVIEW)
def show_decision(request: HttpRequest, public_id: str, pk: int) -> HttpResponse:
    """What came of a decision."""
    decision = find_decision(public_id, pk)
    amount = decision.terms.get("amount")
    context = {
        "posting": decision.posting,
        "decision": decision,
        "amount": Money(amount, decision.posting.currency) if amount else "",
        "outcomes": gather_outcomes(decision),
        "token": make_token(),
        "problem": warn_of_worker(),
    }
    return render(request, "workplace/recruiting/decision.html", context)


@require_safe
@needs(REVIEW)
def show_outcomes(request: HttpRequest, public_id: str, pk: int) -> HttpResponse:
    """The part that changes; nothing where it is as the page has `seen` it, the whole page once all is over."""
    decision = find_decision(public_id, pk)
    outcomes = gather_outcomes(decision)
    if not outcomes.is_live:
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"HX-Refresh": "true"})
    if outcomes.mark == request.GET.get("seen"):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    context = {"posting": decision.posting, "decision": decision, "outcomes": outcomes, "problem": warn_of_worker()}
    return render(request, "workplace/recruiting/_outcomes.html", context)


@require_POST
@needs(REVIEW)
def run_again(request: HttpRequest, public_id: str, pk: int) -> HttpResponse:
    """The same decision once more, for those that failed; nobody is paid twice."""
    decision = find_decision(public_id, pk)
    if not find_failed(decision):
        messages.info(request, gettext("Nothing of it has failed; nothing was done."))
        return redirect("workplace:decision", public_id, pk)
    by, token = request.user.get_username(), read_token(request)
    try:
        again = decide_again(decision, by=by, clock=timezone.now, token=token, seconds=PATIENCE_SECONDS)
    except (InvalidOffer, OverCap) as error:
        messages.error(request, str(error))
        return redirect("workplace:decision", public_id, pk)
    return redirect("workplace:decision", public_id, again.pk)


def read_token(request: HttpRequest) -> str:
    """The token of a form, by which it decides once; empty for anything that we did not make."""
    token = request.POST.get("token", "")
    return token if TOKEN.fullmatch(token) else ""


def warn_of_worker() -> str:
    """That nothing goes on because no worker runs; empty where one does."""
    return "" if is_worker_at_work(timezone.now()) else str(NO_WORKER)


def find_decision(public_id: str, pk: int) -> Decision:
    """The decision on a submission of this posting, or 404."""
    rows = Decision.objects.select_related("posting__study")
    return get_object_or_404(rows, pk=pk, posting__public_id=public_id)


def gather_outcomes(decision: Decision) -> Outcomes:
    """What came of each, by our rows and what the platform has answered since; those that failed come first."""
    results = decision.results.annotate(rank=rank_results())
    found = dict(results.order_by().values_list("rank").annotate(Count("pk")))
    counts = Counter({word: found[rank] for rank, word in enumerate(WORDS) if rank in found})
    first = results.select_related("outgoing").order_by("rank", "submission_id")[:MOST_SHOWN]
    rows = [describe_result(row, WORDS[row.rank]) for row in first]
    return Outcomes(
        total=counts.total(),
        rows=rows,
        counts=list(counts.items()),
        failed=counts[FAILED],
        is_live=counts[ON_ITS_WAY] + counts[WAITING] > 0,
        mark=hashlib.sha256(repr((rows, counts)).encode()).hexdigest()[:16],
    )


def rank_results() -> Case:
    """The place of a result's word among WORDS, found by the database: of thousands only some are shown."""
    kinds = (
        (Q(state=Result.OPEN), WAITING),
        (Q(state=Result.REFUSED), FAILED),
        (Q(state=Result.ALREADY) | Q(outgoing=None), ALREADY),
        (Q(outgoing__state=Outgoing.State.DUE), ON_ITS_WAY),
        (Q(outgoing__state=Outgoing.State.DONE), DONE),
        (Q(outgoing__state=Outgoing.State.UNCLEAR), UNCLEAR),
    )
    cases = [When(kind, then=Value(WORDS.index(word))) for kind, word in kinds]
    return Case(*cases, default=Value(WORDS.index(FAILED)))


def describe_result(row: DecisionResult, word: str) -> Outcome:
    """One result with what the platform has answered."""
    if row.state == Result.OPEN:
        return Outcome(row.submission_id, word, "")
    if row.state == Result.REFUSED:
        return Outcome(row.submission_id, word, gettext("Refused. %(reason)s") % {"reason": say_kept(row.reason)})
    if row.state == Result.ALREADY or row.outgoing is None:
        return Outcome(row.submission_id, word, say_kept(row.reason))
    told = say_kept(row.outgoing.problem) if word != DONE else ""
    waits = describe_next_try(row.outgoing) if word == ON_ITS_WAY and told else told
    return Outcome(row.submission_id, word, " ".join(filter(None, (say_kept(row.reason), waits))))
