"""Results by how much of a conversation the judge saw."""

from django.utils.translation import gettext_noop

from agents.tasks.base import WHOLE
from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Table
from analysis.reports.groups import GROUP_COLUMNS, measure_groups


class Lengths(Report):
    """The lengths 3, 6, ..., 24 turns apart."""

    slug, title = "lengths", gettext_noop("Lengths")

    def tables(self, observations: Observations) -> list[Table]:
        """One table by number of turns; none where every response was shown whole."""
        rows = observations.rows
        shown = rows[rows["view"] != WHOLE]
        if shown.empty:
            return []
        columns = (Column("view", gettext_noop("Turns shown"), Kind.COUNT), *GROUP_COLUMNS)
        return [Table(self.slug, self.title, columns, measure_groups(shown, shown["view"], "view"))]
