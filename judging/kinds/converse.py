"""People chat with each other, or with a machine, and are not told which before they have guessed."""

import random
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from agents.tasks.base import Task
from judging.asking import Given
from judging.conversing.debriefing import record_decision, record_guess
from judging.conversing.seating import seat_pairs
from judging.conversing.showing import DEBRIEF, GUESS, WAITING, show_where
from judging.conversing.waiting import answer_waiting
from judging.framing import name_minutes
from judging.kinds.meeting import MeetingKind, tell_endings, tell_longest_wait
from judging.models import Assignment, Seating, Study
from judging.protocol import Settings
from judging.screens import Screen
from judging.tokens import CONVERSE
from turingapp.errors import StaleStep


class ConverseKind(MeetingKind):
    """A visit is one conversation: waiting, talking, guessing, and the debrief."""

    slug = Study.Kind.CONVERSE
    step = CONVERSE
    invitation = gettext_noop("You will chat with a partner about a topic. Your partner may be a person or a machine.")
    endings = tell_endings(gettext_noop("There was no conversation for you this time. Thank you."))

    def name_length(self, settings: Settings) -> str:
        """How many conversations."""
        number = settings.trials_in_all
        return ngettext("%(number)d conversation", "%(number)d conversations", number) % {"number": number}

    def describe(self, task: Task) -> tuple[str, ...]:
        """What happens, in order."""
        return (
            _("You wait for a partner, then the two of you chat about a topic that is given to you."),
            _("Your partner may be a person, like you, or a machine. You are not told which until you have guessed."),
        )

    def list_rules(self, settings: Settings) -> tuple[str, ...]:
        """How to behave, and what may happen."""
        chat = settings.conversations
        if chat.flow == "turns":
            order = _("You write in turns, up to %(turns)d messages together, for at most %(time)s.")
        else:
            order = _("Both of you write whenever you like, up to %(turns)d messages together, for at most %(time)s.")
        return (
            order % {"turns": chat.turns, "time": name_minutes(chat.minutes)},
            tell_longest_wait(settings),
            _("Write as you would to anybody. Be polite, and stay with the topic."),
            _("Do not say who you are or how to reach you, and do not ask for it."),
            _("You can end the conversation at any time. If your partner leaves, you are paid in full."),
            _("After the conversation you say what you believe your partner was, then you are told."),
        )

    def seat_all(self, assignment: Assignment, waiting: list[Seating], *, at: datetime, rng: random.Random) -> int:
        """In twos, by the protocol's shares."""
        return seat_pairs(assignment, waiting, at=at, rng=rng)

    def present(
        self, assignment: Assignment, problem: str, *, at: datetime, given: Given, seconds_left: int
    ) -> Screen | None:
        """The waiting room, the conversation, the guess or the debrief."""
        return show_where(assignment, problem, at=at, given=given)

    def take(self, public_id: str, position: int, data: Mapping[str, Any], *, submission: str, at: datetime) -> None:
        """What a form around the conversation says."""
        assignment = Assignment.objects.get(public_id=public_id)
        if position == WAITING:
            answer_waiting(assignment, data.get("answer", ""), at=at)
        elif position == GUESS:
            record_guess(assignment, data, at=at)
        elif position == DEBRIEF:
            record_decision(assignment, data.get("answer", ""), at=at)
        else:
            raise StaleStep(_("This form does not belong to this visit."))
