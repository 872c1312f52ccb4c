"""What changes over the trials of a visit: how well judges tell humans from machines, and how long they take."""

import math
from collections.abc import Iterator

import pandas as pd
from django.utils.translation import gettext, gettext_noop

from analysis.figures.base import Figure, Spec, make_points
from analysis.figures.shapes import draw_curves
from analysis.figures.themes import Theme
from analysis.observations import Observations
from analysis.reports import learning
from analysis.reports.base import Column, Kind, Row, Table, Value
from analysis.reports.learning import BLOCKS
from analysis.reports.rates import ORIGIN_NAMES, SMALL, spread
from analysis.reports.trial_order import name_block, order_trials
from analysis.stats.times import find_typical_time
from turingapp.words import say_later


class Learning(Figure):
    """Detectability in each stretch of the visit."""

    slug, title = "learning", gettext_noop("Along the visit")
    caption = gettext_noop(
        "Detectability by the trial's place in the visit, with 95% intervals. The dashed line is chance."
    )
    missing = say_later("No visit has %(least)s judged trials yet.", least=BLOCKS)

    def measure(self, observations: Observations) -> Table:
        """The stretches of the report on learning."""
        found = learning.Learning().tables(observations)
        return found[0] if found else Table(self.slug, self.title, (), [])

    def draw(self, table: Table, theme: Theme) -> Spec:
        """One curve."""
        points = [{**point, "series": ""} for point in make_points(table, "detectability", label="title")]
        title = gettext("Detectability")
        return draw_curves(points, theme=theme, x=name_across(), title=title, series=[""], chance=0.5)


class ReactionTimes(Figure):
    """How long verdicts took in each stretch of the visit, on humans and on machines."""

    slug, title = "reaction-times", gettext_noop("Reaction times along the visit")
    caption = gettext_noop("Seconds until the verdict (geometric mean of judges' medians), with 95% intervals.")
    missing = gettext_noop("No reaction time was measured yet.")

    def measure(self, observations: Observations) -> Table:
        """One row for each stretch and origin."""
        rows = observations.rows
        timed = rows[rows["rt_ms"].gt(0)].drop_duplicates("trial")
        columns = (
            Column("title", gettext_noop("Trials")),
            Column("origin_name", gettext_noop("Truly")),
            Column("seconds", gettext_noop("Seconds"), Kind.NUMBER, "low", "high"),
            Column("n", gettext_noop("Judgements"), Kind.COUNT),
            Column("judges", gettext_noop("Judges"), Kind.COUNT),
        )
        return Table(self.slug, self.title, columns, [] if timed.empty else list(measure_times(timed)))

    def draw(self, table: Table, theme: Theme) -> Spec:
        """A curve for each origin."""
        points = make_points(table, "seconds", label="title", others=["origin_name"])
        points = [{**point, "series": gettext(point["origin_name"])} for point in points]
        names = [gettext(name) for name in ORIGIN_NAMES.values()]
        series = [name for name in names if any(point["series"] == name for point in points)]
        title = gettext("Seconds")
        return draw_curves(points, theme=theme, x=name_across(), title=title, series=series, is_share=False)


def name_across() -> tuple[str, str]:
    """What lies across, and its title."""
    return "label", gettext("Trials of the visit")


def measure_times(rows: pd.DataFrame) -> Iterator[Row]:
    """The typical time of judges in each stretch, for each origin."""
    order = order_trials(rows)
    width = math.ceil((int(order.max()) + 1) / BLOCKS)
    for (block, origin), part in rows.groupby([order // width, "origin"], observed=True):
        typical = find_typical_time(part["rt_ms"].to_numpy() / 1000, judge=part["judge"].to_numpy())
        named: dict[str, Value] = {
            "block": int(str(block)),
            "origin": str(origin),
            "origin_name": ORIGIN_NAMES[str(origin)],
        }
        values = {**named, "seconds": typical.estimate, **spread(typical), "stimuli": None}
        yield name_block(Row(values, typical.judges < SMALL), width)
