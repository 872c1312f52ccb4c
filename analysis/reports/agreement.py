"""How far judges agree with each other on the same responses."""

import numpy as np
import pandas as pd
from django.utils.translation import gettext_noop

from agents.models import Origin
from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Row, Table
from analysis.reports.rates import SMALL
from analysis.stats.agreement import bootstrap_alpha, find_alpha

SEED = 0
COLUMNS = (
    Column("title", gettext_noop("Responses by")),
    Column("alpha", gettext_noop("Krippendorff's alpha"), Kind.NUMBER, "low", "high"),
    Column("n", gettext_noop("Judgements"), Kind.COUNT),
    Column("responses", gettext_noop("Responses judged twice or more"), Kind.COUNT),
)
NOTE = gettext_noop(
    "1 is full agreement, 0 what chance gives, below 0 less than that. Judges can agree and be wrong. Intervals by "
    "drawing the stimuli again."
)


class Agreement(Report):
    """Agreement among judges, whatever the truth."""

    slug, title = "agreement", gettext_noop("Agreement among judges")

    def tables(self, observations: Observations) -> list[Table]:
        """Alpha for all responses and for those by humans and by machines; none where nothing was judged twice."""
        rows = observations.rows[["response", "view", "role", "stimulus", "origin", "y"]]
        unit = number_units(rows)
        is_shared = np.bincount(unit)[unit] > 1 if len(rows) else np.zeros(0, dtype=bool)
        rows, unit = rows[is_shared], unit[is_shared]
        if rows.empty:
            return []
        kinds = {
            "All": rows["y"].ge(0),
            gettext_noop("Humans"): rows["origin"].eq(Origin.HUMAN),
            gettext_noop("Machines"): rows["origin"].eq(Origin.AI),
        }
        lines = [
            measure_agreement(rows[chosen], unit[chosen], title) for title, chosen in kinds.items() if chosen.any()
        ]
        return [Table(self.slug, self.title, COLUMNS, lines, NOTE)]


def number_units(rows: pd.DataFrame) -> "pd.Series[int]":
    """A number for each view of a response and each role in it."""
    numbers = np.zeros(len(rows), dtype=np.int64)
    for column in ("response", "view", "role"):
        codes, names = pd.factorize(rows[column])
        numbers = numbers * max(len(names), 1) + codes
    return pd.Series(pd.factorize(numbers)[0], index=rows.index)


def measure_agreement(rows: pd.DataFrame, unit: "pd.Series[int]", title: str) -> Row:
    """The row of some of the responses."""
    y, units = rows["y"].to_numpy(), unit.to_numpy()
    ends = bootstrap_alpha(y, unit=units, stimulus=rows["stimulus"].to_numpy(), rng=np.random.default_rng(SEED))
    low, high = ends or (None, None)
    responses = int(unit.nunique())
    values = {"title": title, "alpha": find_alpha(y, unit=units), "low": low, "high": high}
    return Row({**values, "n": len(rows), "responses": responses}, responses < SMALL)
