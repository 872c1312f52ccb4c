"""The page of one AI agent, from which it is run over a pool."""

from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from agents.adding import add_agent
from agents.models import Agent, AgentRun
from agents.running.queuing import queue_run
from turingapp.errors import InvalidPayload
from turingapp.members.matrix import RUN_AGENTS, SEE_LAB
from turingapp.workplace.access import needs
from turingapp.workplace.ai_agents.agents_shown import AgentShown, describe_agent
from turingapp.workplace.ai_agents.forms import RunForm, recall_rules
from turingapp.workplace.ai_agents.runs_shown import estimate_run, list_places, list_runs


@require_http_methods(["GET", "HEAD", "POST"])
@needs(SEE_LAB, post=RUN_AGENTS)
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
    return RunForm(shown.row, places, sent, initial=recall_rules(shown.row))


def start(request: HttpRequest, shown: AgentShown, form: RunForm) -> HttpResponse | None:
    """Queue the run and lead to its page; None, with the form's error, where it cannot be."""
    task, pool = form.chosen_place
    at = timezone.now()
    try:
        agent = shown.row if shown.row.pk or shown.system is None else add_agent(shown.system, at=at)
        run = queue_run(agent, task=task, pool=pool, rules=form.read_rules(), at=at)
    except InvalidPayload as error:
        on = find_run_that_is_on(shown.row, task=task, pool=pool)
        if on is not None:
            messages.info(request, gettext("This run is on already."))
            return redirect("workplace:agent_run", pk=on.pk)
        form.add_error(None, f"{error}.")
        return None
    if run is None:
        form.add_error("place", gettext("It has answered all of these already."))
        return None
    return redirect("workplace:agent_run", pk=run.pk)


def find_run_that_is_on(agent: Agent, *, task: str, pool: str) -> AgentRun | None:
    """The run of the same that waits or runs: whoever clicks twice means one."""
    same = AgentRun.objects.filter(agent__slug=agent.slug, task=task, pool=pool)
    return same.filter(state__in=AgentRun.ACTIVE).first()


@require_POST
@needs(RUN_AGENTS)
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
