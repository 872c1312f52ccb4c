"""Results by the attributes of stimuli, such as domain, part of speech or topic."""

import math

import numpy as np
import pandas as pd
from django.utils.translation import gettext_noop

from analysis.observations import Observations
from analysis.reports.base import Column, Report, Table
from analysis.reports.groups import GROUP_COLUMNS, measure_groups, name_groups
from analysis.rows import parse_json
from turingapp.words import say_later

THIRDS = (
    gettext_noop("Lowest third, to %(bound)s"),
    gettext_noop("Middle third, to %(bound)s"),
    gettext_noop("Upper third, above %(bound)s"),
)
MOST_VALUES = 50  # a facet with more is an identifier rather than a group


class Facets(Report):
    """Each facet of the stimuli in a table of its own."""

    slug, title = "facets", gettext_noop("Facets of the stimuli")

    def tables(self, observations: Observations) -> list[Table]:
        """A table for each facet that groups the stimuli."""
        rows = observations.rows
        return [tabulate(rows, name, found) for name, found in list_facets(rows).items()]


def list_facets(rows: pd.DataFrame) -> "dict[str, pd.Series[str]]":
    """The value of every row by facet, for the facets that have at least two values and at most MOST_VALUES.

    Numbers of more different values, such as a frequency, are put into thirds.
    """
    texts = rows["facets"].astype(object)
    distinct = {text: parse_json(text) for text in texts.unique()}
    names = sorted({name for facets in distinct.values() for name in facets})
    found = {}
    for name in names:
        values = texts.map({text: write_facet(facets.get(name)) for text, facets in distinct.items()})
        grouped = cut_numbers(values, rows["stimulus"]) if values.nunique() > MOST_VALUES else values
        if 2 <= grouped.nunique() <= MOST_VALUES:
            found[name] = grouped
    return found


def cut_numbers(values: "pd.Series[str]", stimulus: "pd.Series[int]") -> "pd.Series[str]":
    """The third of the stimuli that each row's number lies in; the values as they are where one is no number."""
    numbers = pd.to_numeric(values, errors="coerce")
    if not numbers[values.notna()].map(math.isfinite).all():
        return values
    low, high = numbers.groupby(stimulus).first().quantile([1 / 3, 2 / 3])
    names = [str(say_later(text, bound=f"{bound:g}")) for text, bound in zip(THIRDS, (low, high, high), strict=True)]
    third = np.select([numbers <= low, numbers <= high], names[:2], names[2])
    return pd.Series(third, values.index, dtype=object).where(values.notna(), None)


def tabulate(rows: pd.DataFrame, name: str, values: "pd.Series[str]") -> Table:
    """The table of one facet."""
    title = name_facet(name)
    columns = (Column("value", title), *GROUP_COLUMNS)
    lines = name_groups(measure_groups(rows, values, "value"), name_value)
    return Table(f"facet-{name}", title, columns, lines)


def name_value(value: str) -> str:
    """A value as pages can say it: the thirds are ours, all others are of the data."""
    for text in THIRDS:
        beginning = text.split("%", maxsplit=1)[0]
        if value.startswith(beginning):
            return say_later(text, bound=value.removeprefix(beginning))
    return value


def name_facet(name: str) -> str:
    """A facet's name for people."""
    return name.replace("_", " ").capitalize()


def write_facet(value: object) -> str | None:
    """A facet's value as text; None where the stimulus lacks it."""
    return None if value is None or value == "" else str(value)
