"""What the page of one conversation shows beside how it stands: what was said, and what AI agents could not answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext

from agents.failures import Failure
from agents.models import AskedTurn, Message, Room
from turingapp.workplace.recruiting.board_shown import write_minutes


@dataclass(frozen=True, slots=True)
class FailedTry:
    """One try of an AI agent that gave no answer."""

    after: int
    agent: str
    why: str
    said: str


@dataclass(frozen=True, slots=True)
class SaidLine:
    """One message as the replay shows it, so many milliseconds after the first may come."""

    role: str
    text: str
    flags: Sequence[str]
    after_ms: int
    time: str
    is_held: bool  # the partner does not see it yet


def list_failed_tries(room: Room) -> list[FailedTry]:
    """What AI agents could not answer in a conversation, in its order."""
    turns = AskedTurn.objects.filter(seat__room=room).exclude(failures=[]).order_by("after")
    return [
        FailedTry(turn.after, entry["agent"], gettext(Failure(entry["kind"]).label), entry["said"])
        for turn in turns
        for entry in turn.failures
    ]


def lay_out(room: Room, said: Sequence[Message], *, at: datetime) -> list[SaidLine]:
    """The messages with the times at which the partner saw each."""
    begun = room.opened_at or room.made_at
    return [describe_message(message, message.release_at - begun, is_held=message.release_at > at) for message in said]


def describe_message(message: Message, after: timedelta, *, is_held: bool) -> SaidLine:
    """One message, so long after the beginning."""
    seconds = max(0.0, after.total_seconds())
    return SaidLine(
        message.seat.role, message.text, message.flags, round(seconds * 1000), write_minutes(seconds), is_held
    )
