"""People chat with each other, or with a machine, and are not told which before they have guessed."""

import random
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from agents.tasks.base import Task
from judging.asking import Given
from judging.conversing.debriefing import record_decision, record_guess
from judging.conversing.seating import seat_pairs
from judging.conversing.showing import DEBRIEF, GUESS, WAITING, show_where
from judging.conversing.waiting import answer_waiting
from judging.kinds.meeting import MeetingKind, name_minutes, tell_endings
from judging.models import Assignment, Seating, Study
from judging.protocol import Settings
from judging.screens import Screen
from judging.tokens import CONVERSE
from turingapp.errors import StaleStep


class ConverseKind(MeetingKind):
    """A visit is one conversation: waiting, talking, guessing, and the debrief."""

    slug = Study.Kind.CONVERSE
    step = CONVERSE
    invitation = "You will chat with a partner about a topic. Your partner may be a person or a machine."
    unit = "conversation"
    endings = tell_endings(unit)

    def describe(self, task: Task) -> tuple[str, ...]:
        """What happens, in order."""
        return (
            "You wait for a partner, then the two of you chat about a topic that is given to you.",
            "Your partner may be a person, like you, or a machine. You are not told which until you have guessed.",
        )

    def list_rules(self, settings: Settings) -> tuple[str, ...]:
        """How to behave, and what may happen."""
        chat = settings.conversations
        order = "You write in turns" if chat.flow == "turns" else "Both of you write whenever you like"
        return (
            f"{order}, up to {chat.turns} messages together, for at most {name_minutes(chat.minutes)}.",
            f"Waiting takes up to {name_minutes(chat.wait_minutes)}. If nobody comes, you are paid for your time.",
            "Write as you would to anybody. Be polite, and stay with the topic.",
            "Do not say who you are or how to reach you, and do not ask for it.",
            "You can end the conversation at any time. If your partner leaves, you are paid in full.",
            "After the conversation you say what you believe your partner was, then you are told.",
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
            raise StaleStep("This form does not belong to this visit.")
