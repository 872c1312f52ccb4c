"""Trials with two speakers, by who the two truly were."""

import pandas as pd
from django.utils.translation import gettext_noop

from agents.models import PAIRING_LETTERS
from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Row, Table
from analysis.reports.rates import ORIGIN_NAMES, RATE_COLUMNS, SMALL, measure_rates, rename
from turingapp.words import say_later

COLUMNS = (
    Column("pairing", gettext_noop("Pairing")),
    Column("role", gettext_noop("Speaker")),
    Column("origin_name", gettext_noop("Truly")),
    *RATE_COLUMNS,
)
LETTERS = {str(origin): letter for origin, letter in PAIRING_LETTERS.items()}
NOTE = gettext_noop("H is a human, A a machine; the first letter is speaker A, the second speaker B.")


class Pairings(Report):
    """The pairings HH, HA, AH and AA apart."""

    slug, title = "pairings", gettext_noop("Pairings")

    def tables(self, observations: Observations) -> list[Table]:
        """Each speaker of each pairing, and what both were taken for together; none for tasks with one role."""
        rows = observations.rows
        if len(observations.study.plugin.roles) < 2:
            return []
        found = [rename(row, "origin", ORIGIN_NAMES) for row in measure_rates(rows, ["pairing", "role", "origin"])]
        found.sort(key=lambda row: str(row.values["pairing"]), reverse=True)
        return [Table(self.slug, self.title, COLUMNS, found, NOTE), count_together(rows)]


def count_together(rows: pd.DataFrame) -> Table:
    """Pairings as they truly were against pairings as they were judged, in trials."""
    ordered = rows.sort_values("role")
    judged = ordered["verdict"].map(LETTERS).groupby(ordered["trial"]).agg("".join)
    truly = ordered.groupby("trial")["pairing"].first()
    kinds = [a + b for a in LETTERS.values() for b in LETTERS.values()]
    counts = pd.crosstab(truly, judged).reindex(columns=kinds, fill_value=0).sort_index(ascending=False)
    columns = [Column("pairing", gettext_noop("Truly")), Column("trials", gettext_noop("Trials"), Kind.COUNT)]
    columns += [Column(kind, say_later("Judged %(pairing)s", pairing=kind), Kind.COUNT) for kind in kinds]
    columns.append(Column("both_right", gettext_noop("Both right"), Kind.SHARE))
    lines = [_count_row(str(pairing), row) for pairing, row in counts.iterrows()]
    return Table("pairings-together", gettext_noop("Both speakers together"), columns, lines, NOTE)


def _count_row(pairing: str, counts: "pd.Series[int]") -> Row:
    trials = int(counts.sum())
    numbers = {str(kind): int(count) for kind, count in counts.items()}
    right = numbers.get(pairing, 0) / trials
    return Row({"pairing": pairing, "trials": trials, **numbers, "both_right": right}, trials < SMALL)
