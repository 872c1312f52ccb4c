"""How long judges took: for humans and machines, for right and wrong verdicts."""

import numpy as np
import pandas as pd
from django.utils.translation import gettext_noop

from agents.models import Origin
from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Row, Table
from analysis.reports.rates import SMALL, spread
from analysis.stats.intervals import Interval
from analysis.stats.times import compare_times, find_typical_time, order_times

COLUMNS = (
    Column("title", gettext_noop("Verdicts")),
    Column("seconds", gettext_noop("Typical seconds"), Kind.NUMBER, "low", "high"),
    Column("n", gettext_noop("Judgements"), Kind.COUNT),
    Column("judges", gettext_noop("Judges"), Kind.COUNT),
)
RATIO_COLUMNS = (
    Column("title", gettext_noop("Compared")),
    Column("ratio", gettext_noop("Times as long"), Kind.NUMBER, "low", "high"),
    Column("n", gettext_noop("Judgements"), Kind.COUNT),
    Column("judges", gettext_noop("Judges with both"), Kind.COUNT),
)
NOTE = gettext_noop(
    "From the painted stimulus to the answer, by the judge's browser: the geometric mean over judges of each one's "
    "median. Trials that the browser did not time are left out."
)
RATIO_NOTE = gettext_noop("Within judges, so that slow and quick people cancel; 1 is equally long.")


class ReactionTimes(Report):
    """Times by what was judged and how."""

    slug, title = "reaction-times", gettext_noop("Reaction times")

    def tables(self, observations: Observations) -> list[Table]:
        """Typical times, and their ratios within judges; none where no browser timed anything."""
        rows = observations.rows.loc[observations.rows["rt_ms"].gt(0), ["trial", "judge", "verdict", "origin", "rt_ms"]]
        rows = rows[~rows["trial"].duplicated()]
        if rows.empty:
            return []
        rows = rows.iloc[order_times(rows["rt_ms"].to_numpy(), rows["judge"].to_numpy())]  # once for all kinds
        kinds = list_kinds(rows)
        lines = [measure_times(rows[chosen], title) for title, chosen in kinds.items() if chosen.any()]
        pairs = (
            (gettext_noop("Wrong verdicts, to right ones"), "Wrong", "Right"),
            (gettext_noop("Verdict machine, to verdict human"), SAID_AI, SAID_HUMAN),
        )
        ratios = [compare(rows, title, kinds[one], kinds[other]) for title, one, other in pairs]
        return [
            Table(self.slug, self.title, COLUMNS, lines, NOTE),
            Table("reaction-time-ratios", gettext_noop("Which take longer?"), RATIO_COLUMNS, ratios, RATIO_NOTE),
        ]


SAID_HUMAN, SAID_AI = gettext_noop("Verdict human"), gettext_noop("Verdict machine")


def list_kinds(rows: pd.DataFrame) -> dict[str, "pd.Series[bool]"]:
    """Which rows are of which kind of verdict."""
    right, human = rows["verdict"].eq(rows["origin"]), rows["verdict"].eq(Origin.HUMAN)
    return {
        gettext_noop("All"): right | ~right,
        gettext_noop("Right"): right,
        gettext_noop("Wrong"): ~right,
        SAID_HUMAN: human,
        SAID_AI: ~human,
    }


def measure_times(rows: pd.DataFrame, title: str) -> Row:
    """The typical time of one kind of verdict, in seconds."""
    found = find_typical_time(rows["rt_ms"].to_numpy() / 1000, judge=rows["judge"].to_numpy())
    return make_row(title, "seconds", found)


def compare(rows: pd.DataFrame, title: str, one: "pd.Series[bool]", other: "pd.Series[bool]") -> Row:
    """How many times as long one kind takes as the other."""
    chosen = one | other
    part = rows[chosen]
    found = compare_times(
        part["rt_ms"].to_numpy(), group=one[chosen].to_numpy(dtype=np.bool_), judge=part["judge"].to_numpy()
    )
    return make_row(title, "ratio", found)


def make_row(title: str, name: str, interval: Interval) -> Row:
    """A row of what is averaged over judges and knows no stimuli."""
    return Row({"title": title, name: interval.estimate, **spread(interval), "stimuli": None}, interval.judges < SMALL)
