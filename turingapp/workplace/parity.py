"""The pages about pools: which there are, and by what form their responses give an origin away."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from agents.models import ParityAcknowledgement
from agents.normalizations import NORMALIZATIONS
from agents.normalizations_of_pools import preview_pool, suggest_for_pool
from agents.normalizations_suggested import Preview, read_names
from agents.parity_cues import Cue
from agents.parity_rows import (
    acknowledge_cue,
    find_acknowledged,
    list_pools,
    measure_pool,
    withdraw_acknowledgement,
)
from turingapp.errors import InvalidPayload
from turingapp.members.matrix import LOAD, SEE_LAB
from turingapp.workplace.access import needs

LONGEST_NOTE = 1000


@dataclass(frozen=True, slots=True)
class CueLine:
    """A cue with who knows of it."""

    cue: Cue
    advantage: str
    acknowledged: ParityAcknowledgement | None


@require_safe
@needs(SEE_LAB)
def show_pools(request: HttpRequest) -> HttpResponse:
    """All pools that have responses."""
    return render(request, "workplace/pools.html", {"pools": list_pools()})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(SEE_LAB, post=LOAD)
def show_parity(request: HttpRequest, task: str, pool: str) -> HttpResponseBase:
    """The parity report of a pool; a form on it acknowledges a cue, or withdraws that."""
    report = measure_pool(task, pool)
    if not report.human + report.ai:
        raise Http404("There is no such pool.")
    if request.method == "POST":
        return take_acknowledgement(request, task, pool, [cue.slug for cue in report.cues])
    asked = request.GET.get("normalizations")
    found, problem = look_ahead(task, pool, asked) if asked else (None, "")
    suggested = suggest_for_pool(task, pool)
    known = find_acknowledged(task, pool)
    lines = [CueLine(cue, f"{cue.advantage:.2f}", known.get(cue.slug)) for cue in report.cues]
    context = {
        "task": task,
        "pool": pool,
        "report": report,
        "telling": [line for line in lines if line.cue.tells],
        "others": [line for line in lines if not line.cue.tells],
        "suggested": suggested,
        "asked": ", ".join(map(str, found.steps if found else suggested)) if not problem else asked,
        "preview": found,
        "problem": problem,
        "known": NORMALIZATIONS.values(),
        "open": sum(line.cue.tells and line.acknowledged is None for line in lines),
    }
    return render(request, "workplace/parity.html", context)


def look_ahead(task: str, pool: str, asked: str) -> tuple[Preview | None, str]:
    """What the normalizations that were asked for would do; or None and why not."""
    try:
        return preview_pool(task, pool, tuple(str(step) for step in read_names(asked))), ""
    except InvalidPayload as error:
        return None, f"{error}."


def take_acknowledgement(request: HttpRequest, task: str, pool: str, cues: list[str]) -> HttpResponseRedirect:
    """Write down, or withdraw, that the experimenter knows of a cue; then show the report."""
    cue = request.POST.get("cue", "")
    if cue not in cues:
        raise Http404("The report has no such cue.")
    if "withdraw" in request.POST:
        withdraw_acknowledgement(task=task, pool=pool, cue=cue)
    else:
        note = request.POST.get("note", "")[:LONGEST_NOTE]
        who = request.user.get_username()
        acknowledge_cue(task=task, pool=pool, cue=cue, who=who, note=note, at=timezone.now())
    return HttpResponseRedirect(reverse("workplace:parity", args=[task, pool]))
