"""The contract of a report: observations in, tables of plain numbers out, the same for pages, commands and API."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, ClassVar

from django.utils.translation import gettext_noop

from analysis.observations import Observations
from analysis.stats.intervals import Method
from turingapp.words import Words, say_later, say_words

NOTHING = "–"
Value = str | int | float | None
WHY_NO_INTERVAL = {  # in a few words for a cell
    Method.NO_JUDGEMENTS: gettext_noop("no judgements"),
    Method.ONE_JUDGE: gettext_noop("one judge only"),
    Method.ONE_STIMULUS: gettext_noop("one stimulus only"),
}


class Kind(StrEnum):
    """How the values of a column are written for people."""

    TEXT = "text"
    COUNT = "count"
    SHARE = "share"
    DIFFERENCE = "difference"
    NUMBER = "number"
    P_VALUE = "p-value"
    OF_ROW = "of row"  # as each row's own kind says


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its key in a row's values, its heading, and how it is written.

    With `low` and `high` the values at these keys follow in brackets as an interval; without a `key` they stand alone.
    """

    key: str
    title: str
    kind: Kind = Kind.TEXT
    low: str = ""
    high: str = ""

    @property
    def is_number(self) -> bool:
        """Whether its cells are numbers, which stand to the right."""
        return self.kind != Kind.TEXT

    def write(self, row: "Row") -> str:
        """Return its cell of a row for people; where there is no interval, why."""
        kind = row.kind if self.kind == Kind.OF_ROW else self.kind
        low, high = row.values.get(self.low), row.values.get(self.high)
        has_ends = low is not None and high is not None
        if not self.key:
            return write_ends(low, high, kind) if has_ends else NOTHING
        value = write_value(row.values.get(self.key), kind)
        if reason := self.find_reason(row):
            return reason if row.values.get(self.key) is None else bracket(value, reason)
        return bracket(value, write_ends(low, high, kind, unit="")) if has_ends else value

    def find_reason(self, row: "Row") -> str:
        """Why its interval cannot be had; empty where it can, or where it has none."""
        method = row.values.get(f"{self.low.removesuffix('low')}method") if self.low and self.key else None
        return say_later(WHY_NO_INTERVAL[Method(method)]) if method in WHY_NO_INTERVAL else ""


# Columns of these keys hold no names that somebody gave.
WORDED = frozenset({"title", "origin_name", "gender_name", "why", "judge", "says", "verdict_text"})


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell for people."""

    text: str
    is_number: bool
    is_heading: bool
    is_faint: bool = False
    is_worded: bool = False  # by us: pages say it in their own language

    @property
    def sentence(self) -> str:
        """Its text, as a sentence where it is ours."""
        return say_later(self.text) if self.is_worded and not isinstance(self.text, Words) else self.text

    @property
    def said(self) -> str:
        """Its text in the language of the page."""
        return say_words(self.sentence)


@dataclass(frozen=True, slots=True)
class Row:
    """One row's values by column key; a small one rests on too few judgements to be read.

    Where a single value cannot be had, its text says why, and its key among the `faint` makes its cell grey.
    """

    values: Mapping[str, Value]
    is_small: bool = False
    kind: Kind = Kind.SHARE
    faint: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a title and a note; a row may hold more values than there are columns to show."""

    slug: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    note: str = ""

    @property
    def lines(self) -> list[tuple[Row, list[Cell]]]:
        """The rows with their cells for people; the first of a row is its heading."""
        return [(row, [self._write(number, row) for number in range(len(self.columns))]) for row in self.rows]

    def _write(self, number: int, row: Row) -> Cell:
        column = self.columns[number]
        is_faint = column.key in row.faint or bool(column.find_reason(row))
        return Cell(column.write(row), column.is_number, number == 0, is_faint, column.key in WORDED)

    def to_json(self) -> dict[str, Any]:
        """The table with all values, unrounded."""
        rows = [{**row.values, "is_small": row.is_small} for row in self.rows]
        return {"slug": self.slug, "title": self.title, "note": self.note, "rows": rows}


def write_table(table: Table) -> dict[str, Any]:
    """The whole table as plain values, from which `read_table` makes it again."""
    columns = [asdict(column) for column in table.columns]
    rows = [
        {"values": dict(row.values), "is_small": row.is_small, "kind": str(row.kind), "faint": sorted(row.faint)}
        for row in table.rows
    ]
    return {"slug": table.slug, "title": table.title, "columns": columns, "rows": rows, "note": table.note}


def read_table(document: Mapping[str, Any]) -> Table:
    """The table that `write_table` has written."""
    columns = [Column(**{**column, "kind": Kind(column["kind"])}) for column in document["columns"]]
    rows = [Row(row["values"], row["is_small"], Kind(row["kind"]), frozenset(row["faint"])) for row in document["rows"]]
    return Table(document["slug"], document["title"], columns, rows, document["note"])


class Report(ABC):
    """One question asked of a study's observations."""

    slug: ClassVar[str]
    title: ClassVar[str]

    @abstractmethod
    def tables(self, observations: Observations) -> list[Table]:
        """The tables that answer it; none where it does not apply to this study."""


def write_ends(low: Value, high: Value, kind: Kind, *, unit: str = "%") -> Words:
    """The two ends of an interval for people; without its unit where that stands beside it already."""
    ends = {name: write_value(end, kind).replace("%", unit) for name, end in (("low", low), ("high", high))}
    return say_later("%(low)s to %(high)s", **ends)


def bracket(value: str, told: str) -> Words:
    """A value with what is to be said of it."""
    return say_later("%(value)s (%(told)s)", value=value, told=told)


def write_value(value: Value, kind: Kind) -> str:
    """A value for people, with as many digits as its kind deserves."""
    if value is None:
        return NOTHING
    if isinstance(value, str):
        return value
    return FORMS[kind].format(value).replace("-", "−")


FORMS = {
    Kind.TEXT: "{}",
    Kind.COUNT: "{:,}",
    Kind.SHARE: "{:.1%}",
    Kind.DIFFERENCE: "{:+.1%}",
    Kind.NUMBER: "{:.2f}",
    Kind.P_VALUE: "{:.3f}",
}
