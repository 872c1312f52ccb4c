"""The trials that told judges the truth: verdicts along the phase, and whether judges were right more often later."""

from typing import Any

import numpy as np
import pandas as pd
from django.utils.translation import gettext_noop

from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Row, Table
from analysis.reports.groups import GROUP_COLUMNS, measure_groups, name_groups
from analysis.reports.rates import clusters, is_small, spread
from analysis.reports.trial_order import name_block, order_trials
from analysis.stats.two_way import two_way_difference
from turingapp.words import say_later

BLOCK = 10  # trials
PHASES = FIRST, SECOND, AFTER = (
    gettext_noop("With feedback, first half"),
    gettext_noop("With feedback, second half"),
    gettext_noop("After it, without feedback"),
)
DIFFERENCE_COLUMNS = (
    Column("title", gettext_noop("Share of right verdicts")),
    Column("difference", gettext_noop("Difference"), Kind.DIFFERENCE, "low", "high"),
    Column("n", gettext_noop("Judgements"), Kind.COUNT),
    Column("judges", gettext_noop("Judges"), Kind.COUNT),
    Column("stimuli", gettext_noop("Stimuli"), Kind.COUNT),
)
NOTE = gettext_noop(
    "Judges were told the truth after each trial of the phase with feedback. These trials count in no other table. "
    "Judges of whom no main judgement counts are left out."
)
BLOCK_NOTE = say_later("Trials of the phase with feedback by their order in it, %(block)s at a time.", block=BLOCK)
LESS_FIRST = gettext_noop("%(later)s, less first half")
DIFFERENCE_NOTE = gettext_noop(
    "Above zero: judges were right more often later. The same judges in both, so what they share cancels."
)


class Feedback(Report):
    """Whether judges learn from being told."""

    slug, title = "feedback", gettext_noop("Trials with feedback")

    def tables(self, observations: Observations) -> list[Table]:
        """The phases, blocks within the phase, and the differences; none for studies without feedback trials."""
        told, rows = observations.told, observations.rows
        if observations.is_screened:
            told = told[told["judge"].isin(rows["judge"])]
        if observations.told.empty:
            return []
        order = order_trials(told)
        after = rows[rows["judge"].isin(told["judge"])]
        everything = pd.concat([told, after])
        phase = pd.Series(np.where(order.lt(find_middle(order)), FIRST, SECOND), index=told.index)
        phases = pd.concat([phase, pd.Series(AFTER, index=after.index)])
        kinds = pd.CategoricalDtype(list(PHASES), ordered=True)
        everything, phases = everything.reset_index(drop=True), phases.reset_index(drop=True).astype(kinds)
        lines = name_groups(measure_groups(everything, phases, "value"), say_later)
        blocks = measure_groups(told, order // BLOCK, "block")
        return [
            Table(self.slug, self.title, (Column("value", gettext_noop("Phase")), *GROUP_COLUMNS), lines, NOTE),
            Table(
                "feedback-blocks",
                gettext_noop("Along the phase with feedback"),
                (Column("title", gettext_noop("Trials")), *GROUP_COLUMNS),
                [name_block(row, BLOCK) for row in blocks],
                BLOCK_NOTE,
            ),
            Table(
                "feedback-differences",
                gettext_noop("Did judges learn?"),
                DIFFERENCE_COLUMNS,
                [compare(everything, phases, later) for later in (SECOND, AFTER)],
                DIFFERENCE_NOTE,
            ),
        ]


def find_middle(order: "pd.Series[int]") -> float:
    """Where the second half of the phase begins."""
    return float(order.max() + 1) / 2 if len(order) else 0.0


def compare(rows: pd.DataFrame, phases: "pd.Series[Any]", later: str) -> Row:
    """How much more often verdicts were right in a later phase than in the first half."""
    both = phases.isin([FIRST, later])
    part = rows[both]
    right = part["verdict"].eq(part["origin"]).to_numpy(dtype=np.int64)
    interval = two_way_difference(right, group=phases[both].eq(later).to_numpy(), **clusters(part))
    values = {"later": later, "title": say_later(LESS_FIRST, later=say_later(later)), "difference": interval.estimate}
    return Row({**values, **spread(interval)}, is_small(interval))
