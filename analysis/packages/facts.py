"""What is told about a package as a whole, gathered once for all the texts that tell it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from agents.models import Provenance
from analysis.notices import say_sources
from analysis.packages.reading_answers import select_responses
from analysis.wording import say_count
from judging.models import Study


@dataclass(frozen=True, slots=True)
class Facts:
    """A study, when it was packed, how many rows each table has, and what is not in it."""

    study: Study
    at: datetime
    rows: Mapping[str, int]
    labels: Sequence[str]
    left_out: Sequence[str]
    smallest: int
    pictures: int
    versions: Sequence[int] = field(default=(1,))

    @property
    def sentence(self) -> str:
        """What this is, in a few sentences."""
        judgements = say_count(self.rows["judgements"], "judgement")
        visits = say_count(self.rows["assignments"], "visit")
        task = self.study.plugin.title
        told = f"{self.study.title}: {judgements}, human or machine, on responses to the task {task!r}, from {visits}."
        return " ".join([told, *self.labels])

    @property
    def time_frame(self) -> tuple[str, str]:
        """The first and the last day of the study."""
        begin = self.study.opened_at or self.study.created_at
        return write_time(begin)[:10], write_time(self.study.closed_at or self.at)[:10]


def list_labels(study: Study) -> list[str]:
    """What must be said wherever the data of a package show."""
    return say_sources(study, are_written=select_responses(study).filter(provenance=Provenance.WRITTEN).exists())


def write_time(at: datetime) -> str:
    """A time in UTC as a package writes it."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
