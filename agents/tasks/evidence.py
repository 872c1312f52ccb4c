"""What an AI judge may look at; how it becomes numbers is decided in analysis/features.py."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """Words as they were normalized."""

    text: str


@dataclass(frozen=True, slots=True)
class Image:
    """A picture, by its opaque media id."""

    media: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """A fixed-length row of numbers; missing ones are NaN."""

    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Distance:
    """How far apart two texts are in an embedding."""

    first: Text
    second: Text


@dataclass(frozen=True, slots=True)
class Scanpath:
    """Fixations in order, each x and y as fractions of the picture; with durations where these were measured."""

    points: tuple[tuple[float, float], ...]
    durations_ms: tuple[float, ...] = ()


Evidence = Text | Image | Numbers | Distance | Scanpath


@dataclass(frozen=True, slots=True)
class Example:
    """The evidence on one role of one response."""

    role: str
    evidence: tuple[Evidence, ...]
