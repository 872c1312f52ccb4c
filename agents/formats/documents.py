"""Reading JSON and JSON Lines files, with the place of what cannot be read."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from turingapp.errors import InvalidPayload, Problem


@dataclass(frozen=True, slots=True)
class JsonRow:
    """One object of a JSON Lines file."""

    where: str
    fields: dict[str, Any]


def refuse_constant(name: str) -> NoReturn:
    """NaN and the infinities are not JSON (RFC 8259, section 6), and databases do not take them."""
    raise ValueError(f"{name} is not a JSON number")


def read_json(path: Path) -> Any:
    """The content of a JSON file; raises InvalidPayload."""
    try:
        return json.loads(path.read_bytes().decode("utf-8-sig"), parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        rule = f"it should be JSON in UTF-8 ({error})"
        raise InvalidPayload([Problem("the file", "unreadable", rule, path.name)]) from None


def read_json_lines(path: Path) -> Iterator[JsonRow | Problem]:
    """The objects of a JSON Lines file; a line that is no object is a Problem."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            where = f"{path.name}, line {number}"
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
                found = json.loads(text, parse_constant=refuse_constant) if text else None
            except (ValueError, RecursionError) as error:
                yield Problem("the line", "unreadable", f"it should be one JSON object in UTF-8 ({error})", where)
                continue
            if isinstance(found, dict):
                yield JsonRow(where, found)
            elif text:
                yield Problem("the line", f"a {type(found).__name__}", "it should be one JSON object", where)


def expect(kind: type[Any], found: Any, *, field: str, where: str) -> Any:
    """`found`, where it is of the JSON `kind`; raises InvalidPayload otherwise."""
    if isinstance(found, kind) and not (kind is int and isinstance(found, bool)):
        return found
    names = {dict: "an object", list: "a list", str: "a text", int: "a whole number"}
    value = "missing" if found is None else f"a {type(found).__name__}"
    raise InvalidPayload([Problem(field, value, f"it should be {names[kind]}", where)])
