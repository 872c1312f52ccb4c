"""How often groups of judgements said "human", with counts and intervals: what most tables are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from django.utils.translation import gettext_noop

from agents.models import Origin
from analysis.reports.base import Column, Kind, Row, Value
from analysis.stats.intervals import Interval
from analysis.stats.proportions import wilson
from analysis.stats.two_way import two_way_detectability, two_way_difference, two_way_intervals

SMALL = 5  # a group with fewer judgements, judges or stimuli is shown grey, as HOW_TO_READ says
ORIGIN_NAMES = {str(Origin.HUMAN): gettext_noop("Human"), str(Origin.AI): gettext_noop("Machine")}
RATE_COLUMNS = (
    Column("n", gettext_noop("Judgements"), Kind.COUNT),
    Column("judged_human", gettext_noop("Judged human"), Kind.COUNT),
    Column("rate", gettext_noop("Share judged human"), Kind.SHARE, "low", "high"),
    Column("judges", gettext_noop("Judges"), Kind.COUNT),
    Column("stimuli", gettext_noop("Stimuli"), Kind.COUNT),
)
HOW_TO_READ = (
    gettext_noop(
        "Brackets hold 95% intervals. They are clustered by judge and by stimulus, whose judgements are not "
        "independent."
    ),
    gettext_noop("Intervals called Wilson take all judgements for independent and are a description only."),
    gettext_noop("Rows in grey rest on fewer than five judgements, judges or stimuli: too few to be read."),
)


def measure_rates(rows: pd.DataFrame, by: Sequence[str]) -> list[Row]:
    """One row for each group of `rows` that share their values of the columns `by`, in the order of these values."""
    if rows.empty:
        return []
    grouped = rows.groupby(list(by), sort=True, dropna=False)
    keys = grouped.size().index.to_frame(index=False).to_dict("records")
    intervals = two_way_intervals(
        rows["y"].to_numpy(),
        group=grouped.ngroup().to_numpy(),
        judge=rows["judge"].to_numpy(),
        stimulus=rows["stimulus"].to_numpy(),
    )
    named = [{str(name): plain(value) for name, value in key.items()} for key in keys]
    return [make_rate_row(key, interval) for key, interval in zip(named, intervals, strict=True)]


def make_rate_row(key: dict[str, Value], interval: Interval) -> Row:
    """A row with a group's counts, its share of "human" and intervals."""
    judged_human = round((interval.estimate or 0) * interval.n)
    wilson_low, wilson_high = wilson(judged_human, interval.n) if interval.n else (None, None)
    values = {
        **key,
        "judged_human": judged_human,
        "judged_ai": interval.n - judged_human,
        "rate": interval.estimate,
        "rate_ai": None if interval.estimate is None else 1 - interval.estimate,
        **spread(interval),
        "wilson_low": wilson_low,
        "wilson_high": wilson_high,
    }
    return Row(values, is_small(interval))


def spread(interval: Interval) -> dict[str, Value]:
    """The ends of an interval and what stands behind it, as values of a row."""
    return {
        "low": interval.low,
        "high": interval.high,
        "n": interval.n,
        "judges": interval.judges,
        "stimuli": interval.stimuli,
        "method": str(interval.method),
    }


def is_small(interval: Interval) -> bool:
    """Whether a group is too small to be read."""
    return min(interval.n, interval.judges, interval.stimuli) < SMALL


def measure_detectability(rows: pd.DataFrame) -> Interval:
    """D of these rows: 0.5 is chance, 1 is knowing."""
    return two_way_detectability(rows["y"].to_numpy(), human=is_by_human(rows), **clusters(rows))


def measure_gap(rows: pd.DataFrame) -> Interval:
    """G of these rows: how much less often machines than humans were judged human."""
    return two_way_difference(rows["y"].to_numpy(), group=~is_by_human(rows), **clusters(rows))


def is_by_human(rows: pd.DataFrame) -> "np.ndarray[Any, np.dtype[np.bool_]]":
    """Which rows are on a human."""
    return rows["origin"].eq(Origin.HUMAN).to_numpy(dtype=bool)


def clusters(rows: pd.DataFrame) -> dict[str, Any]:
    """The two crossed samples that judgements come from, as the statistics take them."""
    return {"judge": rows["judge"].to_numpy(), "stimulus": rows["stimulus"].to_numpy()}


def plain(value: object) -> Value:
    """A value of a column as plain Python; a missing one is None."""
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or value != value:
        return None
    return value if isinstance(value, str | int | float) else str(value)


def rename(row: Row, key: str, names: Mapping[str, str]) -> Row:
    """The row with the value at `key` also by its name for people, at `<key>_name`."""
    value = row.values[key]
    return replace(row, values={**row.values, f"{key}_name": names.get(str(value), str(value))})
