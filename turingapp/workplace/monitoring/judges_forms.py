"""What the list of a study's judges is filtered by, read from the address."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from judging.models import Assignment, Study
from judging.screening import say_rule
from turingapp.workplace.material.forms import ANY, LARGEST

COUNTS, LEFT_OUT = "yes", "no"


class JudgesForm(forms.Form):
    """Which judges to list."""

    state = forms.ChoiceField(label=gettext_lazy("State"), required=False)
    counted = forms.ChoiceField(label=gettext_lazy("Screening"), required=False)
    before = forms.IntegerField(required=False, min_value=1, max_value=LARGEST, widget=forms.HiddenInput)

    def __init__(self, study: Study, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        states = [(one.value, _(str(one.label))) for one in Assignment.State]
        self.fields["state"].choices = [ANY, *states]  # type: ignore[attr-defined]
        standings = [(COUNTS, _("Counts")), (LEFT_OUT, _("Left out"))]
        self.fields["counted"].choices = [ANY, *standings, *list_rules(study)]  # type: ignore[attr-defined]

    @property
    def is_filtered(self) -> bool:
        """Whether anything but the place is asked for."""
        return any(value for name, value in self.cleaned_data.items() if name != "before")


def list_rules(study: Study) -> list[tuple[str, str]]:
    """The rules of all versions of the protocol, each with what it keeps in the latest that has it."""
    found = {
        rule.rule: say_rule(rule).say()
        for protocol in study.protocols.order_by("version")
        for rule in protocol.settings.screening
    }
    return [(name, _("Left out by: %(rule)s") % {"rule": sentence}) for name, sentence in found.items()]
