"""Results by the attributes of stimuli, such as domain, part of speech or topic."""

import math

import numpy as np
import pandas as pd
from django.utils.translation import gettext_noop

from analysis.observations import Observations
from analysis.reports.base import Column, Report, Table
from analysis.reports.groups import GROUP_COLUMNS, measure_groups
from analysis.rows import parse_json

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
    names = (f"Lowest third, to {low:g}", f"Middle third, to {high:g}", f"Upper third, above {high:g}")
    third = np.select([numbers <= low, numbers <= high], names[:2], names[2])
    return pd.Series(third, values.index, dtype=object).where(values.notna(), None)


def tabulate(rows: pd.DataFrame, name: str, values: "pd.Series[str]") -> Table:
    """The table of one facet."""
    title = name_facet(name)
    columns = (Column("value", title), *GROUP_COLUMNS)
    return Table(f"facet-{name}", title, columns, measure_groups(rows, values, "value"))


def name_facet(name: str) -> str:
    """A facet's name for people."""
    return name.replace("_", " ").capitalize()


def write_facet(value: object) -> str | None:
    """A facet's value as text; None where the stimulus lacks it."""
    return None if value is None or value == "" else str(value)
