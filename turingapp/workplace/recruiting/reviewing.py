"""The review of a posting: submissions with evidence, decisions on one or many, and who somebody is."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from judging.deciding import decide, estimate
from judging.deciding_runs import Kind, Terms
from judging.models import Decision
from judging.models.recruiting import PlatformSubmission, Posting, make_token
from judging.revealing import reveal_identity
from turingapp.errors import InvalidOffer, OverCap, PermanentServiceError
from turingapp.members.matrix import REVEAL, REVIEW
from turingapp.members.noting import tell_log
from turingapp.workplace.access import needs
from turingapp.workplace.changing import list_problems
from turingapp.workplace.recruiting.decide_forms import FORMS, TermsForm
from turingapp.workplace.recruiting.decisions import PATIENCE_SECONDS, read_token
from turingapp.workplace.recruiting.review_shown import FILTERS, WAITING, gather_review

TITLES = {Kind.REJECT: _("Reject"), Kind.BONUS: _("Pay a bonus"), Kind.COMPENSATE: _("Compensate")}


def find_posting(public_id: str) -> Posting:
    """The posting, or 404."""
    return get_object_or_404(Posting.objects.select_related("study"), public_id=public_id)


@require_safe
@needs(REVIEW)
def show_review(request: HttpRequest, public_id: str) -> HttpResponse:
    """Submissions with evidence, those that wait first."""
    posting, show = find_posting(public_id), request.GET.get("show", WAITING)
    if show not in FILTERS:
        raise Http404(f"There is no list {show!r}; there are {', '.join(FILTERS)}.")
    context = {
        "posting": posting,
        "review": gather_review(posting, show, request.GET.get("page")),
        "token": make_token(),
        "token_of_all": make_token(),
    }
    return render(request, "workplace/recruiting/review.html", context)


@require_POST
@needs(REVIEW)
def decide_on(request: HttpRequest, public_id: str) -> HttpResponse:
    """Approve at once; for what needs a reason or money, first a page that asks for it and tells the total."""
    posting = find_posting(public_id)
    kind = read_kind(request)
    rows = read_submissions(request, posting)
    if not rows:
        messages.warning(request, gettext("Tick the submissions first; nothing was done."))
        return redirect("workplace:review", public_id=public_id)
    if kind == Kind.APPROVE:
        return redirect_to_decision(request, posting, kind, rows, Terms(), read_token(request))
    is_asked = "reason" in request.POST
    form = FORMS[kind](request.POST if is_asked else None, posting=posting, initial={"token": make_token()})
    context: dict[str, Any] = {"posting": posting, "kind": kind, "title": TITLES[kind], "rows": rows, "form": form}
    if is_asked and form.is_valid():
        try:
            return take_terms(request, posting, kind, rows, form, context)
        except (InvalidOffer, OverCap) as error:
            context["problems"] = list_problems(error)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_asked else HTTPStatus.OK
    return render(request, "workplace/recruiting/decide.html", context, status=status)


def take_terms(
    request: HttpRequest,
    posting: Posting,
    kind: Decision.Kind,
    rows: list[PlatformSubmission],
    form: TermsForm,
    context: dict[str, Any],
) -> HttpResponse:
    """Decide where this very total was confirmed, or nothing is spent; else show the total. Raises what it refuses."""
    spending = estimate(kind, posting, rows, form.terms)
    if spending is not None and form.cleaned_data["confirmed"] != spending.total.amount:
        return render(request, "workplace/recruiting/decide.html", {**context, "spending": spending})
    return redirect_to_decision(request, posting, kind, rows, form.terms, form.cleaned_data["token"])


def redirect_to_decision(
    request: HttpRequest,
    posting: Posting,
    kind: Decision.Kind,
    rows: list[PlatformSubmission],
    terms: Terms,
    token: str,
) -> HttpResponse:
    """Decide, for as long as a page may take, and show what came of it; the worker does the rest."""
    who = request.user.get_username()
    decision = decide(
        kind, posting, rows, by=who, clock=timezone.now, terms=terms, token=token, seconds=PATIENCE_SECONDS
    )
    tell_log(request, f"decision={decision.pk}: {kind.label}, {len(rows)}")
    return redirect("workplace:decision", posting.public_id, decision.pk)


def read_kind(request: HttpRequest) -> Decision.Kind:
    """What was decided, by the button that was pressed."""
    kind = request.POST.get("kind", "")
    if kind not in Kind.values:
        raise Http404(f"There is no decision {kind!r}; there are {', '.join(Kind.values)}.")
    return Kind(kind)


def read_submissions(request: HttpRequest, posting: Posting) -> list[PlatformSubmission]:
    """The posting's submissions that were ticked, or listed with commas between."""
    texts = ",".join(request.POST.getlist("submission")).split(",")
    keys = [int(text) for text in texts if text.isascii() and text.isdecimal() and len(text) < 19]
    rows = PlatformSubmission.objects.filter(part__posting=posting, pk__in=keys)
    return list(rows.select_related("part__posting__study", "identity").order_by("pk"))


@never_cache
@require_POST
@needs(REVEAL)
def show_who(request: HttpRequest, public_id: str, pk: int) -> HttpResponse:
    """The id of one person at the platform, to whom it was shown being written down."""
    rows = PlatformSubmission.objects.select_related("identity", "part__posting__study")
    submission = get_object_or_404(rows, pk=pk, part__posting__public_id=public_id)
    try:
        who = reveal_identity(submission, by=request.user.get_username(), at=timezone.now())
    except PermanentServiceError:
        who = ""
    context = {"posting": submission.part.posting, "submission": submission, "who": who}
    is_part = request.htmx  # type: ignore[attr-defined]  # set by HtmxMiddleware
    return render(request, f"workplace/recruiting/{'_who' if is_part else 'who'}.html", context)
