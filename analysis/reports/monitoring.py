"""What may be read while judges still come: an interval that holds whenever one looks."""

import numpy as np
import pandas as pd
from django.utils.translation import gettext_noop

from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Row, Table
from analysis.reports.rates import SMALL, is_by_human, spread
from analysis.stats.monitoring import find_anytime_interval, find_judge_detectability

COLUMNS = (
    Column("title", gettext_noop("Measure")),
    Column("estimate", gettext_noop("Mean over judges"), Kind.SHARE, "low", "high"),
    Column("n", gettext_noop("Judgements"), Kind.COUNT),
    Column("judges", gettext_noop("Judges"), Kind.COUNT),
)
NOTE = gettext_noop(
    "All other intervals are for one look, after the last judge. This one may be looked at after each, and a study "
    "that stops because of it claims no more than it may: with 95% it holds the truth at all times together, and is "
    "wider for that. It takes judges for a random sample in the order of their last answers, and says nothing of other "
    "stimuli."
)


class Monitoring(Report):
    """Detectability with an interval for any time."""

    slug, title = "monitoring", gettext_noop("While judges come in")

    def tables(self, observations: Observations) -> list[Table]:
        """One row; none before a judge has seen both origins."""
        rows = observations.rows
        if rows.empty:
            return []
        values, judgements = find_judge_detectability(
            rows["y"].to_numpy(),
            human=is_by_human(rows),
            judge=rows["judge"].to_numpy(),
            finished=pd.to_datetime(rows["answered_at"], utc=True).astype(np.int64).to_numpy(),
        )
        if not len(values):
            return []
        found = find_anytime_interval(values, judgements=judgements)
        row = {"title": "Detectability", "estimate": found.estimate, **spread(found), "stimuli": None}
        return [Table(self.slug, self.title, COLUMNS, [Row(row, found.judges < SMALL)], NOTE)]
