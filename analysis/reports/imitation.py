"""How often all humans and each AI agent were judged human, for the table and the chart alike."""

import numpy as np
import pandas as pd

from analysis.reports.base import Row, Value
from analysis.reports.rates import clusters, is_by_human, make_rate_row
from analysis.stats.intervals import Interval
from analysis.stats.scoring import AgentScore, score_agents
from turingapp.words import say_later

HUMANS = say_later("Humans")


def measure_agents(rows: pd.DataFrame) -> list[Row]:
    """The row of the humans and one for each AI agent."""
    machines = rows[~is_by_human(rows)].drop_duplicates("agent").sort_values("agent")
    codes = {slug: code for code, slug in enumerate(machines["agent"])}
    numbers, names = pd.factorize(rows["agent"])
    agent = np.array([codes.get(name, 0) for name in names], dtype=np.int64)[numbers]
    scores = score_agents(
        rows["y"].to_numpy(), agent=agent, human=is_by_human(rows), agents=max(len(codes), 1), **clusters(rows)
    )
    humans = make_rate_row({"agent": "human", "agent_title": HUMANS, "origin": "human"}, scores[0].ceiling)
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


def ends(name: str, interval: Interval) -> dict[str, Value]:
    """An estimate, the ends of its interval and how these were found under a name."""
    values: dict[str, Value] = {f"{name}_low": interval.low, f"{name}_high": interval.high}
    return {name: interval.estimate, **values, f"{name}_method": str(interval.method)}
