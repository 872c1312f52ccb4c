"""Detectability and shares of "human" for groups of judgements, one row each: lengths, facets, demographic groups."""

from typing import Any

import pandas as pd

from analysis.reports.base import Column, Kind, Row
from analysis.reports.rates import is_by_human, is_small, measure_detectability, plain, spread
from analysis.stats.two_way import two_way_intervals

GROUP_COLUMNS = (
    Column("n", "Judgements", Kind.COUNT),
    Column("detectability", "Detectability", Kind.SHARE, "low", "high"),
    Column("human_rate", "Humans judged human", Kind.SHARE, "human_low", "human_high"),
    Column("ai_rate", "Machines judged human", Kind.SHARE, "ai_low", "ai_high"),
    Column("judges", "Judges", Kind.COUNT),
    Column("stimuli", "Stimuli", Kind.COUNT),
)


def measure_groups(rows: pd.DataFrame, group: "pd.Series[Any]", name: str) -> list[Row]:
    """One row for each value of `group`, in order; rows without a value are left out."""
    told = rows[group.notna()]
    return [_measure(part, name, value) for value, part in told.groupby(group[group.notna()], sort=True)]


def _measure(part: pd.DataFrame, name: str, value: object) -> Row:
    detectability = measure_detectability(part)
    by_human = is_by_human(part)
    ai, human = two_way_intervals(
        part["y"].to_numpy(),
        group=by_human.astype(int),
        judge=part["judge"].to_numpy(),
        stimulus=part["stimulus"].to_numpy(),
        groups=2,
    )
    values = {
        name: plain(value),
        "detectability": detectability.estimate,
        **spread(detectability),
        **{f"human_{key}": number for key, number in _name(human).items()},
        **{f"ai_{key}": number for key, number in _name(ai).items()},
        "judges": part["judge"].nunique(),
        "stimuli": part["stimulus"].nunique(),
    }
    return Row(values, is_small(human) or is_small(ai))


def _name(interval: Any) -> dict[str, Any]:
    return {"rate": interval.estimate, "low": interval.low, "high": interval.high, "n": interval.n}
