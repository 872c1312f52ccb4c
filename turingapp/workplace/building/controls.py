"""Which control a field of the protocol has, by its type; what it shows of a value, and what is read from it again."""

import types
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import yaml
from annotated_types import Ge, Gt, Le
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from judging.protocol import Settings
from judging.protocol_files import parse_value
from judging.protocol_text import HERE
from turingapp.errors import InvalidProtocol

LONG = frozenset({"consent", "debrief", "release", "chat.context"})
SHARES = "pairings"


def find_field(name: str) -> FieldInfo:
    """The field of the protocol's model at a dotted name."""
    model: type[BaseModel] = Settings
    *parts, last = name.split(".")
    for part in parts:
        model = next(one for one in list_types(model.model_fields[part].annotation) if is_part(one))
    return model.model_fields[last]


def list_types(annotation: Any) -> list[Any]:
    """The types that an annotation allows, without None and without its bounds."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return list_types(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        return [one for arm in get_args(annotation) for one in list_types(arm) if arm is not type(None)]
    return [annotation]


def is_part(kind: Any) -> bool:
    """Whether a type is a part of the protocol with fields of its own."""
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def name_control(name: str) -> str:
    """switch, number, choose, ticks, lines, numbers, shares, long, text, or yaml for what has no plainer form."""
    (kind, *_) = list_types(find_field(name).annotation)
    inner = list_types(get_args(kind)[0])[0] if get_origin(kind) is list else None
    if name == SHARES:
        return "shares"
    if kind is bool:
        return "switch"
    if kind in (int, float):
        return "number"
    if get_origin(kind) is Literal:
        return "choose"
    if get_origin(inner) is Literal:
        return "ticks"
    if inner is int:
        return "numbers"
    if inner is str:
        return "lines"
    if kind is str:
        return "long" if name in LONG else "text"
    return "yaml"


def list_literals(name: str) -> list[str]:
    """The values that a field may have, where its type is a closed list."""
    (kind, *_) = list_types(find_field(name).annotation)
    kind = get_args(kind)[0] if get_origin(kind) is list else kind
    return [str(value) for value in get_args(kind)] if get_origin(kind) is Literal else []


def find_bounds(name: str) -> dict[str, float]:
    """What a number input takes: min, max and step, as far as the type says."""
    field = find_field(name)
    bounds: dict[str, float] = {}
    for rule in (*field.metadata, *(part for arm in get_args(field.annotation) for part in get_args(arm)[1:])):
        for limit in getattr(rule, "metadata", (rule,)):
            if isinstance(limit, Ge | Gt):
                bounds["min"] = float(getattr(limit, "ge", getattr(limit, "gt", 0)))
            elif isinstance(limit, Le):
                bounds["max"] = float(limit.le)  # type: ignore[arg-type]
    return bounds


def show(control: str, value: Any) -> str:
    """What a control's text shows of a value; what no control can show stands as YAML."""
    if value is None:
        return ""
    if control == "lines" and is_list_of(str, value):
        return "\n".join(value)
    if control == "numbers" and is_list_of(int, value):
        return ", ".join(map(str, value))
    if control in ("yaml", "lines", "numbers"):
        return write_lines(value) if value else ""
    return f"{value:g}" if isinstance(value, float) else str(value)


def is_list_of(kind: type, value: Any) -> bool:
    """Whether a value is a list of this type alone."""
    return isinstance(value, list) and all(isinstance(one, kind) for one in value)


def write_lines(value: Any) -> str:
    """A value as YAML, one entry of a list on each line."""
    if isinstance(value, list):
        return "\n".join(f"- {write_lines(one)}" for one in value)
    text = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, sort_keys=False, width=10_000)
    return text.removesuffix("...\n").strip()


def read(control: str, text: str) -> Any:
    """The value that was typed: None for nothing; what cannot be read stays text, which the protocol then refuses."""
    text = text.replace("\r\n", "\n")
    if not text.strip():
        return None
    if control == "lines":
        return [line.strip() for line in text.split("\n") if line.strip()]
    if control == "numbers":
        return [read_number(part) for part in text.replace(",", " ").split()]
    if control == "number":
        return read_number(text.strip())
    if control == "yaml":
        return read_yaml(text)
    return text


def read_number(text: str) -> int | float | str:
    """A number as typed; else the text."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def read_yaml(text: str) -> Any:
    """What YAML says; else the text."""
    try:
        value = parse_value(text.encode(), HERE)[0]
        return value if yaml.safe_load(yaml.safe_dump(value)) == value else text
    except (InvalidProtocol, yaml.YAMLError, ValueError, RecursionError):
        return text


def find_value(document: Mapping[str, Any], name: str) -> Any:
    """The value in a document at a dotted name; None where there is none."""
    value: Any = document
    for part in name.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value
