"""How often each AI agent was taken for a human, beside the human ceiling."""

import pandas as pd
from django.utils.translation import gettext, gettext_noop

from analysis.figures.base import Figure, Spec, make_points
from analysis.figures.shapes import draw_forest
from analysis.figures.themes import Theme
from analysis.observations import Observations
from analysis.reports.agents import COLUMNS
from analysis.reports.base import Table
from analysis.reports.imitation import measure_agents


class AgentForest(Figure):
    """A dot with its interval for all humans and for each AI agent, and a line at the human ceiling."""

    slug, title = "agents", gettext_noop("Agents beside the human ceiling")
    caption = gettext_noop("Share judged human, with its 95% interval. The dashed line is the human ceiling.")

    def measure(self, observations: Observations) -> Table:
        """The rows of the table of agents."""
        return tabulate_agents(observations.rows)

    def draw(self, table: Table, theme: Theme) -> Spec:
        """A forest by origin."""
        points = make_points(table, "rate", label="agent_title", others=["origin"])
        ceiling = next((point["value"] for point in points if point["origin"] == "human"), None)
        title = gettext("Share judged human")
        return draw_forest(points, theme=theme, title=title, reference=ceiling, by_origin=True)


def tabulate_agents(rows: pd.DataFrame) -> Table:
    """The rows of the table of agents that anything is known of."""
    found = [row for row in measure_agents(rows) if row.values["n"]]
    return Table(AgentForest.slug, AgentForest.title, COLUMNS, found)
