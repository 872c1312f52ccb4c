"""What a column of a package's table is: its name, meaning, kind and values, and how a value is stored under it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import polars as pl

from agents.normalizing import make_storable


class Kind(StrEnum):
    """What the values of a column are; a missing one is null in every kind."""

    TEXT = "text"
    NUMBER = "number"  # whole
    REAL = "real"
    TRUTH = "truth"
    TIME = "time"  # in UTC
    JSON = "json"  # a JSON value, as text


TYPES: dict[Kind, Any] = {
    Kind.TEXT: pl.String,
    Kind.NUMBER: pl.Int64,
    Kind.REAL: pl.Float64,
    Kind.TRUTH: pl.Boolean,
    Kind.TIME: pl.Datetime("us", "UTC"),
    Kind.JSON: pl.String,
}


@dataclass(frozen=True, slots=True)
class Column:
    """One column; `codes` are all values that it may have, none for any."""

    name: str
    meaning: str
    kind: Kind = Kind.TEXT
    codes: tuple[str, ...] = ()
    unit: str = ""

    def store(self, values: Sequence[Any]) -> pl.Series:
        """Values as the table holds them."""
        if self.kind == Kind.JSON:
            values = [value if value is None or isinstance(value, str) else write_json(value) for value in values]
        elif self.kind == Kind.TEXT:
            values = [value if value is None or isinstance(value, str) else str(value) for value in values]
        elif self.kind == Kind.TRUTH:
            values = [None if value is None else bool(value) for value in values]
        try:
            return pl.Series(self.name, values, TYPES[self.kind])
        except UnicodeEncodeError:
            return pl.Series(self.name, [None if text is None else store_text(text) for text in values], pl.String)


@dataclass(frozen=True, slots=True)
class Table:
    """One table: its name is that of its files, its columns stand in this order in all of them."""

    name: str
    meaning: str
    columns: Sequence[Column]

    def store(self, rows: Sequence[Sequence[Any]]) -> pl.DataFrame:
        """Rows, each with a value for every column, as a table."""
        columns = list(zip(*rows, strict=True)) or [()] * len(self.columns)
        return pl.DataFrame([column.store(values) for column, values in zip(self.columns, columns, strict=True)])


def store_text(text: str) -> str:
    """A text that UTF-8 can hold: NUL stays, half of a broken emoji becomes U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return "\x00".join(map(make_storable, text.split("\x00")))
    return text


def write_json(value: Any) -> str:
    """A value as JSON; with escapes where it holds what UTF-8 cannot, so that it comes back as it was."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"))
    return text
