"""A report and a figure: are verdicts of the very first trial other than those that follow?"""

from analysis.figures.base import Figure, Spec, make_points
from analysis.figures.shapes import draw_forest
from analysis.figures.themes import Theme
from analysis.observations import Observations
from analysis.reports.base import Column, Report, Row, Table
from analysis.reports.rates import RATE_COLUMNS, measure_rates


class FirstTrials(Report):
    """The first trial of each visit beside all later ones."""

    slug, title = "first-trials", "First trials"

    def tables(self, observations: Observations) -> list[Table]:
        """How often judges said human, in two rows."""
        rows = observations.rows.assign(is_first=observations.rows["position"] == observations.rows["position"].min())
        lines = [
            Row({**row.values, "title": "First trial" if row.values["is_first"] else "Later trials"}, row.is_small)
            for row in measure_rates(rows, ["is_first"])
        ]
        return [Table(self.slug, self.title, (Column("title", "Trials"), *RATE_COLUMNS), lines)]


class FirstTrialsFigure(Figure):
    """The same, drawn."""

    slug, title = "first-trials", "First trials"
    caption = "Share judged human in the first trial of a visit and in later ones, with 95% intervals."

    def measure(self, observations: Observations) -> Table:
        """The rows of the report."""
        return FirstTrials().tables(observations)[0]

    def draw(self, table: Table, theme: Theme) -> Spec:
        """A dot with its interval for each row, and a line at a half."""
        points = make_points(table, "rate", label="title")
        return draw_forest(points, theme=theme, title="Share judged human", reference=0.5)
