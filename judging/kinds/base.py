"""The contract of a kind of study: what a visit does between its instructions and its last questions."""

import math
import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

from django.utils.translation import gettext_noop, ngettext

from agents.tasks.base import Task
from judging.asking import Given
from judging.drawing import OrderedPlaces
from judging.foreseeing import Foreseen
from judging.models import Assignment, Judge, Protocol, Study
from judging.protocol import Settings
from judging.screens import SampleTrial, Screen

COME_BACK = gettext_noop("You can reload a page, or come back later by the same address, and go on where you stopped.")


def tell_least_time(settings: Settings) -> str:
    """How long a trial is looked at before an answer counts, as a sentence."""
    told = ngettext(
        "Take your time: an answer counts after %(seconds)s second.",
        "Take your time: an answer counts after %(seconds)s seconds.",
        math.ceil(settings.min_seconds),
    )
    return told % {"seconds": f"{settings.min_seconds:g}"}


class StudyKind(ABC):
    """What differs between two kinds of study; without state. `slug` is one of Study.Kind."""

    slug: ClassVar[Study.Kind]
    step: ClassVar[str]  # the stage in the signed steps of its forms
    invitation: ClassVar[str]  # what the link page says first

    # Of endings that mean something else here than in judging: the heading and the sentence.
    endings: ClassVar[Mapping[str, tuple[str, str]]] = {}

    @abstractmethod
    def name_length(self, settings: Settings) -> str:
        """How much a visit is, in words: 20 trials."""

    @abstractmethod
    def tell_done(self, trials: int) -> str:
        """How much somebody has done by these answered trials, as a sentence; empty where there is nothing to count."""

    @abstractmethod
    def lay_out(self, protocol: Protocol, settings: Settings, *, seed: int) -> None:
        """The places of a new protocol; raises PoolTooSmall and InvalidProtocol where nobody could be given a visit."""

    @abstractmethod
    def foresee(self, settings: Settings, *, at: datetime) -> Foreseen:
        """What these settings come to with the pools as they are now; nothing is written."""

    @abstractmethod
    def count_most_trials(self, settings: Settings) -> int:
        """The most trials, up to those of the settings, that the pools can give one person; 0 for none."""

    @abstractmethod
    def draw(self, judge: Judge, protocol: Protocol, rng: random.Random, *, takes_places: bool) -> OrderedPlaces:
        """The places of one person's visit, in order; raises StudyFull and NotEligible."""

    @abstractmethod
    def count_visits_left(self, protocol: Protocol) -> int:
        """How many more visits the protocol's places can give, at most."""

    @abstractmethod
    def describe(self, task: Task) -> tuple[str, ...]:
        """The instructions, as paragraphs."""

    @abstractmethod
    def list_rules(self, settings: Settings) -> tuple[str, ...]:
        """What a person should know of what comes, as short sentences."""

    @abstractmethod
    def sample(self, task: Task, settings: Settings) -> SampleTrial | None:
        """What a preview shows of the work, made up; None where nothing can be shown alone."""

    @abstractmethod
    def present(
        self, assignment: Assignment, problem: str, *, at: datetime, given: Given, seconds_left: int
    ) -> Screen | None:
        """The page at which the work stands; None where the last of it was done, in another window, by now."""

    @abstractmethod
    def take(
        self, public_id: str, position: int, data: Mapping[str, Any], *, submission: str, at: datetime
    ) -> Assignment | None:
        """Do what a form of that page says; gives the visit after it where it was at hand.

        Raises StaleStep, AssignmentClosed, TooFast, IncompleteAnswer.
        """
