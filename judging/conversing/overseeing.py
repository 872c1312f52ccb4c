"""What an experimenter does about a conversation of a study; what is done to one of a game is done to both."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from agents.chatting import overseeing
from agents.chatting.machine import ConversationOver
from agents.models import Room
from judging.models import Game


def extend_conversation(room: Room, *, minutes: int, seen_seconds: float, by: str, at: datetime) -> None:
    """Give a conversation more time, once for what was `seen_seconds` in all. Raises Refused and ConversationOver."""

    def extend(one: Room) -> None:
        overseeing.extend_room(one, minutes=minutes, seen_seconds=seen_seconds, by=by, at=at)

    do_together(room, extend)


def stop_conversation(room: Room, *, by: str, at: datetime) -> None:
    """End a conversation; its people are paid in full. Raises Refused before it has begun, and ConversationOver."""

    def stop(one: Room) -> None:
        overseeing.stop_room(one, by=by, at=at)

    do_together(room, stop)


@transaction.atomic
def do_together(room: Room, deed: Callable[[Room], None]) -> None:
    """Do something to a room and to the other one of its game, unless that one is over."""
    for one in list_together(room):
        try:
            deed(one)
        except ConversationOver:
            if one.pk == room.pk:
                raise


def list_together(room: Room) -> list[Room]:
    """The rooms of the game that is played in a room; the room alone where there is none."""
    games = Game.objects.select_related("human_room", "machine_room")
    game = games.filter(Q(human_room=room) | Q(machine_room=room)).first()
    return [room] if game is None else game.rooms
