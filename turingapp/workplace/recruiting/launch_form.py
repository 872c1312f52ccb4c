"""The launch form of each recruiter: what it asks beside what all ask."""

import json
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from judging.offering import OPEN_HOURS, parse_filters, write_options
from judging.recruiters.base import Recruiter
from judging.recruiters.panel import PARAMETERS
from judging.recruiters.values import Offer, Outcome
from turingapp.errors import InvalidOffer
from turingapp.workplace.recruiting.offer_form import MOST, OfferForm, PaidForm, WordsField, write_sentence

OUTCOMES = {
    Outcome.COMPLETE: gettext_noop("who have finished"),
    Outcome.SCREENED_OUT: gettext_noop("whom the study ends early"),
    Outcome.FULL: gettext_noop("who come when all places are taken"),
    Outcome.FAILED: gettext_noop("for whom something went wrong"),
}


class LinkForm(OfferForm):
    """Nobody is paid through a link."""

    personal = forms.BooleanField(
        label=_("By invitation: only people with a link of their own may begin"),
        required=False,
        help_text=_("A link of one's own ends in ?person= and whatever you know the person by."),
    )

    def read_details(self) -> dict[str, Any]:
        """Whether the open link lets anybody in."""
        return {"personal": True} if self.cleaned_data.get("personal") else {}


class MTurkForm(PaidForm):
    """Qualifications, and how the HITs are cut."""

    rest_title = gettext_noop("Who may take part, and the HITs")

    country = WordsField(
        label=_("Countries"), required=False, help_text=_("Two letters each, as US, GB; empty for all.")
    )
    approval_percent = forms.IntegerField(label=_("Approved work, percent at least"), required=False)
    approved = forms.IntegerField(label=_("Approved pieces of work, at least"), required=False, max_value=1_000 * MOST)
    masters = forms.BooleanField(label=_("Masters only (5% more)"), required=False)
    leave_out = WordsField(label=_("Leave out holders of"), required=False, help_text=_("Ids of qualifications."))
    only = WordsField(label=_("Only holders of"), required=False, help_text=_("Ids of qualifications."))
    keywords = WordsField(label=_("Keywords"), required=False)
    part_places = forms.TypedChoiceField(
        label=_("Size of HITs"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[(0, _("up to nine each: half the fee")), (MOST, _("one large HIT: easier to find"))],
    )
    open_hours = forms.IntegerField(
        label=_("Hours that HITs stay open"), min_value=1, max_value=24 * 365, initial=OPEN_HOURS
    )


class ProlificForm(PaidForm):
    """Prolific's own filters and groups."""

    approval_percent = forms.IntegerField(label=_("Approved work, percent at least"), required=False)
    leave_out = WordsField(label=_("Leave out groups"), required=False, help_text=_("Ids of participant groups."))
    only = WordsField(label=_("Only groups"), required=False, help_text=_("Ids of participant groups."))
    filters = forms.CharField(
        label=_("Filters"),
        required=False,
        widget=forms.Textarea(attrs={"spellcheck": "false", "class": "code"}),
        help_text=_('In Prolific\'s own form, as [{"filter_id": "sex", "selected_values": ["1"]}]; empty for none.'),
    )

    def clean_filters(self) -> list[dict[str, Any]]:
        """The filters, or where the text is wrong."""
        try:
            return parse_filters(self.cleaned_data["filters"])
        except InvalidOffer as error:
            raise forms.ValidationError([write_sentence(one, at_field=True) for one in error.problems]) from None


class PanelForm(PaidForm):
    """How the panel names people in addresses, and how they go back to it."""

    rest_title = gettext_noop("At the panel")

    person_parameter = forms.CharField(
        label=_("Parameter with the person's id"), max_length=60, help_text=_("As the panel appends it to our address.")
    )
    assignment_parameter = forms.CharField(label=_("Parameter with the id of the work"), max_length=60, required=False)
    part_parameter = forms.CharField(label=_("Parameter with the panel's own study"), max_length=60, required=False)
    dynamic_codes = forms.BooleanField(
        label=_("Each visit shows a code of its own, which the panel can check"), required=False
    )

    def __init__(self, *args: Any, recruiter: Recruiter, **options: Any) -> None:
        super().__init__(*args, recruiter=recruiter, **options)
        for outcome, who in OUTCOMES.items():
            self.fields[f"return_{outcome}"] = forms.CharField(
                label=gettext("Address for those %(who)s") % {"who": gettext(who)},
                required=False,
                max_length=2_000,
                help_text=gettext("$person, $assignment and $code are filled in; empty to show a code instead."),
            )

    def read_details(self) -> dict[str, Any]:
        """The names of parameters, the addresses, and whether codes differ."""
        good = self.cleaned_data
        returns = {str(outcome): good[f"return_{outcome}"] for outcome in Outcome if good.get(f"return_{outcome}")}
        names = {name: good[name] for name in PARAMETERS if good.get(name)}
        return {**names, "returns": returns, "dynamic_codes": bool(good.get("dynamic_codes"))}


FORMS: dict[str, type[OfferForm]] = {
    "link": LinkForm,
    "panel": PanelForm,
    "prolific": ProlificForm,
    "mturk": MTurkForm,
}


def find_form(recruiter: Recruiter) -> type[OfferForm]:
    """The form of a recruiter; one that is not ours gets what all share."""
    return FORMS.get(recruiter.slug, PaidForm)


def write_initial(offer: Offer) -> dict[str, Any]:
    """The fields of a form that shows an offer again."""
    options = write_options(offer)
    details = options["details"]
    returns = {f"return_{outcome}": address for outcome, address in details.get("returns", {}).items()}
    filters = json.dumps(options["filters"], indent=1, ensure_ascii=False) if options["filters"] else ""
    return {**options, **details, **returns, "filters": filters}
