"""A bad stimulus or response is set aside on its page, and brought back."""

from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from agents.models import Response, Stimulus
from agents.models.aside import LONGEST_WHY
from agents.setting_aside import bring_back, set_aside
from judging.models import Place, Study
from turingapp.members.matrix import SET_ASIDE
from turingapp.members.rights import Rights
from turingapp.workplace.access import needs
from turingapp.workplace.material.verdicts import select_verdicts


class AsideForm(forms.Form):
    """Why it is set aside."""

    why = forms.CharField(label=gettext_lazy("What is wrong with it"), required=False, max_length=LONGEST_WHY)


@dataclass(frozen=True, slots=True)
class Use:
    """What uses it now, of what whoever looks may see; all of this stays when it is set aside."""

    open_studies: int
    verdicts: int


def count_use(found: Stimulus | Response, rights: Rights) -> Use:
    """In how many open studies it has places, and how many verdicts there are on it."""
    studies = rights.choose_studies()
    named = "stimulus" if isinstance(found, Stimulus) else "response"
    places = Place.objects.filter(**{named: found}, cell__protocol__study__in=studies.filter(state=Study.State.OPEN))
    return Use(
        open_studies=places.values("cell__protocol__study").distinct().count(),
        verdicts=select_verdicts(studies).filter(**{f"trial__place__{named}": found}).count(),
    )


@require_POST
@needs(SET_ASIDE)
def switch_stimulus(request: HttpRequest, pk: int) -> HttpResponse:
    """Set a stimulus aside with all responses to it, or bring it back."""
    return switch(request, get_object_or_404(Stimulus, pk=pk), "workplace:stimulus")


@require_POST
@needs(SET_ASIDE)
def switch_response(request: HttpRequest, pk: int) -> HttpResponse:
    """Set a response aside, or bring it back."""
    return switch(request, get_object_or_404(Response, pk=pk), "workplace:response")


def switch(request: HttpRequest, found: Stimulus | Response, page: str) -> HttpResponse:
    """Do as the button says, once; then back to the page."""
    form = AsideForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say what is wrong in at most %(most)s characters.") % {"most": LONGEST_WHY})
    elif "back" in request.POST:
        if bring_back(found):
            messages.success(request, _("It is in use again: studies opened or changed from now on may draw it."))
    elif set_aside(found, by=request.user.get_username(), why=form.cleaned_data["why"], at=timezone.now()):
        messages.success(request, _("It is set aside: no study opened or changed from now on draws it."))
    return redirect(page, pk=found.pk)
