"""The rows of a package's tables, read back and held against the codebook line by line."""

import json
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from analysis.packages.checking import CheckedPackage, refuse
from analysis.packages.columns import Column, Kind, Table
from analysis.packages.spooling import PLACES
from analysis.packages.tables import BY_NAME

MOST_LINE = 20_000_000  # bytes
Row = dict[str, Any]
SHAPES: dict[str, tuple[type | None, ...]] = {"remarks": (list,), "control": (dict, None)}  # others are objects


def read_table(package: CheckedPackage, name: str) -> Iterator[Row]:
    """The rows of a table; raises InvalidPayload naming the line, the column and the value that is wrong."""
    table, member = BY_NAME[name], PLACES["jsonl"].format(name)
    count = 0
    with package.open_member(member) as file:
        while line := file.readline(MOST_LINE):
            count += 1
            yield read_row(
                line, table, lambda *facts, n=count: refuse(package.path, f"{member}, line {n}: {facts[0]}", *facts[1:])
            )
    if count != package.manifest["rows"].get(name):
        refuse(package.path, member, f"{count:,} rows long", f"the manifest says {package.manifest['rows'].get(name)}")


def read_row(line: bytes, table: Table, fail: Callable[..., Any]) -> Row:
    """One row with values as the database takes them."""
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        fail("row", repr(line[:40]), "each line should be one JSON object")
    names = [column.name for column in table.columns]
    if not isinstance(row, dict) or list(row) != names:
        fail("row", repr(line[:40]), f"it should have the columns {', '.join(names)}")
    return {column.name: read_value(row[column.name], column, fail) for column in table.columns}


def read_value(value: Any, column: Column, fail: Callable[..., Any]) -> Any:
    """One value; only those that the codebook names are let through."""
    if value is None:
        return None
    try:
        found = READERS[column.kind](value)
    except (TypeError, ValueError, RecursionError):
        fail(column.name, repr(value)[:80], f"it should be of the kind {column.kind}")
    if column.codes and found not in column.codes:
        fail(column.name, repr(value)[:80], f"there are {', '.join(code or repr(code) for code in column.codes)}")
    if column.kind == Kind.JSON and not isinstance(found, find_shapes(column)):
        fail(column.name, repr(value)[:80], "it should be another kind of JSON value")
    return found


def find_shapes(column: Column) -> tuple[type, ...]:
    """What the JSON of a column may be."""
    return tuple(type(None) if shape is None else shape for shape in SHAPES.get(column.name, (dict,)))


def read_exactly(*kinds: type) -> Callable[[Any], Any]:
    """Lets a value of these very types through."""

    def read(value: Any) -> Any:
        if type(value) not in kinds:
            raise TypeError
        return value

    return read


def read_time(value: Any) -> datetime:
    """A time in UTC."""
    if not isinstance(value, str) or not value.endswith("Z"):
        raise ValueError
    return datetime.fromisoformat(value)


READERS: dict[Kind, Callable[[Any], Any]] = {
    Kind.TEXT: read_exactly(str),
    Kind.NUMBER: read_exactly(int),
    Kind.REAL: read_exactly(int, float),
    Kind.TRUTH: read_exactly(bool),
    Kind.TIME: read_time,
    Kind.JSON: json.loads,
}
