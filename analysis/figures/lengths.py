"""How often speakers were taken for humans after 3, 6, ..., 24 turns: by agent, and by pairing."""

import pandas as pd
from django.utils.translation import gettext_noop

from agents.models import Origin
from agents.tasks.base import WHOLE
from analysis.figures.base import Figure, Spec, make_points
from analysis.figures.shapes import draw_curves
from analysis.figures.themes import Theme
from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Table
from analysis.reports.rates import RATE_COLUMNS, measure_rates

SPEAKER = ", speaker "
PANEL_WIDTH, PANEL_HEIGHT = 140, 120
COLUMNS = (
    Column("series", gettext_noop("Whose")),
    Column("view", gettext_noop("Turns shown"), Kind.COUNT),
    *RATE_COLUMNS,
)


class LengthCurves(Figure):
    """A curve over the turns that were shown, for the humans and each AI agent."""

    slug, title = "lengths", gettext_noop("Length of conversation, by agent")
    caption = "Share judged human by the number of turns that the judge saw, with 95% intervals."

    def applies(self, observations: Observations) -> bool:
        """Where some responses were shown in part."""
        return bool((observations.rows["view"] != WHOLE).any())

    def measure(self, observations: Observations) -> Table:
        """One row for each series and length."""
        rows = observations.rows[observations.rows["view"] != WHOLE]
        found = measure_rates(rows.assign(series=self.find_series(rows)), ["series", "view"])
        return Table(self.slug, self.title, COLUMNS, found)

    def find_series(self, rows: pd.DataFrame) -> "pd.Series[str]":
        """The agent of each row, all humans together."""
        return rows["agent_title"].astype(str).where(rows["origin"].ne(Origin.HUMAN), "Humans")

    def draw(self, table: Table, theme: Theme) -> Spec:
        """Curves from nothing to all."""
        points = make_points(table, "rate", label="series", others=["series", "view"])
        series = list(dict.fromkeys(point["series"] for point in points))
        return draw_curves(
            sorted(points, key=lambda point: int(point["view"])),
            theme=theme,
            x=("view", "Turns shown"),
            title="Share judged human",
            series=sorted(series, key=lambda name: name != "Humans"),
        )


class PairingCurves(LengthCurves):
    """The same for each speaker, one panel for each pairing."""

    slug, title = "pairings", gettext_noop("Length of conversation, by pairing")
    caption = (
        "Share judged human by turns shown, with 95% intervals. H is a human, A a machine; the first letter is speaker "
        "A, the second speaker B."
    )

    def find_series(self, rows: pd.DataFrame) -> "pd.Series[str]":
        """The pairing and the speaker of each row."""
        return rows["pairing"].astype(str) + SPEAKER + rows["role"].astype(str)

    def draw(self, table: Table, theme: Theme) -> Spec:
        """A panel for each pairing, two in a line, each with a curve for each speaker."""
        points = [
            {**point, "pairing": point["series"].split(SPEAKER)[0], "series": f"Speaker {point['series'][-1]}"}
            for point in make_points(table, "rate", label="series", others=["series", "view"])
        ]
        points.sort(key=lambda point: int(point["view"]))
        series = sorted({point["series"] for point in points})
        spec = draw_curves(points, theme=theme, x=("view", "Turns shown"), title="Judged human", series=series)
        panel = {"layer": spec.pop("layer"), "width": PANEL_WIDTH, "height": PANEL_HEIGHT}
        pairings = sorted({point["pairing"] for point in points}, reverse=True)
        facet = {"field": "pairing", "type": "nominal", "sort": pairings, "title": None}
        return {"data": spec["data"], "facet": facet, "columns": 2, "spec": panel}
