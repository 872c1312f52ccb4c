"""Stopping a visit in the middle of a conversation: the partner is let go, and what was said is kept or erased."""

from datetime import datetime

from agents.chatting.leaving import erase_words, leave
from agents.models import Seat
from judging.conversing.keeping import offer_conversation
from judging.models import Assignment, Choice, Game, Seating

NOTHING = {"guess": "", "sure": None, "reason": "", "guessed_at": None, "keeps": None, "decided_at": None}


def leave_conversation(locked: Assignment, *, erases: bool, at: datetime) -> None:
    """End the conversation of a visit that the caller has locked and stopped; of other visits there is none."""
    seating = Seating.objects.filter(assignment=locked).select_related("seat__room").first()
    if seating is None or seating.seat is None:
        return
    if erases:
        for seat in list_seats(seating.seat):
            erase_words(seat, at=at)
        Seating.objects.filter(pk=seating.pk).update(**NOTHING)
        Choice.objects.filter(game__judge=seating).delete()
    else:
        for seat in list_seats(seating.seat):
            leave(seat, at=at)
        seating.seat.room.refresh_from_db()
        offer_conversation(seating.seat.room, at=at)


def list_seats(seat: Seat) -> list[Seat]:
    """The seat, and in a game the judge's other one."""
    game = Game.objects.filter(human_room=seat.room_id, judge__seat=seat).first()
    other = Seat.objects.filter(room=game.machine_room_id, role=seat.role) if game and game.machine_room_id else ()
    return [seat, *other]
