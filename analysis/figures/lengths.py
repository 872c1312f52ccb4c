"""How often speakers were taken for humans after 3, 6, ..., 24 turns: by agent, and by pairing."""

import pandas as pd
from django.utils.translation import gettext, gettext_noop

from agents.models import Origin
from agents.tasks.base import WHOLE
from analysis.figures.base import Figure, Spec, make_points
from analysis.figures.shapes import draw_curves
from analysis.figures.themes import Theme
from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Row, Table
from analysis.reports.imitation import HUMANS
from analysis.reports.rates import RATE_COLUMNS, measure_rates
from turingapp.words import say_later

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
    caption = gettext_noop("Share judged human by the number of turns that the judge saw, with 95% intervals.")

    def applies(self, observations: Observations) -> bool:
        """Where some responses were shown in part."""
        return bool((observations.rows["view"] != WHOLE).any())

    def measure(self, observations: Observations) -> Table:
        """One row for each series and length."""
        rows = observations.rows[observations.rows["view"] != WHOLE]
        found = measure_rates(rows.assign(series=self.find_series(rows)), ["series", "view"])
        named = [
            Row({**row.values, "series": self.name_series(str(row.values["series"]))}, row.is_small) for row in found
        ]
        return Table(self.slug, self.title, COLUMNS, named)

    def find_series(self, rows: pd.DataFrame) -> "pd.Series[str]":
        """The agent of each row, all humans together."""
        return rows["agent_title"].astype(str).where(rows["origin"].ne(Origin.HUMAN), str(HUMANS))

    def name_series(self, series: str) -> str:
        """A series as pages can say it."""
        return HUMANS if series == HUMANS else series

    def draw(self, table: Table, theme: Theme) -> Spec:
        """Curves from nothing to all."""
        points = make_points(table, "rate", label="series", others=["series", "view"])
        series = list(dict.fromkeys(point["series"] for point in points))
        return draw_curves(
            sorted(points, key=lambda point: int(point["view"])),
            theme=theme,
            x=("view", gettext("Turns shown")),
            title=gettext("Share judged human"),
            series=sorted(series, key=lambda name: name != HUMANS.say()),
        )


class PairingCurves(LengthCurves):
    """The same for each speaker, one panel for each pairing."""

    slug, title = "pairings", gettext_noop("Length of conversation, by pairing")
    caption = gettext_noop(
        "Share judged human by turns shown, with 95% intervals. H is a human, A a machine; the first letter is speaker "
        "A, the second speaker B."
    )

    def find_series(self, rows: pd.DataFrame) -> "pd.Series[str]":
        """The pairing and the speaker of each row."""
        return rows["pairing"].astype(str) + SPEAKER + rows["role"].astype(str)

    def name_series(self, series: str) -> str:
        """A series as pages can say it."""
        pairing, role = series.split(SPEAKER)
        return say_later("%(pairing)s, speaker %(role)s", pairing=pairing, role=role)

    def draw(self, table: Table, theme: Theme) -> Spec:
        """A panel for each pairing, two in a line, each with a curve for each speaker."""
        points = make_points(table, "rate", label="series", others=["view"])
        for point in points:
            pairing, role = str(table.rows[point["place"]].values["series"]).split(SPEAKER)
            point |= {"pairing": pairing, "series": gettext("Speaker %(role)s") % {"role": role}}
        points.sort(key=lambda point: int(point["view"]))
        series = sorted({point["series"] for point in points})
        x, title = ("view", gettext("Turns shown")), gettext("Judged human")
        spec = draw_curves(points, theme=theme, x=x, title=title, series=series)
        panel = {"layer": spec.pop("layer"), "width": PANEL_WIDTH, "height": PANEL_HEIGHT}
        pairings = sorted({point["pairing"] for point in points}, reverse=True)
        facet = {"field": "pairing", "type": "nominal", "sort": pairings, "title": None}
        return {"data": spec["data"], "facet": facet, "columns": 2, "spec": panel}
