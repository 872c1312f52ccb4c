"""Detectability and shares of "human" for groups of judgements, one row each: lengths, facets, demographic groups."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pandas as pd
from django.utils.translation import gettext_noop

from analysis.reports.base import Column, Kind, Row, Value
from analysis.reports.rates import is_by_human, is_small, plain, spread
from analysis.stats.clusters import ClusteredRates, Codes, compact, count_clusters
from analysis.stats.intervals import Interval
from analysis.stats.two_way import find_difference, find_interval

GROUP_COLUMNS = (
    Column("n", gettext_noop("Judgements"), Kind.COUNT),
    Column("detectability", gettext_noop("Detectability"), Kind.SHARE, "low", "high"),
    Column("human_rate", gettext_noop("Humans judged human"), Kind.SHARE, "human_low", "human_high"),
    Column("ai_rate", gettext_noop("Machines judged human"), Kind.SHARE, "ai_low", "ai_high"),
    Column("judges", gettext_noop("Judges"), Kind.COUNT),
    Column("stimuli", gettext_noop("Stimuli"), Kind.COUNT),
)


def measure_groups(rows: pd.DataFrame, group: "pd.Series[Any]", name: str) -> list[Row]:
    """One row for each value of `group`, in order; rows without a value are left out."""
    codes, values = pd.factorize(group, sort=True)
    if not len(values):
        return []
    if codes.min() < 0:
        rows, codes = rows[codes >= 0], codes[codes >= 0]
    y, judge, stimulus = (rows[key].to_numpy() for key in ("y", "judge", "stimulus"))
    place = codes.astype(np.int32)
    pairs = place * 2 + is_by_human(rows)
    counted = count_clusters(y, group=pairs, judge=judge, stimulus=stimulus, groups=2 * len(values))
    judges, stimuli = (count_distinct(ids, place, len(values)) for ids in (judge, stimulus))
    return [
        _make_row(counted, number, {name: plain(value), "judges": judges[number], "stimuli": stimuli[number]})
        for number, value in enumerate(values)
    ]


def name_groups(rows: Iterable[Row], name: Callable[[str], str]) -> list[Row]:
    """The rows with the name of each group, which `measure_groups` has under "value", as pages can say it."""
    return [Row({**row.values, "value": name(str(row.values["value"]))}, row.is_small) for row in rows]


def count_distinct(ids: Codes, place: Codes, places: int) -> list[int]:
    """How many distinct ids there are at each place 0, 1, …, `places` - 1."""
    dense = compact(ids)
    seen = np.zeros((int(dense.max(initial=-1)) + 1, places), dtype=bool)
    seen[dense, place] = True
    return [int(count) for count in np.count_nonzero(seen, axis=0)]


def _make_row(counted: ClusteredRates, number: int, facts: dict[str, Value]) -> Row:
    machine, human = 2 * number, 2 * number + 1
    gap = find_difference(counted, human, machine)
    intervals = {"ai": find_interval(counted, machine), "human": find_interval(counted, human)}
    detectability = gap.rescaled(factor=0.5, offset=0.5)
    values = {
        "detectability": detectability.estimate,
        **spread(detectability),
        **{f"{who}_{key}": number for who, found in intervals.items() for key, number in _name(found).items()},
        **facts,
    }
    return Row(values, any(is_small(found) for found in intervals.values()))


def _name(interval: Interval) -> dict[str, Value]:
    ends = {"low": interval.low, "high": interval.high, "method": str(interval.method)}
    return {"rate": interval.estimate, **ends, "n": interval.n}
