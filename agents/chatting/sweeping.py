"""Rooms that nobody looks at any more: what fell due there by time is written down."""

from datetime import datetime

from agents.chatting.holding import holding, read_seats, read_state
from agents.chatting.machine import settle
from agents.chatting.rules import Rules
from agents.models import Room


def settle_rooms(*, at: datetime) -> int:
    """Bring every room that is not over to how it stands at this time; returns for how many that was news.

    Only rooms in which something fell due are locked, so that it may run often, and twice at once.
    """
    rooms = Room.objects.exclude(phase=Room.Phase.OVER).prefetch_related("seats")
    due = [room for room in rooms if is_due(room, at=at)]
    for room in due:
        with holding(room.pk, at=at):
            continue
    return len(due)


def is_due(room: Room, *, at: datetime) -> bool:
    """Whether time alone has changed how a room stands."""
    state = read_state(room, read_seats(room))
    return settle(state, Rules.model_validate(room.rules), at=at) != state
