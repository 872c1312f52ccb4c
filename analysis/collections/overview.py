"""The original study's Table 1: for each task, who answered what, who judged it, and how often."""

from collections.abc import Iterator, Sequence

import pandas as pd
from django.utils.translation import gettext_noop

from agents.models import Origin
from analysis.collections.base import CollectionObservations, CollectionReport, Comparison
from analysis.reports.base import Column, Kind, Row, Table, Value

COLUMNS = (
    Column("title", gettext_noop("Task")),
    Column("stimuli", gettext_noop("Stimuli"), Kind.COUNT),
    Column("responses", gettext_noop("Responses"), Kind.COUNT),
    Column("human_agents", gettext_noop("Human agents"), Kind.COUNT),
    Column("ai_agents", gettext_noop("AI agents"), Kind.COUNT),
    Column("judges", gettext_noop("Judges"), Kind.COUNT),
    Column("ai_judges", gettext_noop("AI judges"), Kind.COUNT),
    Column("trials", gettext_noop("Trials"), Kind.COUNT),
    Column("judgements", gettext_noop("Judgements"), Kind.COUNT),
)
NOTE = gettext_noop(
    "Each stimulus, response, agent and judge is counted once, in the last rows too. A trial on two speakers has two "
    "judgements. AI judges: in the last finished evaluation, without baselines; a dash: none yet."
)


class Overview(CollectionReport):
    """What a collection consists of."""

    slug, title = "overview", gettext_noop("What was judged")

    def tables(self, found: CollectionObservations) -> list[Table]:
        """A row for each comparison, then all of people and all of programs where they have several tasks."""
        lines = [count_rows(one.title, [one]) for one in found.comparisons]
        totals = [] if found.facet else list(add_totals(found.tasks))
        return [Table(self.slug, self.title, COLUMNS, [*lines, *totals], NOTE)]


def add_totals(tasks: Sequence[Comparison]) -> Iterator[Row]:
    """All tasks together, those judged by people and those judged by programs."""
    for is_simulated, title in ((False, gettext_noop("All tasks")), (True, gettext_noop("All tasks (simulated)"))):
        together = [one for one in tasks if one.is_simulated == is_simulated]
        if len(together) > 1:
            yield count_rows(title, together)


def count_rows(title: str, comparisons: Sequence[Comparison]) -> Row:
    """The numbers of one row, everything counted once."""
    rows = pd.concat([one.rows for one in comparisons], ignore_index=True)
    by_human = rows["origin"].eq(Origin.HUMAN)
    evaluated = [member.ai_judge for one in comparisons for member in one.members if member.ai_judge]
    values: dict[str, Value] = {
        **(comparisons[0].keys if len(comparisons) == 1 else {"task": None, "value": None}),
        "title": title,
        "stimuli": rows["stimulus"].nunique(),
        "responses": rows["response"].nunique(),
        "human_agents": rows.loc[by_human, "agent"].nunique(),
        "ai_agents": rows.loc[~by_human, "agent"].nunique(),
        "judges": rows["judge"].nunique(),
        "ai_judges": max((figures.judges for figures in evaluated), default=None),
        "trials": rows["trial"].nunique(),
        "judgements": len(rows),
    }
    return Row(values, is_small=rows.empty)
