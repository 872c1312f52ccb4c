"""Agents that answer several tasks: their mean gap to the humans over these tasks, and what cannot be compared."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd
from django.utils.translation import gettext_noop

from analysis.collections.base import SIMULATED, CollectionObservations, CollectionReport, Comparison, end_with
from analysis.collections.scoring import ScoredAgent, number_groups
from analysis.reports.base import NOTHING, Column, Kind, Row, Table, Value
from analysis.reports.rates import clusters, is_small, spread
from analysis.stats.clusters import count_clusters
from analysis.stats.intervals import Interval
from analysis.stats.two_way import find_mean_difference
from turingapp.words import SEMICOLON, Listing, say_later

COLUMNS = (
    Column("agent_title", gettext_noop("Agent")),
    Column("tasks", gettext_noop("Tasks"), Kind.COUNT),
    Column("gap", gettext_noop("Mean gap to humans"), Kind.DIFFERENCE, "low", "high"),
    Column("mean_rank", gettext_noop("Mean rank"), Kind.NUMBER),
    Column("ranks", gettext_noop("Rank in each task")),
    Column("n", gettext_noop("Judgements"), Kind.COUNT),
)
CEILING_TITLE = say_later("Humans (the ceiling): a gap of 0 by definition")
NOTE = say_later(
    "Agents of the same name in several tasks; each task weighs alike. The interval is of these tasks, not of "
    "tasks at large. Not comparable: tasks have other judges, stimuli and human ceilings; ranks in a task with "
    "more agents go further down; a name says nothing of prompts and versions."
)
ALONE = gettext_noop("In one task only: %(agents)s.")
PLACE = gettext_noop("%(task)s %(rank)s of %(number)s")
Entries = dict[str, list[tuple[Comparison, ScoredAgent]]]


class AcrossTasks(CollectionReport):
    """The leaderboard over tasks."""

    slug, title = "across", gettext_noop("Leaderboard across tasks")

    def tables(self, found: CollectionObservations) -> list[Table]:
        """A table for tasks judged by people, and one for those judged by programs; none for a single task."""
        simulated = say_later(SIMULATED, title=say_later(self.title))
        kinds = ((False, self.slug, self.title), (True, f"{self.slug}-simulated", simulated))
        made = []
        for is_simulated, slug, title in kinds:
            tasks = [one for one in found.tasks if one.is_simulated == is_simulated]
            if len(tasks) > 1:
                made.append(tabulate(slug, title, tasks))
        return end_with(made, NOTE)


def tabulate(slug: str, title: str, tasks: Sequence[Comparison]) -> Table:
    """The table of these tasks, the best mean gap by its lower bound first."""
    entries = find_entries(tasks)
    several = {name: places for name, places in entries.items() if len(places) > 1}
    alone = sorted(places[0][1].title for places in entries.values() if len(places) == 1)
    rows = sorted(measure_agents(tasks, several), key=order_row, reverse=True)
    note = say_later(ALONE, agents=Listing(alone)) if alone else ""
    ceiling = Row({"agent": "human", "agent_title": CEILING_TITLE, "tasks": len(tasks), "gap": 0.0})
    return Table(slug, title, COLUMNS, [ceiling, *rows], note)


def find_entries(tasks: Sequence[Comparison]) -> Entries:
    """Every AI agent's places on the leaderboards, by its name."""
    entries: Entries = defaultdict(list)
    for task in tasks:
        for agent in task.scores.agents:
            entries[agent.slug].append((task, agent))
    return entries


def measure_agents(tasks: Sequence[Comparison], entries: Entries) -> Iterator[Row]:
    """The row of each agent; one count of all rows serves every mean gap."""
    pieces: list[pd.DataFrame] = []
    humans: dict[str, int] = {}
    machines: dict[tuple[str, str], int] = {}
    groups = 0
    for task in tasks:
        slugs = [agent.slug for agent in task.scores.agents]
        pieces.append(task.rows.assign(group=number_groups(task.rows, slugs) + groups))
        humans[task.slug] = groups
        machines |= {(task.slug, slug): groups + place for place, slug in enumerate(slugs, 1)}
        groups += len(slugs) + 1
    rows = pd.concat(pieces, ignore_index=True)
    counted = count_clusters(
        rows["y"].to_numpy(), groups=groups, group=rows["group"].to_numpy(dtype=np.int64), **clusters(rows)
    )
    for slug, places in entries.items():
        pairs = [(machines[task.slug, slug], humans[task.slug]) for task, _ in places]
        yield describe_agent(slug, places, find_mean_difference(counted, pairs))


def describe_agent(slug: str, places: Sequence[tuple[Comparison, ScoredAgent]], gap: Interval) -> Row:
    """The row of one agent."""
    ranks = [agent.rank for _, agent in places]
    known = [rank for rank in ranks if rank is not None]
    told = [
        say_later(PLACE, task=task.title, rank=agent.rank or NOTHING, number=len(task.scores.agents))
        for task, agent in places
    ]
    values: dict[str, Value] = {
        "agent": slug,
        "agent_title": places[0][1].title,
        "tasks": len(places),
        "gap": gap.estimate,
        **spread(gap),
        "mean_rank": float(np.mean(known)) if len(known) == len(ranks) else None,
        "ranks": Listing(told, SEMICOLON),
    }
    return Row(values, is_small(gap))


def order_row(row: Row) -> float:
    """The lower bound of the mean gap; none is last."""
    low = row.values["low"]
    return float(low) if isinstance(low, float) else -np.inf
