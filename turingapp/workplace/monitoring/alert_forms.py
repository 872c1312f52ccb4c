"""The forms of the pages of alerts: the bounds of each kind, and who hears of them."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from judging.alerting.rules import BOUNDS, Bound, Rule, find_rules
from judging.models import AlertKind, AlertReceiver, Study


class RulesForm(forms.Form):
    """For each kind whether there are alerts, and from which bound on."""

    def __init__(self, *args: Any, study: Study | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = find_rules(study)
        for kind, rule in self.rules.items():
            bound = BOUNDS[kind]
            self.fields[f"on_{kind}"] = forms.BooleanField(label=kind.label, required=False, initial=rule.is_on)
            self.fields[f"bound_{kind}"] = forms.FloatField(
                label=_("From"), min_value=bound.least, max_value=bound.most, initial=rule.bound
            )

    def rows(self) -> Iterator[tuple[AlertKind, Bound, BoundField, BoundField]]:
        """Each kind with its two fields."""
        for kind in self.rules:
            yield kind, BOUNDS[kind], self[f"on_{kind}"], self[f"bound_{kind}"]

    def read_rules(self) -> Iterator[Rule]:
        """What the valid form asks for."""
        for kind in self.rules:
            yield Rule(kind, self.cleaned_data[f"on_{kind}"], self.cleaned_data[f"bound_{kind}"])


class ReceiverForm(forms.Form):
    """One more who hears of alerts."""

    address = forms.CharField(
        label=_("Address"),
        help_text=_("Of mail, or of a webhook: https://…"),
        max_length=AlertReceiver._meta.get_field("address").max_length,
    )
