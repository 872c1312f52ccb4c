"""The page of the catalogue of AI agents, task by task."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from agents.tasks import TASKS
from analysis.catalogue.tables import find_catalogue
from turingapp.members.matrix import SEE_LAB
from turingapp.workplace.access import needs


@require_safe
@needs(SEE_LAB)
def show_catalogue(request: HttpRequest, task: str) -> HttpResponse:
    """The page, whose table comes by itself: scores of many answers take some seconds."""
    if task not in TASKS:
        raise Http404("There is no such task.")
    context = {"task": TASKS[task], "tasks": TASKS}
    if request.htmx or "whole" in request.GET:  # type: ignore[attr-defined]  # set by HtmxMiddleware
        context["catalogue"] = find_catalogue(task)
    template = "_catalogue.html" if request.htmx else "catalogue.html"  # type: ignore[attr-defined]
    return render(request, f"workplace/ai_agents/{template}", context)
