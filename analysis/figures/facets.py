"""How well humans and machines were told apart, by the attributes of stimuli."""

from collections.abc import Iterator

from django.utils.translation import gettext, gettext_noop

from analysis.figures.base import NAMED, Figure, Spec, make_points
from analysis.figures.shapes import FAINT, ROW_HEIGHT, SHARE_AXIS, SHARE_SCALE, WIDTH, draw_line, name_tooltip
from analysis.figures.themes import Theme
from analysis.observations import Observations
from analysis.reports.base import Column, Row, Table
from analysis.reports.facets import Facets, name_value
from analysis.reports.groups import GROUP_COLUMNS
from turingapp.words import say_later

COLUMNS = (Column("facet", gettext_noop("Stimuli")), *GROUP_COLUMNS)


class FacetBars(Figure):
    """A bar of detectability for each value of each facet."""

    slug, title = "facets", gettext_noop("Facets of the stimuli")
    caption = gettext_noop("Detectability, with its 95% interval. The dashed line is chance.")

    def applies(self, observations: Observations) -> bool:
        """Where the stimuli have a facet that divides them."""
        return bool(Facets().tables(observations))

    def measure(self, observations: Observations) -> Table:
        """The rows of all tables of facets."""
        return Table(self.slug, self.title, COLUMNS, list(list_facets(observations)))

    def draw(self, table: Table, theme: Theme) -> Spec:
        """Bars with intervals, and a line at chance."""
        points = make_points(table, "detectability", label="facet")
        y = {"field": "label", "type": "nominal", "sort": [point["label"] for point in points], "title": None}
        axis = {**SHARE_AXIS, "title": gettext("Detectability")}
        x = {"field": "value", "type": "quantitative", "scale": SHARE_SCALE, "axis": axis}
        ends = {"x": {"field": "low", "type": "quantitative", "scale": SHARE_SCALE}, "x2": {"field": "high"}}
        bars = {"type": "bar", "color": theme.human, "height": {"band": 0.6}}
        layers = [
            {"mark": bars, "encoding": {"y": y, "x": x, "opacity": FAINT, "tooltip": name_tooltip()}},
            {"mark": {"type": "rule", "strokeWidth": 2, "color": theme.machine}, "encoding": {"y": y, **ends}},
            draw_line(0.5, theme=theme),
        ]
        return {"data": {"values": points}, "width": WIDTH, "height": {"step": ROW_HEIGHT}, "layer": layers}


def list_facets(observations: Observations) -> Iterator[Row]:
    """A row for each value of each facet."""
    for table in Facets().tables(observations):
        for row in table.rows:
            named = say_later(NAMED, title=table.title, value=name_value(str(row.values["value"])))
            yield Row({**row.values, "facet": named}, row.is_small)
