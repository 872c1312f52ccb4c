"""Results by the attributes of stimuli, such as domain, part of speech or topic."""

import pandas as pd

from analysis.observations import Observations
from analysis.reports.base import Column, Report, Table
from analysis.reports.groups import GROUP_COLUMNS, measure_groups
from analysis.rows import parse_json

MOST_VALUES = 50  # a facet with more is an identifier rather than a group


class Facets(Report):
    """Each facet of the stimuli in a table of its own."""

    slug, title = "facets", "Facets of the stimuli"

    def tables(self, observations: Observations) -> list[Table]:
        """A table for each facet that has at least two values and at most MOST_VALUES."""
        rows = observations.rows
        distinct = {text: parse_json(text) for text in rows["facets"].unique()}
        names = sorted({name for facets in distinct.values() for name in facets})
        values = {
            name: rows["facets"].map({text: write_facet(facets.get(name)) for text, facets in distinct.items()})
            for name in names
        }
        return [tabulate(rows, name, found) for name, found in values.items() if 2 <= found.nunique() <= MOST_VALUES]


def tabulate(rows: pd.DataFrame, name: str, values: "pd.Series[str]") -> Table:
    """The table of one facet."""
    title = name.replace("_", " ").capitalize()
    columns = (Column("value", title), *GROUP_COLUMNS)
    return Table(f"facet-{name}", title, columns, measure_groups(rows, values, "value"))


def write_facet(value: object) -> str | None:
    """A facet's value as text; None where the stimulus lacks it."""
    return None if value is None or value == "" else str(value)
