"""What lists of stimuli and responses are filtered by, read from the address."""

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from agents.models import Origin, Provenance
from agents.tasks import TASKS
from turingapp.workplace.material.finding import ASIDE, NO_PICTURE, NO_TRUTH, READY, WITH_REMARKS

ANY = ("", gettext_lazy("Any"))
LARGEST = 2**63 - 1


class MaterialForm(forms.Form):
    """What lists of stimuli and of responses can both be filtered by."""

    q = forms.CharField(label=gettext_lazy("Text"), required=False, max_length=200)
    task = forms.ChoiceField(label=gettext_lazy("Task"), required=False)
    pool = forms.SlugField(label=gettext_lazy("Pool"), required=False, max_length=60)
    facet = forms.CharField(
        label=gettext_lazy("Facet (name=value)"),
        required=False,
        max_length=200,
    )
    before = forms.IntegerField(required=False, min_value=1, max_value=LARGEST, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["task"].choices = [ANY, *((task.slug, _(task.title)) for task in TASKS)]  # type: ignore[attr-defined]

    def clean_facet(self) -> tuple[str, str] | None:
        """Name and value of the facet; None where none is asked for."""
        text: str = self.cleaned_data["facet"]
        name, _sign, value = (part.strip() for part in text.partition("="))
        if text and not (name and value):
            raise forms.ValidationError(_("Write a facet as name=value, such as domain=indoor."))
        return (name, value) if text else None

    @property
    def is_filtered(self) -> bool:
        """Whether anything is asked for."""
        return any(value for name, value in self.cleaned_data.items() if name != "before")


class StimuliForm(MaterialForm):
    """Which stimuli to list."""

    state = forms.ChoiceField(
        label=gettext_lazy("State"),
        required=False,
        choices=[
            ANY,
            (READY, gettext_lazy("Lacks nothing")),
            (NO_PICTURE, gettext_lazy("Lacks its picture")),
            (NO_TRUTH, gettext_lazy("Lacks its control's truth")),
            (ASIDE, pgettext_lazy("material", "Set aside")),
        ],
    )
    field_order = ("q", "task", "pool", "facet", "state", "before")


class ResponsesForm(MaterialForm):
    """Which responses to list."""

    origin = forms.ChoiceField(
        label=gettext_lazy("Origin"),
        required=False,
        choices=[ANY, (Origin.HUMAN, gettext_lazy("By a human")), (Origin.AI, gettext_lazy("By a machine"))],
    )
    agent = forms.CharField(label=gettext_lazy("Agent"), required=False, max_length=120)
    provenance = forms.ChoiceField(label=gettext_lazy("Provenance"), required=False)
    state = forms.ChoiceField(
        label=gettext_lazy("State"),
        required=False,
        choices=[ANY, (WITH_REMARKS, gettext_lazy("Bends a rule")), (ASIDE, pgettext_lazy("material", "Set aside"))],
    )
    field_order = ("q", "task", "pool", "facet", "origin", "agent", "provenance", "state", "before")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        choices = [ANY, *((value, _(str(label)).capitalize()) for value, label in Provenance.choices)]
        self.fields["provenance"].choices = choices  # type: ignore[attr-defined]


class BeforeForm(forms.Form):
    """Where in a list to go on."""

    before = forms.IntegerField(required=False, min_value=1, max_value=LARGEST)


def read_before(request: HttpRequest) -> int | None:
    """The number below which the address asks to go on; None for the beginning, as for what is no number."""
    form = BeforeForm(request.GET)
    form.is_valid()
    found: int | None = form.cleaned_data.get("before")
    return found
