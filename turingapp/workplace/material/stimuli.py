"""The pages of stimuli: the list, and one with its responses and what judges said of them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from agents.models import Response, Stimulus
from turingapp.members.matrix import SEE_LAB
from turingapp.members.rights import find_rights
from turingapp.workplace.access import needs
from turingapp.workplace.material.aside import count_use
from turingapp.workplace.material.finding import find_stimuli
from turingapp.workplace.material.forms import StimuliForm, read_before
from turingapp.workplace.material.lines import describe_responses, describe_stimuli
from turingapp.workplace.material.listing import describe_list
from turingapp.workplace.material.turning import turn_to
from turingapp.workplace.material.verdicts import count_verdicts
from turingapp.workplace.material.writing import find_media

RESPONSES_SHOWN = 20


@require_safe
@needs(SEE_LAB)
def show_stimuli(request: HttpRequest) -> HttpResponse:
    """The stimuli that the address asks for."""
    form = StimuliForm(request.GET)
    context = describe_list(request, form, find_stimuli, describe_stimuli)
    return render(request, "workplace/material/stimuli.html", context)


@require_safe
@needs(SEE_LAB)
def show_stimulus(request: HttpRequest, pk: int) -> HttpResponse:
    """One stimulus, all that is known of it, and its responses, newest first."""
    rights, stimulus = find_rights(request), get_object_or_404(Stimulus, pk=pk)
    made = Response.objects.filter(stimulus=stimulus).select_related("stimulus")
    numbers = made.values_list("pk", flat=True)
    leaf = turn_to(made, numbers, "pk", before=read_before(request), size=RESPONSES_SHOWN)
    told = count_verdicts([one.pk for one in leaf.rows], rights.choose_studies())
    lines = describe_responses(leaf.rows)
    context = {
        "stimulus": stimulus,
        "use": count_use(stimulus, rights),
        "media": find_media(stimulus),
        "fields": [(name, value) for name, value in stimulus.payload.items() if value and name != "image"],
        "leaf": leaf,
        "lines": [(line, [told.get((line.response.pk, role)) for role in stimulus.plugin.roles]) for line in lines],
    }
    return render(request, "workplace/material/stimulus.html", context)
