"""The study at a glance: detectability, the human ceiling and the rest, with and without screening."""

import pandas as pd
from django.utils.translation import gettext_noop

from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Row, Table
from analysis.reports.rates import (
    SMALL,
    clusters,
    is_by_human,
    is_small,
    spread,
)
from analysis.stats.clusters import count_clusters
from analysis.stats.detection import AI, HUMAN, average_sensitivity
from analysis.stats.intervals import Interval
from analysis.stats.two_way import find_difference, find_interval

MEASURES = {
    "detectability": gettext_noop("Detectability"),
    "imitation": gettext_noop("Machines judged human"),
    "human_ceiling": gettext_noop("Humans judged human"),
    "gap": gettext_noop("Gap: machines less humans"),
    "d_prime": gettext_noop("Sensitivity d′"),
    "criterion": gettext_noop("Criterion c"),
}
NOTE = gettext_noop(
    "Detectability is the mean of the shares of right verdicts on humans and on machines; 50% is chance. d′ and c are "
    "means over judges; a c above 0 means slow to say machine."
)
KINDS = {"gap": Kind.DIFFERENCE}
OVER_JUDGES = ("d_prime", "criterion")  # means over judges, whatever the stimuli
COLUMNS = (
    Column("title", gettext_noop("Measure")),
    Column("estimate", gettext_noop("Value"), Kind.OF_ROW, "low", "high"),
    Column("n", gettext_noop("Judgements"), Kind.COUNT),
    Column("judges", gettext_noop("Judges"), Kind.COUNT),
    Column("stimuli", gettext_noop("Stimuli"), Kind.COUNT),
)


class Summary(Report):
    """Each measure of the whole study, for the judgements that count and for all."""

    slug, title = "summary", gettext_noop("Summary")

    def tables(self, observations: Observations) -> list[Table]:
        """A table of measures for those that count, and another for all where some were screened out."""
        chosen = [self._measure(observations.rows, "counted", gettext_noop("Judgements that count"))]
        if observations.is_screened and not observations.kept.all():
            title = gettext_noop("All judgements, without screening")
            chosen.append(self._measure(observations.everything, "everything", title))
        return chosen

    def _measure(self, rows: pd.DataFrame, slug: str, title: str) -> Table:
        lines = [make_row(key, interval) for key, interval in measure_all(rows).items()]
        return Table(slug, title, COLUMNS, lines, NOTE)


def measure_all(rows: pd.DataFrame) -> dict[str, Interval]:
    """Each of MEASURES from these rows."""
    y, by_human = rows["y"].to_numpy(), is_by_human(rows)
    d_prime, criterion = average_sensitivity(y, human=by_human, judge=pd.factorize(rows["judge"])[0])
    counted = count_clusters(y, group=by_human, groups=2, **clusters(rows))
    gap = find_difference(counted, AI, HUMAN)
    return {
        "detectability": gap.rescaled(factor=-0.5, offset=0.5),
        "imitation": find_interval(counted, AI),
        "human_ceiling": find_interval(counted, HUMAN),
        "gap": gap,
        "d_prime": d_prime,
        "criterion": criterion,
    }


def make_row(key: str, interval: Interval) -> Row:
    """One measure's row; what is averaged over judges knows no stimuli."""
    values = {"measure": key, "title": MEASURES[key], "estimate": interval.estimate, **spread(interval)}
    if key in OVER_JUDGES:
        return Row({**values, "stimuli": None}, interval.judges < SMALL, Kind.NUMBER)
    return Row(values, is_small(interval), KINDS.get(key, Kind.SHARE))
