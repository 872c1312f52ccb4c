"""The pages of responses: the list, and one with its authors and what judges said of it, study by study."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from agents.models import Response
from agents.tasks.base import WHOLE
from analysis.gallery import find_missing
from judging.models import Study
from judging.showing import name_partial
from turingapp.members.matrix import SEE_LAB
from turingapp.members.rights import Rights, find_rights
from turingapp.workplace.access import needs
from turingapp.workplace.material.aside import count_use
from turingapp.workplace.material.finding import find_responses
from turingapp.workplace.material.forms import ResponsesForm
from turingapp.workplace.material.lines import describe_responses, list_authors
from turingapp.workplace.material.listing import describe_list
from turingapp.workplace.material.verdicts import Verdicts, count_verdicts


@dataclass(frozen=True, slots=True)
class Told:
    """What the judges of one study said of a response in one role."""

    slug: str
    title: str
    role: str
    verdicts: Verdicts


@require_safe
@needs(SEE_LAB)
def show_responses(request: HttpRequest) -> HttpResponse:
    """The responses that the address asks for."""
    form = ResponsesForm(request.GET)
    context = describe_list(request, form, find_responses, describe_responses)
    return render(request, "workplace/material/responses.html", context)


@require_safe
@needs(SEE_LAB)
def show_response(request: HttpRequest, pk: int) -> HttpResponse:
    """One response as judges see it, who made it, and what was said of it."""
    response = get_object_or_404(Response.objects.select_related("stimulus"), pk=pk)
    return render(request, "workplace/material/response.html", describe(response, find_rights(request)))


def describe(response: Response, rights: Rights) -> dict[str, Any]:
    """All that the page of a response says."""
    missing = find_missing(response)
    stimulus = response.stimulus
    return {
        "response": response,
        "authors": list_authors(response),
        "missing": missing,
        "partial": name_partial(stimulus.plugin),
        "shown": None if missing else stimulus.plugin.show(stimulus.payload, response.payload, WHOLE),
        "use": count_use(response, rights),
        "told": list_told(response, rights),
    }


def list_told(response: Response, rights: Rights) -> list[Told]:
    """What was said of it in each study that whoever looks may see."""
    studies = rights.choose_studies()
    found = count_verdicts([response.pk], studies, "trial__assignment__study")
    names = {study.pk: study for study in Study.objects.filter(pk__in=[study for *_, study in found])}
    has_roles = len(response.stimulus.plugin.roles) > 1
    return [
        Told(names[study].slug, names[study].title, role if has_roles else "", verdicts)
        for (_, role, study), verdicts in sorted(found.items())
    ]
