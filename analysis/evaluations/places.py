"""Where the folds of an evaluation stand, and where their predictions are kept."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from django.utils.translation import gettext_noop

from analysis.ai_judges.base import Floats, Fold


class Setting(StrEnum):
    """What is asked of a judge."""

    ORDINARY = "ordinary"
    HELD_OUT = "held-out"
    UNSEEN = "unseen"
    NORMALIZED = "normalized"
    ORIGINAL = "original"


TITLES = {
    Setting.ORDINARY: gettext_noop("Ordinary"),
    Setting.HELD_OUT: gettext_noop("Agent held out"),
    Setting.UNSEEN: gettext_noop("Text not in training"),
    Setting.NORMALIZED: gettext_noop("Without form"),
    Setting.ORIGINAL: gettext_noop("The original's ungrouped folds"),
}
SETTINGS = (Setting.ORDINARY, Setting.HELD_OUT, Setting.UNSEEN, Setting.NORMALIZED)
# Unseen texts are read off the ordinary predictions: nothing is fitted for them.
FITTED = (Setting.ORDINARY, Setting.HELD_OUT, Setting.NORMALIZED, Setting.ORIGINAL)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a fold stands in an evaluation."""

    judge: str
    setting: Setting
    seed: int
    number: int
    held_out: str = ""

    @property
    def key(self) -> str:
        """Its name, for a store."""
        return f"{self.judge}/{self.setting}/{self.seed}/{self.number}/{self.held_out}"


class Store(Protocol):
    """Where predictions are kept, so that a run that was killed goes on with the fold where it was."""

    def find(self, place: Place) -> Floats | None:
        """P(human) of the fold's test rows, where they are known."""

    def keep(self, place: Place, fold: Fold, p: Floats) -> None:
        """Keep them; raises where the run is no longer the worker's own."""


@dataclass
class Memory:
    """A store that ends with the process."""

    known: dict[str, Floats] = field(default_factory=dict)

    def find(self, place: Place) -> Floats | None:
        """As kept."""
        return self.known.get(place.key)

    def keep(self, place: Place, fold: Fold, p: Floats) -> None:
        """In a dictionary."""
        self.known[place.key] = p
