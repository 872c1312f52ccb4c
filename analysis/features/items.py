"""The items that AI judges judge: one example of a response each, with what is true of it kept apart."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import singledispatch

from agents.models import Origin
from agents.tasks.evidence import Distance, Evidence, Image, Numbers, Scanpath, Text
from analysis.features.scanpaths import normalize_points
from analysis.features.texts import normalize_form


@dataclass(frozen=True, slots=True)
class Item:
    """One example: `group` is its stimulus, `author` its person where known; `key` is stable between runs."""

    key: str
    group: str
    origin: Origin
    agent: str
    evidence: tuple[Evidence, ...]
    author: str = ""
    response: int = 0  # of the database; 0 where it comes from a file

    @property
    def is_human(self) -> bool:
        """Whether a human made it."""
        return self.origin == Origin.HUMAN


@singledispatch
def drop_form(evidence: Evidence) -> Evidence:
    """The evidence without what form alone gives away; pictures and numbers stay."""
    return evidence


@drop_form.register
def _(evidence: Text) -> Text:
    return Text(normalize_form(evidence.text))


@drop_form.register
def _(evidence: Distance) -> Distance:
    return Distance(Text(normalize_form(evidence.first.text)), Text(normalize_form(evidence.second.text)))


@drop_form.register
def _(evidence: Scanpath) -> Scanpath:
    return Scanpath(normalize_points(evidence.points), evidence.durations_ms)


@drop_form.register
def _(evidence: Numbers) -> Numbers:
    return Numbers(tuple(round(min(max(value, 0.0), 1.0), 2) if value == value else value for value in evidence.values))


def normalize_items(items: Sequence[Item]) -> list[Item]:
    """The same items with their form taken away."""
    return [replace(item, evidence=tuple(drop_form(one) for one in item.evidence)) for item in items]


def find_text(item: Item) -> str:
    """What the agent wrote; empty where it wrote nothing."""
    return "\n".join(text for one in item.evidence if (text := _read_text(one)) is not None)


def _read_text(evidence: Evidence) -> str | None:
    if isinstance(evidence, Distance):
        return evidence.second.text
    return evidence.text if isinstance(evidence, Text) else None


def find_cue(item: Item) -> str | None:
    """The word that the agent's word was given for."""
    return next((one.first.text for one in item.evidence if isinstance(one, Distance)), None)


def find_points(item: Item) -> tuple[tuple[float, float], ...] | None:
    """The scanpath of an item."""
    return next((one.points for one in item.evidence if isinstance(one, Scanpath)), None)


def find_durations(item: Item) -> tuple[float, ...]:
    """How many milliseconds each fixation of an item lasted; empty where that is not known."""
    return next((one.durations_ms for one in item.evidence if isinstance(one, Scanpath)), ())


def find_numbers(item: Item) -> tuple[float, ...] | None:
    """The plain numbers of an item."""
    return next((one.values for one in item.evidence if isinstance(one, Numbers)), None)


def find_image(item: Item) -> str | None:
    """The picture that an item shows, by its media id."""
    return next((one.media for one in item.evidence if isinstance(one, Image)), None)
