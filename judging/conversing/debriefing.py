"""After a conversation: the guess about the partner, then the truth, and whether what was said may be kept."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from agents.models import Origin
from agents.taking_back import take_back_answers
from judging.answers import CONFIDENCES, check_offered, read_reason
from judging.conversing.keeping import offer_conversation
from judging.ending import end_visit
from judging.leasing import lock_open_visit
from judging.models import Assignment, Seating
from judging.taking_back import close_places
from judging.tokens import NOT_SHOWN_YET
from turingapp.errors import IncompleteAnswer, StaleStep

State = Assignment.State
KEEPS = {"keep": True, "withdraw": False}


def lock_seating(assignment: Assignment) -> tuple[Assignment, Seating]:
    """The visit and its seating, locked, where the visit is open and somebody was talked with."""
    locked = lock_open_visit(assignment)
    seating = (
        Seating.objects.select_for_update(no_key=True, of=("self",))
        .select_related("seat__room")
        .filter(assignment=locked)
    )
    found = seating.first()
    if found is None or found.seat is None:
        raise StaleStep(_(NOT_SHOWN_YET))
    return locked, found


@transaction.atomic
def record_guess(assignment: Assignment, data: Mapping[str, str], *, at: datetime) -> None:
    """Write down whom somebody believes to have talked with; the first answer stays, since the truth follows."""
    __, seating = lock_seating(assignment)
    if seating.guess:
        return
    if seating.seat is None or seating.seat.room.over_at is None:
        raise StaleStep(_("The conversation is not over yet. Here is where you are."))
    offered = {"verdict-partner": Origin.values, "confidence": CONFIDENCES}
    check_offered(data, offered, _("Please say whom you believe to have talked with, and how sure you are."))
    seating.guess, seating.sure = data["verdict-partner"], int(data["confidence"])
    seating.reason, seating.guessed_at = read_reason(data), at
    seating.save(update_fields=("guess", "sure", "reason", "guessed_at"))


@transaction.atomic
def record_decision(assignment: Assignment, answer: str, *, at: datetime) -> None:
    """Write down whether what was said may be kept, and go on to the last questions.

    Until the visit is over the last word counts: what was offered for review before is taken back. Who ended the
    conversation, or fell silent, has done a part and is paid for it; whoever stayed to its end is paid in full, however
    it ended.
    """
    locked, seating = lock_seating(assignment)
    if not seating.guess:
        raise StaleStep(_(NOT_SHOWN_YET))
    take_decision(locked, seating, answer, at=at)
    if seating.seat is not None:
        offer_conversation(seating.seat.room, at=at)


def take_decision(locked: Assignment, seating: Seating, answer: str, *, at: datetime) -> None:
    """Write down whether words may be kept, and move the visit on; the caller holds both locks."""
    if answer not in KEEPS:
        raise IncompleteAnswer(_("Please choose whether your words may be kept."), ("answer",))
    seating.keeps, seating.decided_at = KEEPS[answer], at
    seating.save(update_fields=("keeps", "decided_at"))
    if not seating.keeps:
        close_places(take_back_answers(locked.public_id))
    locked.seen_at = at
    if has_broken_off(seating):
        end_visit(locked, State.WITHDRAWN, at=at)
    elif locked.settings.closing:
        locked.stage = Assignment.Stage.CLOSING
    else:
        end_visit(locked, State.FINISHED, at=at)
    locked.save()


def has_broken_off(seating: Seating) -> bool:
    """Whether it was this person who ended the conversation before its time."""
    seat = seating.seat
    return seat is not None and seat.room.ended_by == seat.role


def tell_truth(seating: Seating) -> tuple[str, str]:
    """Whom somebody talked with, as a heading and a sentence."""
    seat = seating.seat
    partner = None if seat is None else seat.room.seats.exclude(role=seat.role).get().agent
    if partner is None:
        return _("You talked with a person"), _(
            "Your partner was another person who took part in this study, as you did."
        )
    told = _("Your partner was an AI agent: %(agent)s. No person wrote its messages.")
    return _("You talked with a machine"), told % {"agent": partner.title}
