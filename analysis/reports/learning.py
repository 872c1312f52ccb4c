"""Whether judges get better, or tired, along their trials, without being told the truth."""

import math

import numpy as np
import pandas as pd
from django.utils.translation import gettext_noop

from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Row, Table, Value
from analysis.reports.groups import GROUP_COLUMNS, measure_groups
from analysis.reports.rates import SMALL, clusters
from analysis.reports.trial_order import name_block, order_trials
from analysis.stats.learning import find_learning_slope
from analysis.stats.regression import NoCoefficients, Why
from turingapp.words import say_later

BLOCKS = 4
SLOPE_COLUMNS = (
    Column("title", gettext_noop("Measure")),
    Column("odds", gettext_noop("Odds of a right verdict, ten trials later"), Kind.NUMBER, "low", "high"),
    Column("p", "p", Kind.P_VALUE),
    Column("n", gettext_noop("Judgements"), Kind.COUNT),
    Column("judges", gettext_noop("Judges"), Kind.COUNT),
)
NOTE = gettext_noop("Main trials by their order in the visit. Judges who left early are in the early rows only.")
SLOPE_NOTE = gettext_noop(
    "Above 1: right more often later. Logistic regression, errors clustered by judge and by stimulus. A large p does "
    "not show that nothing changes."
)
WHY_NO_SLOPE = {
    Why.NEGATIVE: gettext_noop("the clustered variance is negative here: too few judges or stimuli."),
    Why.SEPARATED: gettext_noop("no finite slope: the order of trials predicts every verdict."),
    Why.FEW: gettext_noop("the slope needs two judges and two stimuli, and verdicts that differ."),
}
UNKNOWN_SLOPE = gettext_noop("All judges: %(why)s")
TEN = 10


class Learning(Report):
    """Right verdicts along the visit."""

    slug, title = "learning", gettext_noop("Along the visit")

    def tables(self, observations: Observations) -> list[Table]:
        """Four stretches of the visit, and the slope; none for visits of fewer trials than stretches."""
        rows = observations.rows
        order = order_trials(rows)
        if rows.empty or order.max() < BLOCKS - 1:
            return []
        width = math.ceil((int(order.max()) + 1) / BLOCKS)
        lines = [name_block(row, width) for row in measure_groups(rows, order // width, "block")]
        columns = (Column("title", gettext_noop("Trials")), *GROUP_COLUMNS)
        slope = Table(
            "learning-slope",
            gettext_noop("Do verdicts get better?"),
            SLOPE_COLUMNS,
            [measure_slope(rows, order)],
            SLOPE_NOTE,
        )
        return [Table(self.slug, self.title, columns, lines, NOTE), slope]


def measure_slope(rows: pd.DataFrame, order: "pd.Series[int]") -> Row:
    """The change over ten trials as an odds ratio; without one where there is none to find."""
    right = rows["verdict"].eq(rows["origin"]).to_numpy(dtype=np.int64)
    judges = rows["judge"].nunique()
    values: dict[str, Value] = {"title": gettext_noop("All judges"), "n": len(rows), "judges": judges, "odds": None}
    try:
        slope = find_learning_slope(right, order=order.to_numpy(), **clusters(rows))
    except NoCoefficients as error:
        return Row({**values, "title": say_later(UNKNOWN_SLOPE, why=say_later(WHY_NO_SLOPE[error.why]))}, is_small=True)
    odds = {"odds": slope.estimate, "low": slope.low, "high": slope.high}
    ends: dict[str, Value] = {name: math.exp(TEN * value) for name, value in odds.items()}
    return Row({**values, **ends, "p": slope.p}, judges < SMALL)
