"""Published figures beside those recomputed from judgements, with counts and differences."""

import numpy as np
from numpy.typing import NDArray

from agents.models import Origin
from analysis.judge_groups import GROUPINGS, group_judges
from analysis.loading.formats.codings import name_system
from analysis.observations import Observations
from analysis.published.figures import Figure, Measure, Published
from analysis.reports.base import Column, Kind, Row, Table, Value
from analysis.stats.proportions import wilson

TITLES: dict[Measure, str] = {
    "HH": "Humans judged human",
    "HA": "Humans judged machines",
    "AH": "Machines judged human",
    "AA": "Machines judged machines",
    "balanced": "Mean of humans and machines judged right",
    "accuracy": "Right verdicts",
}
COLUMNS = (
    Column("title", "Figure"),
    Column("published", "Published", Kind.SHARE),
    Column("here", "Here", Kind.SHARE, "low", "high"),
    Column("difference", "Difference", Kind.DIFFERENCE),
    Column("n", "Judgements", Kind.COUNT),
    Column("published_n", "Published judgements", Kind.COUNT),
    Column("agreement", "Agreement"),
)
SAME, DIFFERENT, NOTHING_HERE = "the same, as rounded", "differs", "no such judgement here"
Mask = NDArray[np.bool_]


def compare_published(observations: Observations, published: Published) -> Table:
    """One row for each figure; brackets hold Wilson intervals of the shares here."""
    rows = [compare_figure(observations, figure) for figure in published.figures]
    differing = sum(row.values["agreement"] == DIFFERENT for row in rows)
    told = sum(row.values["agreement"] != NOTHING_HERE for row in rows)
    note = f"{differing} of {told} figures differ by more than their rounding. Source: {published.source}."
    if published.conflicts:
        note += f" What the source says of itself that cannot all be true: {' '.join(published.conflicts)}"
    return Table("published", "Beside the published figures", COLUMNS, rows, note)


def compare_figure(observations: Observations, figure: Figure) -> Row:
    """One figure with what comes out here."""
    rows = observations.rows
    found = rows[select(observations, figure)]
    is_human = found["origin"].eq(Origin.HUMAN).to_numpy()
    said_human = found["y"].to_numpy().astype(bool)
    share, right, n = measure(figure.measure, is_human, said_human)
    low, high = wilson(right, n) if n and figure.measure != "balanced" else (None, None)
    published = figure.percent / 100
    difference = None if share is None else share - published
    values: dict[str, Value] = {
        "title": describe(figure),
        "published": published,
        "published_n": figure.judgements,
        "here": share,
        "low": low,
        "high": high,
        "n": n,
        "difference": difference,
        "agreement": judge_difference(difference, figure.rounding),
    }
    return Row(values, is_small=share is None)


def judge_difference(difference: float | None, rounding: float) -> str:
    """Whether a difference is within rounding; the published value is half a digit from the true one at most."""
    if difference is None:
        return NOTHING_HERE
    return SAME if abs(difference) <= rounding + 1e-9 else DIFFERENT


def select(observations: Observations, figure: Figure) -> Mask:
    """The rows that a figure is about."""
    rows = observations.rows
    chosen = np.ones(len(rows), dtype=bool)
    if figure.agent:
        names = {figure.agent, f"paper-{observations.study.task}-{name_system(figure.agent)}"}
        is_human = rows["origin"].eq(Origin.HUMAN)
        chosen &= (rows["agent"].isin(names) | (is_human & (figure.measure == "balanced"))).to_numpy()
    if figure.pairings:
        chosen &= rows["pairing"].isin(figure.pairings).to_numpy()
    if figure.grouping:
        grouping = next(one for one in GROUPINGS if one.slug == figure.grouping)
        chosen &= group_judges(rows, grouping).eq(figure.group).to_numpy(dtype=bool, na_value=False)
    return chosen


def measure(name: Measure, is_human: Mask, said_human: Mask) -> tuple[float | None, int, int]:
    """The share, the count above its line and the one below it; no share where nothing is counted."""
    if name == "balanced":
        if is_human.all() or not is_human.any():
            return None, 0, len(is_human)
        share = (said_human[is_human].mean() + (~said_human[~is_human]).mean()) / 2
        return float(share), 0, len(is_human)
    if name == "accuracy":
        counted, hits = np.ones_like(is_human), is_human == said_human
    else:
        counted = is_human if name[0] == "H" else ~is_human
        hits = said_human if name[1] == "H" else ~said_human
    n, right = int(counted.sum()), int((counted & hits).sum())
    return (right / n if n else None), right, n


def describe(figure: Figure) -> str:
    """A figure in words."""
    told = [TITLES[figure.measure], figure.agent, " and ".join(figure.pairings), figure.group]
    return ", ".join(part for part in told if part)
