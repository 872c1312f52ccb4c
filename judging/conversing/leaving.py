"""Stopping a visit in the middle of a conversation: the partner is let go, and what was said is kept or erased."""

from datetime import datetime

from agents.chatting.leaving import erase_words, leave
from judging.conversing.keeping import offer_conversation
from judging.models import Assignment, Seating


def leave_conversation(locked: Assignment, *, erases: bool, at: datetime) -> None:
    """End the conversation of a visit that the caller has locked and stopped; of other visits there is none."""
    seating = Seating.objects.filter(assignment=locked).select_related("seat__room").first()
    if seating is None or seating.seat is None:
        return
    if erases:
        erase_words(seating.seat, at=at)
        Seating.objects.filter(pk=seating.pk).update(reason="")
    else:
        leave(seating.seat, at=at)
        seating.seat.room.refresh_from_db()
        offer_conversation(seating.seat.room, at=at)
