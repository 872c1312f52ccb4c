"""What an experimenter does about a conversation, never without a trace: have its text shown, add time, stop it."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from agents.chatting import machine
from agents.chatting.holding import holding
from agents.chatting.machine import ConversationOver, Phase
from agents.chatting.rules import Rules
from agents.models import Message, Room, RoomTrace
from turingapp.errors import Refused

MOST_MINUTES = 60  # added at once

Kind = RoomTrace.Kind


@transaction.atomic
def show_text(room: Room, *, by: str, at: datetime) -> list[Message]:
    """The messages of a room in their order, those that are held back too; who was shown them is written down first."""
    RoomTrace.objects.create(room=room, kind=Kind.SHOW, by=by, at=at)
    return list(Message.objects.filter(room=room).select_related("seat").order_by("seq"))


def extend_room(room: Room, *, minutes: int, seen_seconds: float, by: str, at: datetime) -> None:
    """Give a conversation more time to talk, on top of the `seen_seconds` that whoever asks for it knew of, so that a
    form sent twice adds once. Raises Refused and ConversationOver.
    """
    if not 1 <= minutes <= MOST_MINUTES:
        raise Refused(
            _("%(number)s minutes cannot be added; it should be 1 to %(most)s.")
            % {"number": minutes, "most": MOST_MINUTES}
        )
    with holding(room.pk, at=at) as held:
        if held.state.phase == Phase.OVER:
            raise ConversationOver(_("The conversation is over; no time can be added to it."))
        if held.rules.talk_seconds != seen_seconds:
            raise Refused(
                _("The time was changed meanwhile, to %(number)s minutes in all.")
                % {"number": format(held.rules.talk_seconds / 60, "g")}
            )
        held.rules = Rules(**{**held.room.rules, "talk_seconds": seen_seconds + 60 * minutes})
        held.room.rules = held.rules.model_dump(mode="json")
        held.room.save(update_fields=("rules",))
        RoomTrace.objects.create(room=held.room, kind=Kind.EXTEND, minutes=minutes, by=by, at=at)


def stop_room(room: Room, *, by: str, at: datetime) -> None:
    """End a conversation; its people go on to the last pages and are paid in full. Raises Refused before it has begun,
    and ConversationOver.
    """
    with holding(room.pk, at=at) as held:
        if held.state.phase == Phase.READYING:
            raise Refused(_("The conversation has not begun; its ready-check ends by itself."))
        if held.state.phase == Phase.OVER:
            raise ConversationOver(_("The conversation is over already."))
        held.state = machine.stop(held.state, held.rules, at=at)
        RoomTrace.objects.create(room=held.room, kind=Kind.STOP, by=by, at=at)
