"""Reading the audit log: chosen lines, newest first, and the same as a file."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from analysis.exporting import BYTE_ORDER_MARK, format_line
from turingapp.members.models import AuditEntry

UTC = ZoneInfo("UTC")
COLUMNS = ("at", "who", "way", "deed", "doing", "study", "on", "outcome")


@dataclass(frozen=True, slots=True)
class Choice:
    """Which lines are asked for; what is empty leaves out none."""

    who: str = ""
    deed: str = ""
    study: str = ""
    outcome: str = ""
    since: date | None = None
    until: date | None = None

    def choose(self) -> "QuerySet[AuditEntry]":
        """The lines, newest first; `until` is the last day that is in it."""
        named = {name: getattr(self, name) for name in ("who", "deed", "study", "outcome") if getattr(self, name)}
        lines = AuditEntry.objects.filter(**named)
        if self.since:
            lines = lines.filter(at__gte=datetime.combine(self.since, time.min, UTC))
        if self.until:
            lines = lines.filter(at__lte=datetime.combine(self.until, time.max, UTC))
        return lines


def write_log(lines: "QuerySet[AuditEntry]") -> Iterator[str]:
    """The lines as CSV, safe in spreadsheets."""
    yield BYTE_ORDER_MARK + format_line(list(COLUMNS))
    for line in lines.iterator():
        values = [getattr(line, name) for name in COLUMNS[1:]]
        yield format_line([line.at.isoformat(), *values], for_spreadsheets=True)
