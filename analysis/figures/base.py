"""The contract of a figure: observations in, a table out, and from that table alone a chart and its text."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from analysis.figures.themes import Theme
from analysis.observations import Observations
from analysis.reports.base import NOTHING, Table

Spec = dict[str, Any]
SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
MOST_TOLD = 8  # rows that a figure's text tells; the table has them all


class Figure(ABC):
    """One figure: its rows, how they are drawn in Vega-Lite, and how they are told."""

    slug: ClassVar[str]
    title: ClassVar[str]
    caption: ClassVar[str]
    missing: ClassVar[str] = "No judgement counts yet."
    names_responses: ClassVar[bool] = False  # a row tells the truth about one response: not for a report's readers

    def applies(self, observations: Observations) -> bool:
        """Whether it belongs to this study at all."""
        return True

    @abstractmethod
    def measure(self, observations: Observations) -> Table:
        """The rows that are drawn; none where there is nothing to draw."""

    @abstractmethod
    def draw(self, table: Table, theme: Theme) -> Spec:
        """The chart of a table that has rows, in Vega-Lite."""

    def describe(self, table: Table) -> str:
        """What who cannot see the chart should know: its first rows."""
        return tell_rows(table)


@dataclass(frozen=True, slots=True)
class Drawing:
    """One figure of one study: measured, ready to be drawn."""

    figure: Figure
    table: Table

    @property
    def slug(self) -> str:
        """Its name in addresses."""
        return self.figure.slug

    @property
    def title(self) -> str:
        """Its heading."""
        return self.figure.title

    @property
    def caption(self) -> str:
        """What is drawn."""
        return self.figure.caption

    @property
    def missing(self) -> str:
        """Why nothing can be drawn; empty where something can."""
        return "" if self.table.rows else self.figure.missing

    @property
    def alt(self) -> str:
        """The chart in words."""
        told = f"{self.title}. {self.figure.describe(self.table)}"
        return told if self.figure.names_responses else f"{told} The table that follows has all numbers."

    def make_spec(self, theme: Theme) -> Spec:
        """The whole specification in Vega-Lite, with the looks of a theme."""
        return {"$schema": SCHEMA, **self.figure.draw(self.table, theme), "config": theme.config}


def make_points(
    table: Table, key: str, *, label: str, low: str = "low", high: str = "high", others: Sequence[str] = ()
) -> list[dict[str, Any]]:
    """What a chart needs of each row that has a value at `key`; an unknown interval is as wide as the point."""
    column = next(column for column in table.columns if column.key == key)
    return [
        {
            "place": place,
            "label": str(row.values[label]),
            "value": row.values[key],
            "low": row.values[key] if row.values.get(low) is None else row.values[low],
            "high": row.values[key] if row.values.get(high) is None else row.values[high],
            "shown": column.write(row),
            "is_small": row.is_small,
            **{name: row.values.get(name) for name in others},
        }
        for place, row in enumerate(table.rows)
        if row.values.get(key) is not None
    ]


def tell_rows(table: Table) -> str:
    """The first rows of a table in words: what stands first, then what stands in its cells, by their headings."""
    told = []
    for _, cells in table.lines[:MOST_TOLD]:
        words = [
            f"{column.title} {cell.text}"
            for column, cell in zip(table.columns[1:], cells[1:], strict=True)
            if cell.text != NOTHING
        ]
        told.append(f"{cells[0].text}: {', '.join(words[:3])}.")
    more = len(table.rows) - len(told)
    return " ".join(told) + (f" And {more} more." if more else "")
