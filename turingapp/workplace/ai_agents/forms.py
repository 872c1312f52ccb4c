"""The forms that add an AI agent and that run one."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Literal, get_args, get_origin

from django import forms
from django.db.models import QuerySet
from django.forms.boundfield import BoundField
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _
from pydantic.fields import FieldInfo

from agents.ai_agents import AI_AGENTS
from agents.ai_agents.agent_settings import TITLES, is_secret
from agents.ai_agents.base import AIAgent
from agents.models import Agent, AgentRun
from agents.running.pricing import MILLION, Price, read_dollars
from agents.running.rules import MOST_TRIES, MOST_TURNS, Rules
from agents.tasks import TASKS
from turingapp.errors import InvalidPayload
from turingapp.words import say_words

LABELS = {"url": _("Address"), "key_env": _("Variable with the key"), "vision": _("It sees pictures")}
HELP = {
    "key_env": _(
        "The name of the environment variable that holds the key, such as OPENAI_API_KEY; never the key itself. "
        "Empty where the service wants none."
    ),
    "vision": _("Without it, the tasks that show pictures are not asked."),
}
FIRST = ("url", "model", "key_env", "vision")  # what every endpoint needs; all else has a default that will do


class AgentForm(forms.Form):
    """A name, and a field for each setting of a system."""

    title = forms.CharField(label=_("Name"), max_length=200, help_text=_("What you call it here; judges never see it."))

    def __init__(self, system: AIAgent, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.system = system
        for name, setting in system.Settings.model_fields.items():
            self.fields[name] = make_field(name, setting, getattr(system.settings, name))

    @property
    def first_fields(self) -> list[BoundField]:
        """What has to be said; of a system without an address, everything."""
        return [self[name] for name in self.fields if name == "title" or name in FIRST or not self._has_address]

    @property
    def other_fields(self) -> list[BoundField]:
        """What has a default that will do."""
        return [self[name] for name in self.fields if name != "title" and name not in FIRST and self._has_address]

    @property
    def _has_address(self) -> bool:
        return "url" in self.fields

    def read_system(self) -> AIAgent | None:
        """The system with the settings that were given; None, with the form's errors, where they are wrong."""
        if not self.is_valid():
            return None
        settings = {name: self.cleaned_data[name] for name in self.system.Settings.model_fields}
        given = {name: value for name, value in settings.items() if value not in ("", None)}
        try:
            return self.system.with_settings(given)
        except InvalidPayload as error:
            for problem in error.problems:
                name = problem.field.split(".")[0]
                self.add_error(
                    name if name in self.fields else None,
                    gettext("It is %(value)s: %(rule)s.")
                    % {"value": say_words(problem.value), "rule": say_words(problem.rule)},
                )
                self.forget_key(name)
            return None

    def forget_key(self, name: str) -> None:
        """What may be a key that was pasted into the wrong field does not come back in a page."""
        if name in self.system.Settings.model_fields and is_secret(self.system.Settings, name):
            self.data = {**dict(self.data.items()), name: ""}


def make_field(name: str, setting: FieldInfo, value: Any) -> forms.Field:
    """The field of a form for a setting, with its value so far."""
    facts: dict[str, Any] = {
        "label": LABELS.get(name) or gettext(TITLES[name]),
        "help_text": HELP.get(name) or capfirst(setting.description and gettext(setting.description)),
        "initial": value,
        "required": False,
    }
    if setting.annotation is bool:
        return forms.BooleanField(**facts)
    if get_origin(setting.annotation) is Literal:
        return forms.ChoiceField(choices=[(one, one) for one in get_args(setting.annotation)], **facts)
    long = isinstance(value, str) and len(value) > 40
    return forms.CharField(widget=forms.Textarea(attrs={"rows": 3}) if long else forms.TextInput(), **facts)


def make_amount(label: str, help_text: str) -> forms.DecimalField:
    """A field for an amount of money that may be left empty."""
    return forms.DecimalField(
        label=label, help_text=help_text, min_value=0, max_digits=12, decimal_places=6, required=False
    )


class RunForm(forms.Form):
    """What an agent is to be asked about, by which rules, at which prices."""

    place = forms.ChoiceField(label=_("Stimuli"), help_text=_("a task and a pool"))
    limit = forms.IntegerField(
        label=_("At most"), min_value=1, required=False, help_text=_("stimuli; empty: all of them")
    )
    most_tries = forms.IntegerField(
        label=_("Tries"),
        min_value=1,
        max_value=MOST_TRIES,
        initial=3,
        help_text=_("at each, where replies do not count"),
    )
    per_minute = forms.IntegerField(
        label=_("Calls a minute"), min_value=1, required=False, help_text=_("at most; empty: as fast as it goes")
    )
    turns = forms.IntegerField(
        label=_("Turns"), min_value=2, max_value=MOST_TURNS, initial=12, help_text=_("of a dialogue")
    )
    partner = forms.ModelChoiceField(
        Agent.objects.none(),
        label=_("Partner"),
        required=False,
        empty_label="itself",
        to_field_name="slug",
        help_text=_("with whom it talks, where the task has two speakers"),
    )
    cap = make_amount(gettext_noop("Cap"), gettext_noop("US dollars; the run stops before it costs more"))
    price_in = make_amount(gettext_noop("Price read"), gettext_noop("US dollars a million tokens that it reads"))
    price_out = make_amount(gettext_noop("Price written"), gettext_noop("US dollars a million tokens that it writes"))
    price_calls = make_amount(gettext_noop("Price of calls"), gettext_noop("US dollars a thousand calls"))

    def __init__(
        self, agent: Agent, places: list[tuple[str, str]], data: Mapping[str, Any] | None = None, **facts: Any
    ) -> None:
        super().__init__(data, **facts)
        self.fields["place"].choices = places  # type: ignore[attr-defined]
        self.fields["partner"].queryset = list_partners(agent)  # type: ignore[attr-defined]

    @property
    def chosen_place(self) -> tuple[str, str]:
        """Task and pool."""
        task, _, pool = str(self.cleaned_data["place"]).partition("/")
        return TASKS[task].slug, pool

    def read_rules(self) -> Rules:
        """The rules of the run."""
        asked = self.cleaned_data
        amounts = (read_dollars(asked[name] or Decimal(0)) for name in ("price_calls", "price_in", "price_out"))
        return Rules(
            limit=asked["limit"],
            turns=asked["turns"],
            partner=asked["partner"],
            most_tries=asked["most_tries"],
            per_minute=asked["per_minute"],
            cap=None if asked["cap"] is None else read_dollars(asked["cap"]),
            price=Price(*amounts),
        )


def list_partners(agent: Agent) -> QuerySet[Agent]:
    """The AI agents of this platform that talk, but for the agent itself."""
    talking = [system.slug for system in AI_AGENTS if "conversation" in system.tasks]
    return Agent.objects.filter(system__in=talking).exclude(pk=agent.pk).order_by("title")


def recall_rules(agent: Agent) -> dict[str, Any]:
    """Prices and pace as in the agent's last run."""
    last = AgentRun.objects.filter(agent=agent).order_by("-pk").first() if agent.pk else None
    if last is None:
        return {}
    prices = {"price_calls": last.call_price, "price_in": last.price_in, "price_out": last.price_out}
    amounts = {name: Decimal(amount) / MILLION for name, amount in prices.items() if amount}
    return {**amounts, "per_minute": last.per_minute, "most_tries": last.most_tries}
