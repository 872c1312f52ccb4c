"""How often each AI agent was taken for a human, beside the humans themselves."""

import numpy as np
import pandas as pd

from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Row, Table
from analysis.reports.rates import RATE_COLUMNS, clusters, is_by_human, make_rate_row
from analysis.stats.intervals import Interval
from analysis.stats.scoring import AgentScore, score_agents

COLUMNS = (
    Column("agent_title", "Agent"),
    *RATE_COLUMNS[:3],
    Column("gap", "Gap to humans", Kind.DIFFERENCE, "gap_low", "gap_high"),
    Column("detectability", "Detectability", Kind.SHARE, "detectability_low", "detectability_high"),
    Column("d_prime", "d′", Kind.NUMBER),
    *RATE_COLUMNS[3:],
)
NOTE = (
    "The first row is the human ceiling: how often humans were taken for humans. A gap below zero means that the "
    "machine was taken for a human less often than humans were. d′ is the mean over judges with both."
)


class Agents(Report):
    """Imitation by agent: all humans in one row, then each AI agent."""

    slug, title = "agents", "Agents"

    def tables(self, observations: Observations) -> list[Table]:
        """One table; the AI agent taken for a human most often stands first."""
        found = measure_agents(observations.rows)
        return [Table(self.slug, self.title, COLUMNS, found, NOTE)]


def measure_agents(rows: pd.DataFrame) -> list[Row]:
    """The row of the humans and one for each AI agent."""
    machines = rows[~is_by_human(rows)].drop_duplicates("agent").sort_values("agent")
    codes = {slug: code for code, slug in enumerate(machines["agent"])}
    agent = rows["agent"].map(codes).fillna(0).to_numpy(dtype=np.int64)
    scores = score_agents(
        rows["y"].to_numpy(), agent=agent, human=is_by_human(rows), agents=max(len(codes), 1), **clusters(rows)
    )
    humans = make_rate_row({"agent": "human", "agent_title": "Humans", "origin": "human"}, scores[0].ceiling)
    found = [
        score_row(slug, title, score)
        for slug, title, score in zip(machines["agent"], machines["agent_title"], scores, strict=False)
    ]
    return [humans, *sorted(found, key=lambda row: -float(row.values["rate"] or 0))]


def score_row(slug: str, title: str, score: AgentScore) -> Row:
    """One AI agent's row."""
    row = make_rate_row({"agent": slug, "agent_title": title, "origin": "ai"}, score.imitation)
    extra = {**ends("gap", score.gap), **ends("detectability", score.detectability), **ends("d_prime", score.d_prime)}
    return Row({**row.values, **extra}, row.is_small)


def ends(name: str, interval: Interval) -> dict[str, float | None]:
    """An estimate and the ends of its interval under a name."""
    return {name: interval.estimate, f"{name}_low": interval.low, f"{name}_high": interval.high}
