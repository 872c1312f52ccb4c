"""The kinds of fields that payloads are made of, and how a payload is checked."""

import reprlib
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from agents.normalizing import normalize_text, normalize_words
from agents.tasks.typed_rules import word_rule
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

LONGEST_SHOWN = 80
# Cuts while it writes: a value may be larger than any message, or refer to itself.
SHORTENED = reprlib.Repr()
SHORTENED.maxstring = SHORTENED.maxother = SHORTENED.maxlong = 2 * LONGEST_SHOWN
SHORTENED.maxlist = SHORTENED.maxtuple = SHORTENED.maxdict = 12


class Payload(BaseModel):
    """Base of all payloads: unknown fields are refused, values are normalized."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ImageRef(Payload):
    """A picture in the media store: its opaque id and its size in pixels."""

    media: str
    width: int = Field(gt=0)
    height: int = Field(gt=0)


def split_list(value: Any) -> Any:
    """`"a, b | c"` as `["a", "b", "c"]`; lists pass through."""
    if isinstance(value, str):
        parts = value.replace("|", ",").split(",")
        return [part.strip() for part in parts if part.strip()]
    return () if value is None else value


def drop_empty(value: Any) -> Any:
    """None for an empty text, so that a blank cell of a table means "not given"."""
    return None if isinstance(value, str) and not value.strip() else value


Line = Annotated[str, AfterValidator(normalize_text)]
Words = Annotated[str, AfterValidator(normalize_words), Field(max_length=2000)]
Things = Annotated[tuple[Words, ...], BeforeValidator(split_list)]
Picture = Annotated[ImageRef | None, BeforeValidator(drop_empty)]


class PictureWithThings(Payload):
    """A picture, things that are in it, and things that are not."""

    image: Picture = None
    present: Things = ()
    absent: Things = ()


M = TypeVar("M", bound=Payload)


def describe_value(value: Any) -> str:
    """`value` as it stands in an error message: quoted and cut to a readable length."""
    text = SHORTENED.repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def list_faults(error: ValidationError) -> list[ErrorDetails]:
    """What a pydantic error names; a list that is called too short for the very items that are refused is not named."""
    items = error.errors(include_url=False)
    inner = {item["loc"][:length] for item in items for length in range(len(item["loc"]))}
    return [item for item in items if item["loc"] not in inner]


def list_problems(error: ValidationError, where: str = "") -> list[Problem]:
    """The broken rules that a pydantic error names, each with its field and value."""
    return [
        Problem(
            ".".join(str(part) for part in item["loc"]) or say_later("the payload"),
            say_later("missing") if item["type"] == "missing" else describe_value(item["input"]),
            word_rule(item),
            where,
        )
        for item in list_faults(error)
    ]


def check_payload(model: type[M], payload: Mapping[str, Any]) -> M:
    """`payload` as a checked, normalized `model`; raises InvalidPayload with every broken rule."""
    try:
        return model.model_validate(dict(payload))
    except ValidationError as error:
        raise InvalidPayload(list_problems(error)) from None
