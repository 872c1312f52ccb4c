"""What a control's text shows of a value, and what is read from it again."""

from collections.abc import Mapping
from typing import Any

import yaml

from judging.protocol_files import parse_value
from judging.protocol_text import HERE
from turingapp.errors import InvalidProtocol


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
