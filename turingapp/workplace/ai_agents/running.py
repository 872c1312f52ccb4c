"""The pages that run an AI agent over a pool, and show what came of it."""

from decimal import Decimal, InvalidOperation
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from agents.adding import add_agent
from agents.failures import Failure
from agents.models import AgentRun
from agents.running.counting import list_failed
from agents.running.ending import cancel_run
from agents.running.going_on import AGAIN, go_on
from agents.running.pricing import read_dollars
from agents.running.queuing import queue_run
from turingapp.errors import InvalidPayload, Problem
from turingapp.workplace.access import staff_only
from turingapp.workplace.ai_agents.forms import RunForm, recall_rules
from turingapp.workplace.ai_agents.shown import (
    AgentShown,
    describe_agent,
    describe_run,
    estimate_run,
    list_places,
    list_runs,
    write_json,
)

MOST_FAILURES = 30


@require_http_methods(["GET", "HEAD", "POST"])
@staff_only
def show_agent(request: HttpRequest, slug: str) -> HttpResponse:
    """One agent: what it is, what it lacks, the form that runs it, its runs."""
    shown = find_shown(slug)
    form = make_form(shown, request) if shown.system else None
    if request.method == "POST" and form is not None and form.is_valid():
        answer = start(request, shown, form)
        if answer is not None:
            return answer
    context = {"shown": shown, "form": form, "runs": list_runs(shown.row)}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form is not None and form.errors else HTTPStatus.OK
    return render(request, "workplace/ai_agents/agent.html", context, status=status)


def find_shown(slug: str) -> AgentShown:
    """The agent of a page; Http404 where there is none."""
    shown = describe_agent(slug)
    if shown is None:
        raise Http404("There is no such AI agent.")
    return shown


def make_form(shown: AgentShown, request: HttpRequest) -> RunForm:
    """The form that runs the agent, as it was sent or with what the last run had."""
    if shown.system is None:
        raise Http404("This AI agent cannot be asked here.")
    places = list_places(shown.row, shown.system)
    sent = request.POST if request.method == "POST" else None
    return RunForm(places, sent, initial=recall_rules(shown.row))


def start(request: HttpRequest, shown: AgentShown, form: RunForm) -> HttpResponse | None:
    """Queue the run and lead to its page; None, with the form's error, where it cannot be."""
    task, pool = form.chosen_place
    at = timezone.now()
    try:
        agent = shown.row if shown.row.pk or shown.system is None else add_agent(shown.system, at=at)
        run = queue_run(agent, task=task, pool=pool, rules=form.read_rules(), at=at)
    except InvalidPayload as error:
        form.add_error(None, f"{error}.")
        return None
    if run is None:
        form.add_error("place", "It has answered all of these already.")
        return None
    return redirect("workplace:agent_run", pk=run.pk)


@require_POST
@staff_only
def estimate(request: HttpRequest, slug: str) -> HttpResponse:
    """What the run that the form describes would ask and cost; a part of the agent's page."""
    shown = find_shown(slug)
    form = make_form(shown, request)
    found, problem = None, ""
    if form.is_valid() and shown.system is not None:
        task, pool = form.chosen_place
        try:
            found = estimate_run(shown.row, shown.system, task=task, pool=pool, rules=form.read_rules())
        except InvalidPayload as error:
            problem = f"{error}."
    return render(request, "workplace/ai_agents/_estimate.html", {"found": found, "problem": problem})


@require_safe
@staff_only
def show_run(request: HttpRequest, pk: int) -> HttpResponse:
    """One run: how far it is, what came of it by kind."""
    run = get_object_or_404(AgentRun.objects.select_related("agent"), pk=pk)
    context = {"shown": describe_run(run), "run": run, "settings": write_json(run.agent.settings)}
    return render(request, "workplace/ai_agents/run.html", context)


@require_safe
@staff_only
def show_progress(request: HttpRequest, pk: int) -> HttpResponse:
    """The part of the page that changes while a run is on; the whole page is asked for once it is not."""
    run = get_object_or_404(AgentRun, pk=pk)
    if not run.is_on:
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"HX-Refresh": "true"})
    return render(request, "workplace/ai_agents/_progress.html", {"shown": describe_run(run), "run": run})


@require_safe
@staff_only
def show_failures(request: HttpRequest, pk: int, kind: str) -> HttpResponse:
    """The latest tries of a run that ended in one kind of failure, with the raw replies."""
    run = get_object_or_404(AgentRun, pk=pk)
    if kind not in Failure.values:
        raise Http404("There is no such kind.")
    tries = [(one, write_json(one.raw)) for one in list_failed(run, kind=kind, most=MOST_FAILURES)]
    context = {"run": run, "title": Failure(kind).label, "tries": tries, "most": MOST_FAILURES}
    return render(request, "workplace/ai_agents/failures.html", context)


@require_POST
@staff_only
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel a run that is not over."""
    if not cancel_run(get_object_or_404(AgentRun, pk=pk), at=timezone.now()):
        messages.info(request, "This run was over already.")
    return redirect("workplace:agent_run", pk=pk)


@require_POST
@staff_only
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
            messages.info(request, "Nothing is left to ask about.")
    return redirect("workplace:agent_run", pk=pk)


def read_cap(text: str) -> int | None:
    """A cap as it was typed; None for none. Raises InvalidPayload."""
    try:
        amount = Decimal(text.strip() or "0")
    except InvalidOperation:
        amount = Decimal(-1)
    if not amount.is_finite() or amount < 0 or amount > 10**9:
        raise InvalidPayload([Problem("cap", repr(text[:40]), "it should be an amount in US dollars, such as 2.50")])
    return read_dollars(amount) if text.strip() else None
