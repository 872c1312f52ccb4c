"""The contract of a file format: rows in, stimuli and responses out, with the place each came from."""

from abc import ABC
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from agents.models import Origin
from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later


@dataclass(frozen=True, slots=True)
class StimulusRow:
    """One stimulus as a file has it, unchecked. `media` maps payload fields to file names in the media folder."""

    where: str  # "file, line 3"
    key: str
    payload: Mapping[str, Any]
    media: Mapping[str, str] = field(default_factory=dict)
    facets: Mapping[str, str] = field(default_factory=dict)
    is_catch: bool = False


@dataclass(frozen=True, slots=True)
class Author:
    """Who made a response, as a file has it."""

    role: str
    origin: Origin
    agent: str  # its slug, after slugify
    title: str = ""
    person: str = ""  # a human's id as "platform:id", hashed at once and never stored
    gender: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ResponseRow:
    """One response as a file has it, unchecked; its stimulus is made (pending) where it is not known yet."""

    where: str
    stimulus: StimulusRow
    authors: tuple[Author, ...]
    payload: Mapping[str, Any]
    key: str = ""  # the file's own id of the response; "" to know it by its content
    beside: Mapping[str, Any] = field(default_factory=dict)  # what the file says besides; kept with the raw payload


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A row that holds no answer and is left out with a count; nothing is wrong with the file."""

    where: str
    reason: str


StimulusItem = StimulusRow | Problem | LeftOut
ResponseItem = ResponseRow | Problem | LeftOut


class Format(ABC):
    """A published or own file format; without state. A format reads stimuli, responses, or both."""

    slug: ClassVar[str]
    title: ClassVar[str]
    tasks: ClassVar[tuple[str, ...] | None] = None  # None: any task
    options: ClassVar[Mapping[str, str]] = {}  # what may be said besides the file, with its meaning

    def configure(self, given: Mapping[str, str]) -> "Format":
        """The format with these options; raises InvalidPayload for one it does not have."""
        take_options(self, given)
        return self

    def read_stimuli(self, path: Path, task: str) -> Iterator[StimulusItem]:
        """The stimuli of one file; a row that cannot be read becomes a Problem with its place."""
        yield Problem("format", repr(self.slug), say_later("it holds no stimuli"), str(path))

    def read_responses(self, path: Path, task: str) -> Iterator[ResponseItem]:
        """The responses of one file; a row that cannot be read becomes a Problem with its place."""
        yield Problem("format", repr(self.slug), say_later("it holds no responses"), str(path))


def take_options(form: Format, given: Mapping[str, str]) -> dict[str, str]:
    """The options, where the format has them all; raises InvalidPayload."""
    known = ", ".join(form.options) or say_later("none")
    problems = [
        Problem(
            "option",
            repr(name),
            say_later("the options of the format %(form)s are: %(known)s", form=form.slug, known=known),
        )
        for name in given
        if name not in form.options
    ]
    if problems:
        raise InvalidPayload(problems)
    return dict(given)
