"""What a written report is made of, and how numbers stand in its sentences."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_noop

from analysis.figures.base import Drawing
from analysis.reports.base import Column, Kind, Row, Table, bracket
from analysis.stats.intervals import Interval
from turingapp.words import SPACE, Listing, Words, say_later

NO_INTERVAL = say_later("an interval needs two judges and two stimuli")
WITH_INTERVAL = gettext_noop("%(value)s (95%% interval %(ends)s)")


@dataclass(frozen=True, slots=True)
class Passage:
    """One part of a report: sentences, lists of points, then figures and tables."""

    slug: str
    title: str
    sentences: Sequence[str] = ()
    points: Sequence[str] = ()
    drawings: Sequence[Drawing] = ()
    tables: Sequence[Table] = ()

    @property
    def told(self) -> Listing:
        """Its sentences, one after the other."""
        return Listing(self.sentences, SPACE)


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """A report of a study or a collection, ready for a page or a file."""

    title: str
    notices: Sequence[str]
    passages: Sequence[Passage]


def say_share(interval: Interval) -> Words:
    """A share with its interval, or the reason why it has none."""
    return _say(interval, Kind.SHARE)


def say_difference(interval: Interval) -> Words:
    """A difference of shares with its interval, in percentage points with a sign."""
    return _say(interval, Kind.DIFFERENCE)


def say_cell(row: Row, key: str, *, low: str = "low", high: str = "high", kind: Kind = Kind.SHARE) -> Words:
    """A value of a table's row with its interval."""
    value, ends = (Column(name, "", kind, *pair).write(row) for name, pair in ((key, ()), ("", (low, high))))
    if row.values.get(low) is None:
        return bracket(value, NO_INTERVAL)
    return say_later(WITH_INTERVAL, value=value, ends=ends)


def _say(interval: Interval, kind: Kind) -> Words:
    row = Row({"estimate": interval.estimate, "low": interval.low, "high": interval.high})
    unknown = say_later("not known")
    return unknown if interval.estimate is None else say_cell(row, "estimate", kind=kind)
