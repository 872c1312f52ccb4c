"""Being there, and going: the ready-check, the end that a speaker makes, and words taken back."""

from datetime import datetime

from agents.chatting import machine
from agents.chatting.holding import holding
from agents.models import Message, Seat

ERASED = "[erased]"


def be_ready(seat: Seat, *, at: datetime) -> None:
    """Note that a speaker is there; said twice, it is no news."""
    with holding(seat.room_id, at=at) as held:
        held.state = machine.be_ready(held.state, seat.role, held.rules, at=at)


def leave(seat: Seat, *, at: datetime) -> None:
    """End the conversation for both; after its end only the leaving is noted."""
    with holding(seat.room_id, at=at) as held:
        held.state = machine.leave(held.state, seat.role, held.rules, at=at)
        Seat.objects.filter(pk=seat.pk, left_at=None).update(left_at=at)


def erase_words(seat: Seat, *, at: datetime) -> None:
    """Leave the conversation and take back every word said from this seat; the partner's stay."""
    leave(seat, at=at)
    Message.objects.filter(seat=seat).update(text=ERASED, flags=[])
    Seat.objects.filter(pk=seat.pk, erased_at=None).update(erased_at=at)
