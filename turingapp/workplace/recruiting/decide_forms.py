"""The forms on which a reviewer says why, and how much."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from judging.deciding import LONGEST_NAME
from judging.deciding_runs import Kind, Terms
from judging.models import Decision
from judging.models.recruiting import Posting

LARGEST_AMOUNT = 1_000_000
LONGEST_REASON = 2_000


class TermsForm(forms.Form):
    """What is told to the people, and what is carried from one page to the next."""

    reason = forms.CharField(
        label=_("Reason, told to each of them"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    token = forms.CharField(max_length=32, widget=forms.HiddenInput)
    confirmed = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, posting: Posting, **options: Any) -> None:
        super().__init__(*args, **options)
        self.posting = posting

    @property
    def terms(self) -> Terms:
        """The terms of a form without faults."""
        given = self.cleaned_data
        return Terms(given.get("amount", 0), given["reason"], given.get("name", ""))


class RejectForm(TermsForm):
    """Why a submission is rejected."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        least = self.posting.plugin.shortest_reason
        self.fields["reason"].help_text = gettext(
            "%(least)s letters or more. Say what was asked, and what was done instead."
        ) % {"least": least}

    def clean_reason(self) -> str:
        """A reason as long as the platform asks for."""
        reason, plugin = str(self.cleaned_data["reason"]), self.posting.plugin
        if len(reason) < plugin.shortest_reason:
            rule = gettext("%(title)s asks for %(shortest_reason)s or more") % {
                "title": plugin.title,
                "shortest_reason": plugin.shortest_reason,
            }
            raise ValidationError(
                gettext("It has %(number)s letters; %(rule)s.") % {"number": len(reason), "rule": rule}
            )
        return reason


class AmountForm(TermsForm):
    """How much each is paid."""

    amount = forms.IntegerField(min_value=1, max_value=LARGEST_AMOUNT)
    field_order = ("amount", "name", "reason")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        currency, amount = self.posting.currency, self.fields["amount"]
        amount.label = (
            gettext("Amount for each, in pence") if currency == "GBP" else gettext("Amount for each, in cents")
        )
        amount.help_text = gettext(
            "75 is %(currency)s 0.75. The next page tells the total before anything is paid."
        ) % {"currency": currency}


class BonusForm(AmountForm):
    """A bonus with its name."""

    name = forms.CharField(
        label=_("Name of the bonus"),
        max_length=LONGEST_NAME,
        initial="bonus",
        help_text=_("For you alone. A bonus of one name is paid once to each person."),
    )


FORMS: dict[Decision.Kind, type[TermsForm]] = {
    Kind.REJECT: RejectForm,
    Kind.BONUS: BonusForm,
    Kind.COMPENSATE: AmountForm,
}
