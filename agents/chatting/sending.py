"""Taking a message: once, in order, and shown to the partner when its time has come."""

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from agents.chatting import machine
from agents.chatting.asking import ask_partner
from agents.chatting.finding import find_last
from agents.chatting.holding import Held, holding
from agents.chatting.pacing import Pace, find_pace
from agents.chatting.wording import flag_message, read_message
from agents.models import Message, Seat
from agents.models.rooms import CLIENT_ID_LENGTH
from turingapp.errors import IncompleteAnswer


class Sent(NamedTuple):
    """What became of a message: its place in the log, and its text as it stands there."""

    seq: int
    text: str


def send_message(seat: Seat, text: str, *, client_id: str, at: datetime) -> Sent:
    """Write a message into the log of its room; sent again with the same id it is there already, whatever has
    happened since.

    Raises IncompleteAnswer for a text that cannot be sent, NotYourTurn, ConversationOver.
    """
    if not client_id or len(client_id) > CLIENT_ID_LENGTH:
        raise IncompleteAnswer(
            _("A message needs an id of 1 to %(most)s characters.") % {"most": CLIENT_ID_LENGTH}, ("client_id",)
        )
    with holding(seat.room_id, at=at) as held:
        found = find_last(held.room.pk, held.state.turns, seat_id=seat.pk, client_id=client_id)
        for known in found:
            if (known.seat_id, known.client_id) == (seat.pk, client_id):
                return Sent(known.seq, known.text)
        said = read_message(text, longest=held.rules.longest_message)
        last_said = found[0] if found else None
        message = write_message(held, held.seat(seat.role), said, last_said, client_id=client_id, at=at)
    return Sent(message.seq, message.text)


def write_message(held: Held, seat: Seat, text: str, last: Message | None, *, client_id: str, at: datetime) -> Message:
    """The message after the last one of the log, in a room that is held; asks a partner that is an AI agent."""
    writing_from, release_at = pace_message(held, seat, text, last, at=at)
    held.state = machine.say(held.state, seat.role, held.rules, at=at, release_at=release_at, writing_from=writing_from)
    message = Message.objects.create(
        room=held.room,
        seat=seat,
        seq=held.state.turns,
        client_id=client_id,
        text=text,
        flags=flag_message(text),
        sent_at=at,
        release_at=held.state.last_release_at or at,
    )
    ask_partner(held, seat.role, at=message.release_at)
    return message


def pace_message(held: Held, seat: Seat, text: str, last: Message | None, *, at: datetime) -> Pace:
    """Since when a message sent now counts as being written, and when it is shown, after the last one of the log."""
    return find_pace(
        seed=held.room.seed,
        role=seat.role,
        seq=held.state.turns + 1,
        text=text,
        heard=last.text if last and last.seat_id != seat.pk else "",
        heard_at=max(filter(None, (held.state.opened_at, last.release_at if last else None)), default=at),
        sent_at=at,
        pace=held.rules.pace,
    )
