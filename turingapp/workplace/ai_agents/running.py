"""The pages of a run: how far it is, what came of it, its end, and its going on."""

from decimal import Decimal, InvalidOperation
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from agents.failures import Failure
from agents.models import AgentRun
from agents.running.counting import list_failed
from agents.running.ending import cancel_run
from agents.running.going_on import AGAIN, go_on
from agents.running.pricing import read_dollars
from turingapp.errors import InvalidPayload, Problem
from turingapp.members.matrix import RUN_AGENTS, SEE_LAB
from turingapp.workplace.access import needs
from turingapp.workplace.ai_agents.agents_shown import write_json
from turingapp.workplace.ai_agents.runs_shown import describe_run

MOST_FAILURES = 30


@require_safe
@needs(SEE_LAB)
def show_run(request: HttpRequest, pk: int) -> HttpResponse:
    """One run: how far it is, what came of it by kind."""
    run = get_object_or_404(AgentRun.objects.select_related("agent"), pk=pk)
    context = {"shown": describe_run(run), "run": run, "settings": write_json(run.agent.settings)}
    return render(request, "workplace/ai_agents/run.html", context)


@require_safe
@needs(SEE_LAB)
def show_progress(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the page that changes while a run is on; the whole page is asked for once it is not."""
    run = get_object_or_404(AgentRun, pk=pk)
    if not run.is_on:
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"HX-Refresh": "true"})
    return render(request, "workplace/ai_agents/_progress.html", {"shown": describe_run(run), "run": run})


@require_safe
@needs(SEE_LAB)
def show_failures(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """The latest tries of a run that ended in one kind of failure, with the raw replies."""
    run = get_object_or_404(AgentRun, pk=pk)
    if kind not in Failure.values:
        raise Http404("There is no such kind.")
    tries = [(one, write_json(one.raw)) for one in list_failed(run, kind=kind, most=MOST_FAILURES)]
    context = {"run": run, "title": gettext(Failure(kind).label), "tries": tries, "most": MOST_FAILURES}
    return render(request, "workplace/ai_agents/failures.html", context)


@require_POST
@needs(RUN_AGENTS)
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel a run that is not over."""
    if not cancel_run(get_object_or_404(AgentRun, pk=pk), at=timezone.now()):
        messages.info(request, gettext("This run was over already."))
    return redirect("workplace:agent_run", pk=pk)


@require_POST
@needs(RUN_AGENTS)
def continue_run(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask again about what is still due or has failed, under a cap that may be another."""
    run = get_object_or_404(AgentRun, pk=pk)
    try:
        cap = read_cap(request.POST.get("cap", ""))
        due = go_on(run, kinds=AGAIN, cap=cap, at=timezone.now())
    except InvalidPayload as error:
        messages.error(request, f"{error}.")
    else:
        if not due:
            messages.info(request, gettext("Nothing is left to ask about."))
    return redirect("workplace:agent_run", pk=pk)


def read_cap(text: str) -> int | None:
    """A cap as it was typed; None for none. Raises InvalidPayload."""
    try:
        amount = Decimal(text.strip() or "0")
    except InvalidOperation:
        amount = Decimal(-1)
    if not amount.is_finite() or amount < 0 or amount > 10**9:
        raise InvalidPayload(
            [Problem("cap", repr(text[:40]), gettext("it should be an amount in US dollars, such as 2.50"))]
        )
    return read_dollars(amount) if text.strip() else None
