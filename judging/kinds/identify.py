"""People talk in threes: a judge with two witnesses at once, one human and one AI, and says which one is human."""

import random
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from agents.tasks.base import Task
from judging.asking import Given
from judging.conversing.waiting import answer_waiting
from judging.framing import name_minutes
from judging.identifying.choosing import record_choice, record_game_decision
from judging.identifying.playing import end_early, note_judge_ready
from judging.identifying.seating import seat_games
from judging.identifying.showing import CHOICE, DEBRIEF, ENOUGH, READY, WAITING, show_game_where
from judging.kinds.meeting import MeetingKind, tell_endings, tell_longest_wait
from judging.models import Assignment, Seating, Study
from judging.protocol import Settings
from judging.screens import Screen
from judging.tokens import IDENTIFY
from turingapp.errors import StaleStep


class IdentifyKind(MeetingKind):
    """A visit is one game: waiting, talking as the judge or as a witness, the choice, and the debrief."""

    slug = Study.Kind.IDENTIFY
    step = IDENTIFY
    invitation = gettext_noop(
        "You will chat, either as a judge who is to find out which of two witnesses is human, or as a witness."
    )
    endings = tell_endings(gettext_noop("There was no game for you this time. Thank you."))

    def name_length(self, settings: Settings) -> str:
        """How many games."""
        number = settings.trials_in_all
        return ngettext("%(number)d game", "%(number)d games", number) % {"number": number}

    def describe(self, task: Task) -> tuple[str, ...]:
        """The game, and the two parts in it."""
        return (
            _("Three take part in a game: a judge and two witnesses. One witness is a person, the other is a machine."),
            _("The judge talks with both at the same time and then says which one is the human."),
            _(
                "You may be the judge or the human witness; that is drawn by lot. "
                "The judge is to find out who is human."
            ),
            _("The witness is to convince the judge."),
        )

    def list_rules(self, settings: Settings) -> tuple[str, ...]:
        """How to behave, and what may happen."""
        chat = settings.conversations
        return (
            _("Each conversation has up to %(turns)d messages and takes at most %(time)s.")
            % {"turns": chat.turns, "time": name_minutes(chat.minutes)},
            tell_longest_wait(settings),
            _("Be polite. Do not say who you are or how to reach you, and do not ask for it."),
            _("You can stop at any time. If somebody else leaves, you are paid in full."),
        )

    def seat_all(self, assignment: Assignment, waiting: list[Seating], *, at: datetime, rng: random.Random) -> int:
        """In twos: a judge and a witness."""
        return seat_games(assignment, waiting, at=at, rng=rng)

    def present(
        self, assignment: Assignment, problem: str, *, at: datetime, given: Given, seconds_left: int
    ) -> Screen | None:
        """The waiting room, the game, the choice or the debrief."""
        return show_game_where(assignment, problem, at=at, given=given)

    def take(self, public_id: str, position: int, data: Mapping[str, Any], *, submission: str, at: datetime) -> None:
        """What a form around the game says."""
        assignment = Assignment.objects.get(public_id=public_id)
        if position == WAITING:
            answer_waiting(assignment, data.get("answer", ""), at=at)
        elif position == READY:
            note_judge_ready(assignment, at=at)
        elif position == ENOUGH:
            end_early(assignment, at=at)
        elif position == CHOICE:
            record_choice(assignment, data, at=at)
        elif position == DEBRIEF:
            record_game_decision(assignment, data.get("answer", ""), at=at)
        else:
            raise StaleStep(_("This form does not belong to this visit."))
