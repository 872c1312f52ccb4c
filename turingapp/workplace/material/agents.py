"""The list of all agents, human and AI, with how much each has made."""

from collections.abc import Sequence
from dataclasses import dataclass

from django import forms
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from agents.models import Agent, Authorship, Origin
from turingapp.members.matrix import SEE_LAB
from turingapp.workplace.access import needs
from turingapp.workplace.material.finding import PERSON, find_agents
from turingapp.workplace.material.forms import ANY, LARGEST
from turingapp.workplace.material.listing import describe_list


class AgentsForm(forms.Form):
    """Which agents to list; read from the address."""

    q = forms.CharField(label=gettext_lazy("Name"), required=False, max_length=120)
    origin = forms.ChoiceField(
        label=gettext_lazy("Origin"),
        required=False,
        choices=[ANY, (Origin.HUMAN, gettext_lazy("Humans")), (Origin.AI, gettext_lazy("Machines"))],
    )
    before = forms.IntegerField(required=False, min_value=1, max_value=LARGEST, widget=forms.HiddenInput)

    @property
    def is_filtered(self) -> bool:
        """Whether anything is asked for."""
        return bool(self.cleaned_data["q"] or self.cleaned_data["origin"])


@dataclass(frozen=True, slots=True)
class AgentLine:
    """An agent in the list; people have a number in place of a name."""

    agent: Agent
    name: str
    asked_for_as: str  # by the list of responses
    responses: int


@require_safe
@needs(SEE_LAB)
def show_agents(request: HttpRequest) -> HttpResponse:
    """The agents that the address asks for."""
    context = describe_list(request, AgentsForm(request.GET), find_agents, describe_agents)
    return render(request, "workplace/material/agents.html", context)


def describe_agents(agents: Sequence[Agent]) -> list[AgentLine]:
    """The lines of these agents, with one query for all."""
    counted = Authorship.objects.filter(agent__in=agents).order_by().values_list("agent").annotate(Count("pk"))
    counts = dict(counted)
    return [
        AgentLine(
            one,
            one.title if one.origin == Origin.AI else _("Person %(number)s") % {"number": one.pk},
            one.slug if one.origin == Origin.AI else f"{PERSON}{one.pk}",
            counts.get(one.pk, 0),
        )
        for one in agents
    ]
