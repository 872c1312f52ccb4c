"""The money of a posting: the ledger against the caps, reconciliation, and what a crash has left at the platform."""

from collections.abc import Iterator
from http import HTTPStatus

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from analysis.codebook import Value
from analysis.exporting import format_line
from judging import orphans
from judging.budgeting import set_budget
from judging.models.recruiting import Budget, LedgerEntry, Posting
from judging.reconciling_runs import ask_reconciliation, list_orphans
from judging.recruiters.money import Money
from turingapp.errors import InvalidOffer, Refused
from turingapp.members.matrix import RECRUIT, SEE_MONEY
from turingapp.workplace.access import needs
from turingapp.workplace.changing import list_problems
from turingapp.workplace.recruiting.decisions import warn_of_worker
from turingapp.workplace.recruiting.money_shown import gather_money
from turingapp.workplace.recruiting.reviewing import find_posting

LARGEST_CAP = 1_000_000_000
COLUMNS = ("at", "part", "submission", "kind", "state", "minor_units", "amount", "currency")
DEEDS = {"adopt": orphans.adopt, "discard": orphans.discard}


class CapsForm(forms.Form):
    """The study's own caps; empty for those of the settings."""

    study_cap = forms.IntegerField(
        label=_("The whole study, at most"), required=False, min_value=0, max_value=LARGEST_CAP
    )
    person_cap = forms.IntegerField(label=_("One person, at most"), required=False, min_value=0, max_value=LARGEST_CAP)


@require_safe
@needs(SEE_MONEY)
def show_money(request: HttpRequest, public_id: str) -> HttpResponse:
    """The ledger, the caps, the last reconciliation."""
    posting = find_posting(public_id)
    budget = Budget.objects.filter(study=posting.study).first() or Budget()
    form = CapsForm(initial={"study_cap": budget.study_cap, "person_cap": budget.person_cap})
    return render_money(request, posting, form, [])


def render_money(
    request: HttpRequest, posting: Posting, form: CapsForm, problems: list[str], *, status: int = HTTPStatus.OK
) -> HttpResponse:
    """The page, with what is wrong."""
    money = gather_money(posting, request.GET.get("page"))
    problem = warn_of_worker() if money.running else ""
    context = {"posting": posting, "money": money, "form": form, "problems": problems, "problem": problem}
    return render(request, "workplace/recruiting/money.html", context, status=status)


@require_POST
@needs(RECRUIT)
def set_caps(request: HttpRequest, public_id: str) -> HttpResponse:
    """Give the study caps of its own."""
    posting, form = find_posting(public_id), CapsForm(request.POST)
    problems: list[str] = []
    if form.is_valid():
        try:
            set_budget(posting.study, **form.cleaned_data)
        except InvalidOffer as error:
            problems = list_problems(error)
        else:
            messages.success(request, gettext("The caps of %(title)s are changed.") % {"title": posting.study.title})
            return redirect("workplace:money", public_id=public_id)
    return render_money(request, posting, form, problems, status=HTTPStatus.UNPROCESSABLE_ENTITY)


@require_POST
@needs(RECRUIT)
def reconcile_now(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for a reconciliation; the worker carries it out."""
    ask_reconciliation(find_posting(public_id), by=request.user.get_username(), at=timezone.now())
    return redirect("workplace:money", public_id=public_id)


@require_safe
@needs(SEE_MONEY)
def show_reconciliation(request: HttpRequest, public_id: str) -> HttpResponse:
    """How far the reconciliation is; the whole page is asked for once it is over."""
    posting = find_posting(public_id)
    running = posting.reconciliations.filter(over_at=None).first()
    if running is None:
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"HX-Refresh": "true"})
    context = {"posting": posting, "running": running, "problem": warn_of_worker()}
    return render(request, "workplace/recruiting/_reconciling.html", context)


@require_POST
@needs(RECRUIT)
def handle_orphan(request: HttpRequest, public_id: str) -> HttpResponse:
    """Adopt what a crash has left, or have it closed at the platform."""
    posting = find_posting(public_id)
    deed = DEEDS.get(request.POST.get("deed", ""))
    known = {orphan.platform_id: orphan for orphan in list_orphans(posting)}
    orphan = known.get(request.POST.get("platform_id", ""))
    if deed is None or orphan is None:
        raise Http404("The last reconciliation has found no such object; reconcile again.")
    try:
        row = deed(orphan, at=timezone.now())
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(
            request, gettext("The worker asks the platform.") if row else gettext("That is asked for already.")
        )
    return redirect("workplace:money", public_id=public_id)


@require_safe
@needs(SEE_MONEY)
def send_ledger(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Every amount of the posting as a CSV file; no id of a platform is in it."""
    posting = find_posting(public_id)
    disposition = f'attachment; filename="posting-{posting.pk}-ledger.csv"'
    return StreamingHttpResponse(
        write_ledger(posting), content_type="text/csv; charset=utf-8", headers={"Content-Disposition": disposition}
    )


def write_ledger(posting: Posting) -> Iterator[str]:
    """The lines of the file, oldest first."""
    yield format_line(list(COLUMNS))
    rows = LedgerEntry.objects.filter(part__posting=posting).select_related("part").order_by("pk")
    for row in rows.iterator():
        amount = Money(row.amount, row.currency).plain
        values: list[Value] = [row.created_at.isoformat(), row.part.number, row.submission_id, row.kind, row.state]
        yield format_line([*values, row.amount, amount, row.currency])
