"""The pages that list AI agents and add one."""

import random
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from agents.adding import add_agent
from agents.ai_agents import AI_AGENTS
from agents.ai_agents.base import AIAgent
from turingapp.errors import InvalidPayload
from turingapp.members.matrix import RUN_AGENTS, SEE_LAB
from turingapp.workplace.access import needs
from turingapp.workplace.ai_agents.agents_shown import list_systems
from turingapp.workplace.ai_agents.forms import AgentForm
from turingapp.workplace.ai_agents.runs_shown import list_runs
from turingapp.workplace.ai_agents.trying import try_system


@require_safe
@needs(SEE_LAB)
def show_agents(request: HttpRequest) -> HttpResponse:
    """All systems with their agents, and the latest runs."""
    return render(request, "workplace/ai_agents/list.html", {"systems": list_systems(), "runs": list_runs()})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(RUN_AGENTS)
def add(request: HttpRequest, system: str) -> HttpResponse:
    """The form that adds an agent of a system."""
    form = AgentForm(find_plugin(system), request.POST if request.method == "POST" else None)
    if request.method == "POST":
        configured = form.read_system()
        if configured is not None:
            try:
                agent = add_agent(configured, at=timezone.now(), title=form.cleaned_data["title"])
            except InvalidPayload as error:
                form.add_error("title", f"{error}.")
            else:
                if agent.title != form.cleaned_data["title"].strip():
                    messages.info(
                        request,
                        gettext("An agent with these settings is there already: %(title)s.") % {"title": agent.title},
                    )
                return redirect("workplace:ai_agent", slug=agent.slug)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "workplace/ai_agents/add.html", {"form": form, "system": form.system}, status=status)


@require_POST
@needs(RUN_AGENTS)
def try_one(request: HttpRequest, system: str) -> HttpResponse:
    """Ask the agent that the form describes about one made-up stimulus; a part of the form's page."""
    plugin = find_plugin(system)
    if not plugin.tried_in_page:
        raise Http404("This system is tried by a run.")
    form = AgentForm(plugin, {**request.POST.dict(), "title": "a try"})
    configured = form.read_system()
    tried = None if configured is None else try_system(configured, random.Random())
    context = {"tried": tried, "form": form, "system": plugin}
    if request.htmx:  # type: ignore[attr-defined]  # set by HtmxMiddleware
        return render(request, "workplace/ai_agents/_tried.html", context)
    return render(request, "workplace/ai_agents/add.html", {**context, "form": AgentForm(plugin, request.POST)})


def find_plugin(system: str) -> AIAgent:
    """The system called so; Http404 otherwise."""
    if system not in AI_AGENTS:
        raise Http404("There is no such system.")
    return AI_AGENTS[system]
