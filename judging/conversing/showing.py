"""The pages of a conversation: waiting, talking, guessing, debrief; nothing before the guess tells of the partner."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from agents.chatting.finding import find_seats
from agents.chatting.looking import Line, list_held_back, list_lines
from agents.chatting.tokens import sign_seat
from agents.models import Room, Seat
from judging.asking import Given, ask_confidence, ask_reason
from judging.conversing.debriefing import has_broken_off, tell_truth
from judging.conversing.screens import ChatScreen, DebriefScreen, GuessScreen, WaitingScreen
from judging.conversing.waiting import is_past_limit
from judging.framing import make_frame, name_minutes, split_paragraphs
from judging.models import Assignment, Seating
from judging.screens import Frame, Screen, VerdictField
from judging.tokens import CONVERSE, sign_visit

WAITING, GUESS, DEBRIEF = 1, 2, 3
# Of the others it is the partner that is gone: a person who left or fell silent, or an AI agent that failed, all in the
# same words. An AI agent never leaves by itself, so a cause of its own would tell what the partner is.
WHY_OVER = {
    Room.Ending.COMPLETE: gettext_noop("You have both had all your turns."),
    Room.Ending.TIME: gettext_noop("The time for the conversation is up."),
    Room.Ending.STOPPED: gettext_noop(
        "The conversation was ended by those who run the study. You are paid for it in full."
    ),
}
KEEPING = gettext_noop(
    "If you agree, others will read it, without your name, and say who of the two speakers is a human. If you take it "
    "back, nobody reads it. Your pay is the same."
)
PARTNER_GONE = gettext_noop(
    "Your partner has left the conversation or did not write any more. You are paid for it in full."
)
WHY_YOUR_END = {
    Room.Ending.SILENCE: gettext_noop("You did not write for a long time, so the conversation has ended."),
    Room.Ending.AWAY: gettext_noop(
        "Your page was closed or its line down for a long time, so the conversation has ended."
    ),
}
YOU_ENDED = gettext_noop("You have ended the conversation.")


def show_where(assignment: Assignment, problem: str, *, at: datetime, given: Given) -> Screen | None:
    """The page at which the conversation stands; None where it is past already, in another window."""
    seating = Seating.objects.filter(assignment=assignment).select_related("seat__room").first()
    if seating is not None and seating.keeps is not None:
        return None
    if seating is None or seating.seat is None or seating.seat.room.ending == Room.Ending.NOT_READY:
        return show_waiting(
            assignment, seating, make_frame(assignment, problem, step=CONVERSE, position=WAITING), at=at
        )
    if seating.seat.room.phase != Room.Phase.OVER:
        return show_chat(assignment, seating.seat, make_frame(assignment, problem), at=at)
    if not seating.guess:
        return show_guess(seating, make_frame(assignment, problem, step=CONVERSE, position=GUESS), given)
    return show_debrief(assignment, seating, make_frame(assignment, problem, step=CONVERSE, position=DEBRIEF))


def show_waiting(assignment: Assignment, seating: Seating | None, frame: Frame, *, at: datetime) -> Screen:
    """The waiting room."""
    chat = assignment.settings.conversations
    missed = seating is not None and (seating.is_away or (seating.seat is not None and seating.seat.ready_at is None))
    return WaitingScreen(
        visit_token=sign_visit(assignment),
        longest_wait=name_minutes(chat.wait_minutes),
        is_away=missed,
        may_leave=seating is not None and is_past_limit(seating, assignment, at=at),
        **frame,
    )


def show_chat(assignment: Assignment, seat: Seat, frame: Frame, *, at: datetime) -> Screen:
    """The conversation, with what was said so far."""
    room, chat = seat.room, assignment.settings.conversations
    return ChatScreen(
        seat_token=sign_seat(seat.public_id),
        topic=room.topic,
        context=split_paragraphs(room.context),
        lines=list_said(seat, at=at),
        held=list_held_back(seat, at=at),
        turns=chat.turns,
        longest=chat.longest_message,
        **frame,
    )


def list_said(seat: Seat, *, at: datetime) -> tuple[Line, ...]:
    """What is shown of the conversation by now."""
    return list_lines(find_seats(seat.public_id).mine, after=0, at=at)


def show_guess(seating: Seating, frame: Frame, given: Given) -> Screen:
    """Why the conversation is over, and the question on the partner."""
    return GuessScreen(
        why_over=say_why_over(seating),
        verdict=VerdictField(
            "partner", "verdict-partner", _("Your partner was a"), given.get("verdict-partner", ""), None
        ),
        extras=(ask_confidence(given), ask_reason(_("What made you think so?"), given)),
        **frame,
    )


def say_why_over(seating: Seating) -> str:
    """Why the conversation is over, as a sentence."""
    if seating.seat is None:
        return ""
    ending = Room.Ending(seating.seat.room.ending)
    if has_broken_off(seating):
        return _(WHY_YOUR_END.get(ending, YOU_ENDED))
    return _(WHY_OVER.get(ending, PARTNER_GONE))


def show_debrief(assignment: Assignment, seating: Seating, frame: Frame) -> Screen:
    """Whom they talked with, why they were not told, and the choice to keep or withdraw."""
    title, sentence = tell_truth(seating)
    paragraphs = split_paragraphs(assignment.settings.debrief)
    return DebriefScreen(title=title, truth=sentence, keeping=_(KEEPING), paragraphs=paragraphs, **frame)
