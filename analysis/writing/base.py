"""What a written report is made of, and how numbers stand in its sentences."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.figures.base import Drawing
from analysis.reports.base import Column, Kind, Row, Table
from analysis.stats.intervals import Interval

NO_INTERVAL = "an interval needs two judges and two stimuli"


@dataclass(frozen=True, slots=True)
class Passage:
    """One part of a report: sentences, lists of points, then figures and tables."""

    slug: str
    title: str
    sentences: Sequence[str] = ()
    points: Sequence[str] = ()
    drawings: Sequence[Drawing] = ()
    tables: Sequence[Table] = ()


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """A report of a study or a collection, ready for a page or a file."""

    title: str
    notices: Sequence[str]
    passages: Sequence[Passage]


def say_share(interval: Interval) -> str:
    """A share with its interval, or the reason why it has none."""
    return _say(interval, Kind.SHARE)


def say_difference(interval: Interval) -> str:
    """A difference of shares with its interval, in percentage points with a sign."""
    return _say(interval, Kind.DIFFERENCE)


def say_cell(row: Row, key: str, *, low: str = "low", high: str = "high", kind: Kind = Kind.SHARE) -> str:
    """A value of a table's row with its interval."""
    value, ends = (Column(name, "", kind, *pair).write(row) for name, pair in ((key, ()), ("", (low, high))))
    return f"{value} (95% interval {ends})" if row.values.get(low) is not None else f"{value} ({NO_INTERVAL})"


def _say(interval: Interval, kind: Kind) -> str:
    row = Row({"estimate": interval.estimate, "low": interval.low, "high": interval.high})
    return "not known" if interval.estimate is None else say_cell(row, "estimate", kind=kind)
