"""Kinds of study in which people meet, live: they wait, are seated with others, and talk."""

import random
from abc import abstractmethod
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from agents.adding import find_agent, find_system
from agents.ai_agents import AI_AGENTS
from agents.tasks.base import Task
from judging.conversing.keeping import TASK
from judging.drawing import OrderedPlaces
from judging.foreseeing import Foreseen
from judging.framing import name_minutes
from judging.kinds.base import StudyKind
from judging.models import Assignment, Judge, Protocol, Seating
from judging.protocol import Settings
from judging.screens import SampleTrial
from turingapp.errors import InvalidPayload, InvalidProtocol, Problem, StudyFull, UnknownPlugin

State = Assignment.State
MAY_STILL_TALK = Q(state=State.OPEN)
HAS_TALKED = Q(seating__seat__room__opened_at__isnull=False)


def tell_endings(nobody_came: str) -> dict[str, tuple[str, str]]:
    """What is said at the end of a visit in which people talked, or were to talk and nobody came."""
    return {
        State.SCREENED_OUT: (gettext_noop("Your visit ends here"), nobody_came),
        State.WITHDRAWN: (
            gettext_noop("You stopped"),
            gettext_noop("You stopped before the end. What you said is kept."),
        ),
        State.ERASED: (
            gettext_noop("Your words are erased"),
            gettext_noop("Everything you said and told about yourself is deleted."),
        ),
    }


def tell_longest_wait(settings: Settings) -> str:
    """How long somebody waits at most, as two sentences."""
    told = _("Waiting takes up to %(time)s. If nobody comes, you are paid for your time.")
    return told % {"time": name_minutes(settings.conversations.wait_minutes)}


class MeetingKind(StudyKind):
    """No places are laid out or drawn: who meets whom is chosen when they are there."""

    @abstractmethod
    def seat_all(self, assignment: Assignment, waiting: list[Seating], *, at: datetime, rng: random.Random) -> int:
        """Make the rooms for those who wait, under the study's lock; returns how many."""

    def tell_done(self, trials: int) -> str:
        """Nothing: there is one conversation."""
        return ""

    def lay_out(self, protocol: Protocol, settings: Settings, *, seed: int) -> None:
        """Nothing but a look whether the AI agents that people may meet can talk; raises InvalidProtocol."""
        if problems := find_silent(settings, at=protocol.created_at):
            raise InvalidProtocol(problems)

    def foresee(self, settings: Settings, *, at: datetime) -> Foreseen:
        """Who may take part; how many meet whom is chosen when they are there."""
        people = settings.conversations.people
        with transaction.atomic():
            problems = tuple(find_silent(settings, at=at))
            transaction.set_rollback(True)  # an agent that was not there yet is made by looking for it
        return Foreseen(trials=settings.trials, people=people, given=people, problems=problems)

    def count_most_trials(self, settings: Settings) -> int:
        """All: conversations are made, not drawn."""
        return settings.trials

    def draw(self, judge: Judge, protocol: Protocol, rng: random.Random, *, takes_places: bool) -> OrderedPlaces:
        """No places. Raises StudyFull."""
        if takes_places and not self.count_visits_left(protocol):
            raise StudyFull(_("Every place of this study is taken. Thank you for your interest."))
        return []

    def count_visits_left(self, protocol: Protocol) -> int:
        """How many more people may take part; who never talked left their place to somebody else."""
        visits = protocol.assignments.filter(MAY_STILL_TALK | HAS_TALKED, kind=Assignment.Kind.MAIN)
        return max(0, protocol.settings.conversations.people - visits.count())

    def sample(self, task: Task, settings: Settings) -> SampleTrial | None:
        """None: there is no conversation without a partner."""
        return None


def find_silent(settings: Settings, *, at: datetime) -> list[Problem]:
    """The AI agents that people may meet and that cannot talk here, each with the reason."""
    found = [(name, find_problem(name, at=at)) for name in settings.conversations.machines]
    return [Problem("chat.partners", repr(name), problem) for name, problem in found if problem]


def find_problem(name: str, *, at: datetime) -> str:
    """Why nobody can meet the AI agent of this name here; empty where they can."""
    try:
        system = find_system(find_agent(name, at=at))
    except (UnknownPlugin, InvalidPayload) as error:
        return str(error)
    if TASK not in system.tasks:
        able = ", ".join(agent.slug for agent in AI_AGENTS if TASK in agent.tasks)
        return _("it does not talk; %(able)s do") % {"able": able}
    return " ".join(system.find_lacks())
