"""What every launch form asks: where, how many people, what they read, what they get; and how problems are shown."""

from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from judging.accounts import describe_account
from judging.models import Study
from judging.offering import DESCRIPTION, read_options
from judging.recruiters.base import Recruiter
from judging.recruiters.checking import MOST_PLACES
from judging.recruiters.values import Offer
from turingapp.errors import InvalidOffer, Problem
from turingapp.words import say_words

MOST = MOST_PLACES  # and larger than any sane number of minutes or cents
WHERE = {
    "live": gettext_noop("the real one"),
    "sandbox": gettext_noop("its sandbox, without money"),
    "local": gettext_noop("a stand-in on this machine, without money"),
}
WHERE_BY_ADDRESS = {
    "live": gettext_noop("for real"),
    "local": gettext_noop("to try it out"),
}  # where no platform is asked
# Where the contract's word for a field is not the form's.
NAMES = {"without": "leave_out", "countries": "country", "least_approved": "approved", "requirements": "filters"}


class OfferForm(forms.Form):
    """An offer through one recruiter; the recruiter itself says what is wrong with the whole."""

    money = ("environment", "places", "reward", "currency")  # these stand first, beside the estimate
    texts = ("title", "description", "keywords", "allowed_minutes")
    rest_title = gettext_noop("Who may take part")

    environment = forms.ChoiceField(label=_("Where"), widget=forms.RadioSelect)
    places = forms.IntegerField(label=_("People wanted"), min_value=1, max_value=MOST, initial=10)
    title = forms.CharField(label=_("Title"), max_length=300, help_text=_("What people see first; no emoji."))
    description = forms.CharField(
        label=_("Description"),
        max_length=5_000,
        widget=forms.Textarea,
        initial=DESCRIPTION,
        help_text=_("What they will do."),
    )

    def __init__(self, *args: Any, recruiter: Recruiter, **options: Any) -> None:
        super().__init__(*args, **options)
        self.recruiter = recruiter
        words = WHERE if recruiter.calls_platform else WHERE_BY_ADDRESS
        self.choose(
            "environment", [(name, gettext(words[name]) if name in words else name) for name in recruiter.environments]
        )
        accounts = [describe_account(recruiter, name) for name in recruiter.environments]
        usable = [account.environment for account in accounts if account.is_ready and not account.closed]
        self.fields["environment"].initial = next(iter(usable), recruiter.environments[0])

    def choose(self, name: str, choices: list[tuple[str, str]]) -> None:
        """Give a field its choices."""
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def list_groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields after those of the money, in groups with a title each."""
        apart = {*self.money, *self.texts}
        groups = [
            (gettext("What people read"), [self[name] for name in self.texts if name in self.fields]),
            (gettext(self.rest_title), [field for field in self.visible_fields() if field.name not in apart]),
        ]
        return [(title, fields) for title, fields in groups if fields]

    def list_money(self) -> list[forms.BoundField]:
        """The fields that decide what it costs."""
        return [field for field in self.visible_fields() if field.name in self.money]

    def read_details(self) -> dict[str, Any]:
        """What only this recruiter understands."""
        return {}

    def read_offer(self, study: Study) -> Offer | None:
        """The offer as far as the fields are good; None while too little is for an estimate."""
        good = self.cleaned_data
        if "places" not in good or not {"reward", "currency"} & self.fields.keys() <= good.keys():
            return None
        return read_options(study, {**good, "details": self.read_details()})

    def add_problems(self, error: InvalidOffer) -> None:
        """Show each problem as a sentence at its field; those of no field above the form."""
        for problem in error.problems:
            name = self.find_field(problem.field)
            self.add_error(name, write_sentence(problem, at_field=name is not None))

    def find_field(self, word: str) -> str | None:
        """The form's field for the contract's word."""
        name = word.removeprefix("details.").replace("returns.", "return_")
        name = NAMES.get(name, name)
        return next((one for one in (name, name.split(".")[0]) if one in self.fields), None)


class PaidForm(OfferForm):
    """An offer with a reward."""

    field_order = OfferForm.money

    reward = forms.IntegerField(
        label=_("Reward for each person"), min_value=0, max_value=1_000 * MOST, help_text=_("In cents or pence.")
    )
    currency = forms.ChoiceField(label=_("Currency"))
    allowed_minutes = forms.IntegerField(
        label=_("Minutes that a visit may take"),
        min_value=1,
        max_value=MOST,
        help_text=_("Twice the expected or more."),
    )

    def __init__(self, *args: Any, recruiter: Recruiter, **options: Any) -> None:
        super().__init__(*args, recruiter=recruiter, **options)
        self.choose("currency", [(name, name) for name in recruiter.currencies])
        self.fields["reward"].widget.attrs["aria-describedby"] = "id_reward_helptext reward-shown"


class WordsField(forms.CharField):
    """Several words, with commas or spaces between."""

    def to_python(self, value: Any) -> Any:
        """The words in order, each once."""
        text = super().to_python(value) or ""
        return list(dict.fromkeys(text.replace(",", " ").split()))

    def prepare_value(self, value: Any) -> Any:
        """As they are typed."""
        return ", ".join(value) if isinstance(value, list | tuple) else value


def write_sentence(problem: Problem, *, at_field: bool) -> str:
    """A problem in a sentence; the field that it stands at need not be named."""
    text = f"{say_words(problem.value)}: {say_words(problem.rule)}" if at_field and not problem.where else str(problem)
    return f"{text[:1].upper()}{text[1:]}."
