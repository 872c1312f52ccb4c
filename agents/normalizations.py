"""Normalizations that a study chooses: form taken from responses of every origin alike, when shown and as evidence.

Nothing stored is changed. A normalization is written as its name, or as "name:number"; they are applied in the order of
NORMALIZATIONS, whatever the order in which they are named.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop

from turingapp.errors import InvalidPayload, Problem
from turingapp.words import say_later

Points = list[Any]
_NAME = re.compile(r"([a-z-]+)(?::(\d{1,3}))?")
_FINAL = re.compile(r"(?<![\s.,;:!?…])[\s.,;:!?…]+$")  # tried where a row of signs begins, not at each of them
_SIGNS = re.compile(r"[^\w\s']|_")
_SPACES = re.compile(r"\s+")
_SPACE_BEFORE = re.compile(r"(?<=\w)\s+(?=[.,!?;:'])")


@dataclass(frozen=True, slots=True)
class Normalization:
    """One of them: `numbers` are those that it takes, or None; it changes texts, labels, or points."""

    name: str
    does: str  # with {n} for the number
    numbers: range | None = None
    text: Callable[[str, int], str] | None = None
    labels: Callable[[list[str], int], list[str]] | None = None
    points: Callable[[Points, int], Points] | None = None

    def describe(self, number: int) -> str:
        """What it does, as a sentence in the language of a page."""
        return gettext(self.does).format(n=number)


def plain(text: str) -> str:
    """Without accents and without any sign that is not in ASCII."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def space_evenly(text: str) -> str:
    """Single spaces, none around and none before a punctuation mark."""
    return _SPACE_BEFORE.sub("", _SPACES.sub(" ", text)).strip()


def snap(points: Points, cells: int) -> Points:
    """Each coordinate at the center of its cell of a grid, so that all lie on it; outside ones in the last cell."""
    return [[(min(max(int(value * cells), 0), cells - 1) + 0.5) / cells for value in point] for point in points]


def round_to(points: Points, decimals: int) -> Points:
    """Each coordinate with so many decimals."""
    return [[round(value, decimals) for value in point] for point in points]


def clamp(points: Points) -> Points:
    """Each coordinate within the picture."""
    return [[min(max(value, 0.0), 1.0) for value in point] for point in points]


NORMALIZATIONS: dict[str, Normalization] = {
    one.name: one
    for one in (
        Normalization(
            "ascii",
            gettext_noop("Signs outside ASCII become the nearest in it, or go."),
            text=lambda text, _: plain(text),
        ),
        Normalization("lower-case", gettext_noop("All letters are small."), text=lambda text, _: text.lower()),
        Normalization(
            "no-signs", gettext_noop("All signs but apostrophes go."), text=lambda text, _: _SIGNS.sub(" ", text)
        ),
        Normalization(
            "no-final-signs", gettext_noop("Signs at the end go."), text=lambda text, _: _FINAL.sub("", text)
        ),
        Normalization(
            "even-spaces",
            gettext_noop("Spaces are single, none before a sign."),
            text=lambda text, _: space_evenly(text),
        ),
        Normalization(
            "last-words", gettext_noop("Of labels of several words the last stays."), labels=lambda all_, _: last(all_)
        ),
        Normalization(
            "labels", gettext_noop("The first {n} labels stay."), range(1, 4), labels=lambda all_, n: all_[:n]
        ),
        Normalization(
            "fixations", gettext_noop("The first {n} fixations stay."), range(2, 101), points=lambda all_, n: all_[:n]
        ),
        Normalization(
            "inside",
            gettext_noop("Fixations outside the picture move to its edge."),
            points=lambda all_, _: clamp(all_),
        ),
        Normalization(
            "grid", gettext_noop("Fixations move to the centers of {n} x {n} cells."), range(2, 201), points=snap
        ),
        Normalization("decimals", gettext_noop("Fixations have {n} decimals."), range(1, 7), points=round_to),
    )
}


def last(labels: list[str]) -> list[str]:
    """The last word of each label; labels that are alike then stay once."""
    return list(dict.fromkeys(label.split()[-1] if label.split() else label for label in labels))


@dataclass(frozen=True, slots=True)
class Step:
    """A normalization with its number."""

    normalization: Normalization
    number: int

    def __str__(self) -> str:
        return f"{self.normalization.name}:{self.number}" if self.normalization.numbers else self.normalization.name

    @property
    def sentence(self) -> str:
        """What it does."""
        return self.normalization.describe(self.number)


def read_steps(names: Iterable[str]) -> tuple[Step, ...]:
    """The normalizations of these names in the order in which they are applied; raises InvalidPayload."""
    order = list(NORMALIZATIONS)
    steps: dict[str, Step] = {}
    for step in map(read_step, names):
        other = steps.setdefault(step.normalization.name, step)
        if other != step:
            raise refuse(str(step), say_later("there is %(other)s too; name one of them", other=other))
    return tuple(steps[name] for name in order if name in steps)


def read_step(name: str) -> Step:
    """The normalization of a name; raises InvalidPayload."""
    match = _NAME.fullmatch(name)
    found = NORMALIZATIONS.get(match[1]) if match else None
    if match is None or found is None:
        raise refuse(name, say_later("there are %(names)s", names=", ".join(NORMALIZATIONS)))
    if found.numbers is None:
        if match[2]:
            raise refuse(name, say_later("%(name)s takes no number", name=found.name))
        return Step(found, 0)
    if not match[2] or int(match[2]) not in found.numbers:
        least, most = found.numbers[0], found.numbers[-1]
        raise refuse(
            name,
            say_later(
                "it should be %(name)s:N with a number from %(least)s to %(most)s",
                name=found.name,
                least=least,
                most=most,
            ),
        )
    return Step(found, int(match[2]))


def refuse(name: str, rule: str) -> InvalidPayload:
    """The error for a name that is none."""
    return InvalidPayload([Problem("normalizations", repr(name[:40]), rule)])
