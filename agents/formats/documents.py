"""Reading JSON and JSON Lines files, with the place of what cannot be read."""

import json
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from agents.formats.encodings import find_foreign_encoding
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later


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
    problem = find_foreign_encoding(path)
    if problem:
        raise InvalidPayload([problem])
    try:
        return json.loads(path.read_bytes().decode("utf-8-sig"), parse_constant=refuse_constant)
    except (ValueError, RecursionError) as error:
        rule = say_later("it should be JSON in UTF-8 (%(fault)s)", fault=error)
        if "Extra data: line 2 " in str(error):
            rule = say_later("it should be one JSON document; this looks like JSON Lines, one document a line")
        raise InvalidPayload([Problem(say_later("the file"), say_later("unreadable"), rule, path.name)]) from None


def read_json_lines(path: Path) -> Iterator[JsonRow | Problem]:
    """The objects of a JSON Lines file; a line that is no object is a Problem."""
    problem = find_foreign_encoding(path)
    if problem:
        yield problem
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            where = say_later("%(file)s, line %(number)s", file=path.name, number=number)
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
                found = json.loads(text, parse_constant=refuse_constant) if text else None
            except (ValueError, RecursionError) as error:
                yield Problem(
                    say_later("the line"),
                    say_later("unreadable"),
                    say_later("it should be one JSON object in UTF-8 (%(fault)s)", fault=error),
                    where,
                )
                continue
            if isinstance(found, dict):
                yield JsonRow(where, found)
            elif text:
                yield Problem(
                    say_later("the line"),
                    say_later("a %(type)s", type=type(found).__name__),
                    say_later("it should be one JSON object"),
                    where,
                )


def read_objects(path: Path) -> Iterator[JsonRow | Problem]:
    """The objects of a JSON Lines file, or of a JSON file that is one list of objects."""
    with path.open("rb") as file:
        start = file.read(64).removeprefix(BOM_UTF8).lstrip()
    if not start.startswith(b"["):
        yield from read_json_lines(path)
        return
    try:
        found = expect(list, read_json(path), field=say_later("the file"), where=path.name)
    except InvalidPayload as error:
        yield from error.problems
        return
    for number, item in enumerate(found, 1):
        where = say_later("%(file)s, item %(number)s", file=path.name, number=number)
        if isinstance(item, dict):
            yield JsonRow(where, item)
        else:
            yield Problem(
                say_later("the item"),
                say_later("a %(type)s", type=type(item).__name__),
                say_later("it should be a JSON object"),
                where,
            )


def expect(kind: type[Any], found: Any, *, field: str, where: str) -> Any:
    """`found`, where it is of the JSON `kind`; raises InvalidPayload otherwise."""
    if isinstance(found, kind) and not (kind is int and isinstance(found, bool)):
        return found
    names = {
        dict: say_later("an object"),
        list: say_later("a list"),
        str: say_later("a text"),
        int: say_later("a whole number"),
    }
    value = say_later("missing") if found is None else say_later("a %(type)s", type=type(found).__name__)
    raise InvalidPayload([Problem(field, value, say_later("it should be %(kind)s", kind=names[kind]), where)])
