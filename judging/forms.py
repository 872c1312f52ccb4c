"""The forms that judges fill in before and after the trials."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from judging.demographics import LABELS, NO_ANSWER, NO_ANSWER_TEXT, list_choices
from judging.protocol import Settings

FEW = 8  # up to so many options are shown as radio buttons
SCALE = [(str(number), str(number)) for number in range(11)]
AI_TOOL_CHOICES = [("no", _("No")), ("yes", _("Yes")), (NO_ANSWER, _(NO_ANSWER_TEXT))]


class DemographicsForm(forms.Form):
    """The demographic questions that a protocol asks, each with "prefer not to say"."""

    def __init__(self, settings: Settings, *, at: datetime, data: Any = None) -> None:
        super().__init__(data)
        for question in settings.demographics:
            choices = list_choices(question, at=at)
            if len(choices) <= FEW:
                self.fields[question] = forms.ChoiceField(
                    label=_(LABELS[question]), choices=choices, widget=forms.RadioSelect
                )
            else:
                self.fields[question] = forms.ChoiceField(
                    label=_(LABELS[question]), choices=[("", _("Choose")), *choices]
                )


class ReleaseForm(forms.Form):
    """Whether what a person gives may be published: the protocol's own question."""

    YES = "yes"

    release = forms.ChoiceField(
        choices=[(YES, _("Yes, it may be published")), ("no", _("No, use it for this research only"))],
        widget=forms.RadioSelect,
    )

    def __init__(self, settings: Settings, *, data: Any = None) -> None:
        super().__init__(data)
        self.fields["release"].label = settings.release


class ClosingForm(forms.Form):
    """How the visit was."""

    engagement = forms.ChoiceField(
        label=_("How engaging was this study, from 0 (not at all) to 10 (very)?"), choices=[("", _("Choose")), *SCALE]
    )
    difficulty = forms.ChoiceField(
        label=_("How difficult was it, from 0 (very easy) to 10 (very difficult)?"), choices=[("", _("Choose")), *SCALE]
    )
    comment = forms.CharField(
        label=_("Is there anything you would like to tell us?"),
        required=False,
        max_length=5000,
        error_messages={"max_length": _("Your comment has %(show_value)d characters; please keep it to 5,000.")},
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
    )


class AiToolForm(forms.Form):
    """Whether an AI tool was used; asked when the pay is sure."""

    ai_tool = forms.ChoiceField(
        label=_("Did you use an AI tool for any of your answers?"),
        help_text=_("Your code is yours whatever you answer. An honest answer helps us most."),
        choices=AI_TOOL_CHOICES,
        widget=forms.RadioSelect,
    )
