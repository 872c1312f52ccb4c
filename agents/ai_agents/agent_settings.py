"""The settings of an AI agent: read once, frozen, and never a secret."""

import os
import re
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from agents.normalizing import make_storable
from agents.services.addresses import lack_host
from agents.tasks.payloads import describe_value, list_problems
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

# The platform's own secrets bear other names, so that no agent can send them anywhere.
KEY_NAME = re.compile(r"[A-Z][A-Z0-9_]{0,60}_API_KEY")

# What pages call a setting, whichever system has it.
TITLES: Mapping[str, str] = {
    "api": gettext_noop("API"),
    "beams": gettext_noop("Beams"),
    "beginning": gettext_noop("Beginning"),
    "center_bias": gettext_noop("Center bias"),
    "config": gettext_noop("Config"),
    "context_tokens": gettext_noop("Context tokens"),
    "fading": gettext_noop("Fading"),
    "fewest": gettext_noop("Fewest"),
    "file": gettext_noop("File"),
    "language_model": gettext_noop("Language model"),
    "layer": gettext_noop("Layer"),
    "least": gettext_noop("Least"),
    "length_field": gettext_noop("Length field"),
    "method": gettext_noop("Method"),
    "model": gettext_noop("Model"),
    "most": gettext_noop("Most"),
    "most_characters": gettext_noop("Most characters"),
    "most_tokens": gettext_noop("Most tokens"),
    "most_words": gettext_noop("Most words"),
    "nearest": gettext_noop("Nearest"),
    "persona": gettext_noop("Persona"),
    "prefix": gettext_noop("Prefix"),
    "prompts": gettext_noop("Prompts"),
    "region": gettext_noop("Region"),
    "script": gettext_noop("Script"),
    "seconds": gettext_noop("Seconds"),
    "sends_seed": gettext_noop("Sends seed"),
    "side": gettext_noop("Side"),
    "style": gettext_noop("Style"),
    "target_share": gettext_noop("Target share"),
    "temperature": gettext_noop("Temperature"),
    "walk": gettext_noop("Walk"),
    "weights": gettext_noop("Weights"),
}


class AgentSettings(BaseModel):
    """Base of all agents' settings: every field has a default, unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


def check_key_name(name: str) -> str:
    """The name of an environment variable that may hold an agent's key."""
    if name and not KEY_NAME.fullmatch(name):
        raise ValueError(
            say_later(
                "it should be the name of an environment variable that ends in _API_KEY, such as "
                "OPENAI_API_KEY, never the key itself"
            )
        )
    return name


def check_url(url: str) -> str:
    """The address of a service, without its last slash."""
    if not re.fullmatch(r"https?://[^\s/@?#]+(/[^\s?#]*)?", url):
        raise ValueError(
            say_later("it should be an address such as https://example.org/v1, without a user, a query or a key")
        )
    return url.rstrip("/")


KeyName = Annotated[str, Field(json_schema_extra={"secret": True}), AfterValidator(check_key_name)]
Url = Annotated[str, AfterValidator(check_url)]

S = TypeVar("S", bound=AgentSettings)


def read_settings(model: type[S], given: Mapping[str, Any]) -> S:
    """Settings as they were given, checked; raises InvalidPayload with one sentence for each wrong field."""
    known = model.model_fields
    strange = [name for name in given if name not in known]
    if strange:
        rule = (
            say_later("there is no such setting; there are %(names)s", names=", ".join(known))
            if known
            else say_later("this system has no settings")
        )
        raise InvalidPayload([Problem(name, say_later("given"), rule) for name in strange])
    unwritable = [name for name, value in given.items() if isinstance(value, str) and make_storable(value) != value]
    if unwritable:
        rule = say_later("it should be plain text, without NUL and halves of signs")
        raise InvalidPayload(
            [hide_secret(model, Problem(name, describe_value(given[name]), rule)) for name in unwritable]
        )
    try:
        return model.model_validate(dict(given))
    except ValidationError as error:
        raise InvalidPayload([hide_secret(model, problem) for problem in list_problems(error)]) from None


def hide_secret(model: type[AgentSettings], problem: Problem) -> Problem:
    """The problem without its value where that may be or hold a key that was pasted into the wrong field."""
    hidden = is_secret(model, problem.field.split(".")[0]) or "@" in problem.value
    return Problem(problem.field, say_later("something else"), problem.rule) if hidden else problem


def is_secret(model: type[AgentSettings], name: str) -> bool:
    """Whether a setting is one into which somebody may have pasted a key."""
    about = model.model_fields[name].json_schema_extra
    return isinstance(about, dict) and bool(about.get("secret"))


def find_key(name: str) -> str:
    """The key that the environment variable `name` holds; empty without one."""
    return os.environ.get(name, "").strip() if name else ""


def lack_key(name: str) -> tuple[str, ...]:
    """What is lacking where an agent needs the key in `name`: nothing, or one sentence that says where to put it."""
    if not name or find_key(name):
        return ()
    return (
        _("The key %(name)s is not set; put it into the environment or into .env and start anew.") % {"name": name},
    )


def lack_endpoint(url: str, model: str, key_env: str) -> tuple[str, ...]:
    """What is lacking where a model at an address is asked: its name there, leave to ask its host, and the key."""
    unnamed = () if model else (_("The setting model is empty: give the model's name at the endpoint."),)
    return (*unnamed, *lack_host(url), *lack_key(key_env))
