"""How often each AI agent was taken for a human, beside the humans themselves."""

from django.utils.translation import gettext_noop

from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Table
from analysis.reports.imitation import measure_agents
from analysis.reports.rates import RATE_COLUMNS

COLUMNS = (
    Column("agent_title", gettext_noop("Agent")),
    *RATE_COLUMNS[:3],
    Column("gap", gettext_noop("Gap to humans"), Kind.DIFFERENCE, "gap_low", "gap_high"),
    Column("detectability", gettext_noop("Detectability"), Kind.SHARE, "detectability_low", "detectability_high"),
    Column("d_prime", gettext_noop("d′"), Kind.NUMBER),
    *RATE_COLUMNS[3:],
)
NOTE = gettext_noop(
    "The first row is the human ceiling: how often humans were taken for humans. A gap below zero means that the "
    "machine was taken for a human less often than humans were. d′ is the mean over judges with both."
)


class Agents(Report):
    """Imitation by agent: all humans in one row, then each AI agent."""

    slug, title = "agents", gettext_noop("Agents")

    def tables(self, observations: Observations) -> list[Table]:
        """One table; the AI agent taken for a human most often stands first."""
        found = measure_agents(observations.rows)
        return [Table(self.slug, self.title, COLUMNS, found, NOTE)]
