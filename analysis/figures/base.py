"""The contract of a figure: observations in, a table out, and from that table alone a chart and its text."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.translation import gettext_noop

from analysis.figures.themes import Theme
from analysis.observations import Observations
from analysis.reports.base import NOTHING, Table, Value
from turingapp.words import SPACE, Listing, Words, say_later, say_words

Spec = dict[str, Any]
SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
MOST_TOLD = 8  # rows that a figure's text tells; the table has them all
NAMED = gettext_noop("%(title)s: %(value)s")
SEE_TABLE = say_later("The table that follows has all numbers.")


class Figure(ABC):
    """One figure: its rows, how they are drawn in Vega-Lite, and how they are told."""

    slug: ClassVar[str]
    title: ClassVar[str]
    caption: ClassVar[str]
    missing: ClassVar[str] = gettext_noop("No judgement counts yet.")
    names_responses: ClassVar[bool] = False  # a row tells the truth about one response: not for a report's readers

    def applies(self, observations: Observations) -> bool:
        """Whether it belongs to this study at all."""
        return True

    @abstractmethod
    def measure(self, observations: Observations) -> Table:
        """The rows that are drawn; none where there is nothing to draw."""

    @abstractmethod
    def draw(self, table: Table, theme: Theme) -> Spec:
        """The chart of a table that has rows, in Vega-Lite, in the language of the moment."""

    def describe(self, table: Table) -> Words:
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
    def alt(self) -> Listing:
        """The chart in words."""
        told = [say_later("%(title)s.", title=say_later(self.title)), self.figure.describe(self.table)]
        return Listing(told if self.figure.names_responses else [*told, SEE_TABLE], SPACE)

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
            "label": say_label(row.values[label]),
            "value": row.values[key],
            "low": row.values[key] if row.values.get(low) is None else row.values[low],
            "high": row.values[key] if row.values.get(high) is None else row.values[high],
            "shown": say_words(column.write(row)),
            "is_small": row.is_small,
            **{name: say_label(row.values.get(name)) for name in others},
        }
        for place, row in enumerate(table.rows)
        if row.values.get(key) is not None
    ]


def say_label(value: Value) -> Value:
    """A value as a chart writes it: a sentence in the language of the moment."""
    return value.say() if isinstance(value, Words) else value


def tell_rows(table: Table) -> Listing:
    """The first rows of a table in words: what stands first, then what stands in its cells, by their headings."""
    told = []
    for _, cells in table.lines[:MOST_TOLD]:
        words = [
            say_later("%(heading)s %(value)s", heading=say_later(column.title), value=cell.sentence)
            for column, cell in zip(table.columns[1:], cells[1:], strict=True)
            if cell.text != NOTHING
        ]
        text = gettext_noop("%(row)s: %(values)s.")
        told.append(say_later(text, row=cells[0].sentence, values=Listing(words[:3])))
    if more := len(table.rows) - len(told):
        told.append(say_later("And %(number)s more.", number=more))
    return Listing(told, SPACE)
