"""Whether judges who said that they were sure were right more often."""

from typing import Any

import numpy as np
import pandas as pd
from django.utils.translation import gettext_noop
from numpy.typing import NDArray

from analysis.observations import Observations
from analysis.reports.base import Column, Kind, Report, Row, Table
from analysis.reports.rates import clusters, is_small, spread
from analysis.rows import parse_json
from analysis.stats.calibration import Calibration, score_confidence
from analysis.stats.two_way import two_way_intervals

LEVELS = ("1", "2", "3", "4", "5")
STATED = np.array([0.5, 0.625, 0.75, 0.875, 1.0])  # guessing is a coin, certain is 1, the rest evenly between
COLUMNS = (
    Column("title", gettext_noop("How sure")),
    Column("stated", gettext_noop("Stands for"), Kind.SHARE),
    Column("right", gettext_noop("Share of right verdicts"), Kind.SHARE, "low", "high"),
    Column("n", gettext_noop("Judgements"), Kind.COUNT),
    Column("judges", gettext_noop("Judges"), Kind.COUNT),
    Column("stimuli", gettext_noop("Stimuli"), Kind.COUNT),
)
TITLES = {"1": gettext_noop("1, guessing"), "5": gettext_noop("5, certain")}
NOTE = gettext_noop(
    "Judges said how sure they were from 1 to 5; for the scores below, these stand for chances of being right."
)
MEASURES = {
    "confidence": (gettext_noop("Mean stated chance of being right"), Kind.SHARE),
    "right": (gettext_noop("Share of right verdicts"), Kind.SHARE),
    "brier": (gettext_noop("Brier score"), Kind.NUMBER),
    "reliability": (gettext_noop("of it, by wrong stated chances"), Kind.NUMBER),
    "resolution": (gettext_noop("less, by telling sure from unsure"), Kind.NUMBER),
    "ece": (gettext_noop("Mean distance of stated from true (ECE)"), Kind.SHARE),
    "ece_by_chance": (gettext_noop("ECE to expect even if all were true"), Kind.SHARE),
}
SCORE_NOTE = gettext_noop(
    "A Brier score of 0 is knowing and saying so; .25 is saying 50% always. ECE is above zero even where every stated "
    "chance is true; the last row says by how much."
)


class Confidence(Report):
    """How far stated confidence is earned."""

    slug, title = "confidence", gettext_noop("Confidence")

    def tables(self, observations: Observations) -> list[Table]:
        """Right verdicts by level, and the scores; none where confidence was not asked."""
        rows = observations.rows
        said = rows["answers"].map(lambda text: parse_json(text).get("confidence"))
        rows, said = rows[said.isin(LEVELS)], said[said.isin(LEVELS)]
        if rows.empty:
            return []
        level = said.astype(int).to_numpy() - 1
        right = rows["verdict"].eq(rows["origin"]).to_numpy(dtype=np.int64)
        scores = score_confidence(right, level=level, stated=STATED)
        lines = [] if scores is None else [make_score_row(name, scores) for name in MEASURES]
        return [
            Table(self.slug, self.title, COLUMNS, measure_levels(rows, right, level), NOTE),
            Table("confidence-scores", gettext_noop("Is it earned?"), SCORE_COLUMNS, lines, SCORE_NOTE),
        ]


SCORE_COLUMNS = (Column("title", gettext_noop("Measure")), Column("estimate", gettext_noop("Value"), Kind.OF_ROW))


def measure_levels(rows: pd.DataFrame, right: NDArray[Any], level: NDArray[Any]) -> list[Row]:
    """One row for each level of confidence that somebody gave."""
    intervals = two_way_intervals(right, group=level, groups=len(LEVELS), **clusters(rows))
    return [
        Row(
            {
                "level": int(name),
                "title": TITLES.get(name, name),
                "stated": float(stated),
                "right": interval.estimate,
                **spread(interval),
            },
            is_small(interval),
        )
        for name, stated, interval in zip(LEVELS, STATED, intervals, strict=True)
        if interval.n
    ]


def make_score_row(name: str, scores: Calibration) -> Row:
    """One measure of the whole."""
    title, kind = MEASURES[name]
    value: float = getattr(scores, name)
    return Row({"measure": name, "title": title, "estimate": value, "n": scores.n}, kind=kind)
