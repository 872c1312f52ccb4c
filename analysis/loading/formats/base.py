"""The contract of a format of judgements: rows out, with the place each came from."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from agents.formats.base import Author, LeftOut, StimulusRow
from agents.models import Origin
from agents.tasks.base import WHOLE
from judging.models import TrialKind
from turingapp.errors import Problem


@dataclass(frozen=True, slots=True)
class JudgementRow:
    """One trial with its verdicts as a file has it."""

    where: str  # "file, Trial_12"; never who judged
    judge: str  # "platform:id", hashed at once and never stored
    visit: str  # what tells one visit of this judge from another
    told: Mapping[str, Any]  # what the judge told of themselves, as visits keep it
    position: int | None  # None where the file does not say
    stimulus: StimulusRow
    authors: tuple[Author, ...]
    slot: str  # what tells this response from others of the same authors to the same stimulus
    verdicts: Mapping[str, Origin]  # by role
    guesses: Mapping[str, str] = field(default_factory=dict)  # of the authors' genders, by role
    view: int = WHOLE
    rt_ms: int | None = None
    kind: TrialKind = TrialKind.MAIN


@dataclass(frozen=True, slots=True)
class Label:
    """What somebody else says of the speakers of a conversation: their origins and, where known, the AI agent."""

    origins: tuple[Origin, Origin]
    agent: str = ""


@dataclass(frozen=True, slots=True)
class Options:
    """What may be said besides the files."""

    labels: Mapping[str, Label] = field(default_factory=dict)  # by the number of the conversation
    with_debug: bool = False


JudgementItem = JudgementRow | Problem | LeftOut


class JudgementFormat(ABC):
    """A file format of judgements; without state."""

    slug: ClassVar[str]
    title: ClassVar[str]
    says: ClassVar[str] = "of the original study"  # whose judgements they are

    @abstractmethod
    def read_judgements(self, path: Path, task: str, options: Options) -> Iterator[JudgementItem]:
        """The judged trials of one file; one that cannot be read becomes a Problem with its place."""
