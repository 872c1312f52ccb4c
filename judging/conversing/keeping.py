"""A conversation that is over waits for a reviewer, as an answer of its two speakers, unless somebody takes it back."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop

from agents.accepting import Source, keep_answer
from agents.checking_answers import CheckedAnswer
from agents.models import Agent, Answer, AnswerAuthor, AskedTurn, Message, Room, RoomTrace, Seat, Stimulus
from agents.tasks import TASKS
from judging.models import Assignment, Game, Seating, Study
from judging.recording_answers import name_gender
from turingapp.words import say_later

TASK = "conversation"
ROOM_KEYS = "room/"  # with which the keys of answers begin that are conversations
State = Assignment.State
DECIDES_WITHIN = timedelta(hours=24)
LOOKED_FOR = timedelta(days=14)  # so long a worker may stand still
TAKEN_OVER = gettext_noop("%(number)s turns of the machine were taken by %(agent)s, in reserve")
UNASKED = say_later("a speaker closed the window before the debrief, and was not asked whether this may be kept")


def offer_conversation(room: Room, *, at: datetime, undecided: bool = False) -> Answer | None:
    """The conversation of a room as an answer to be reviewed, once every person has agreed; None until then.

    Nothing is offered that is too short, or that somebody took back. Whoever stopped and kept what they had said has
    agreed; who closed the window has not, and is waited for, unless `undecided` says that this was long enough: then a
    flag says so to the reviewer.
    """
    if Game.objects.filter(human_room=room).exists():
        return None  # a game gives a choice, which is never pooled with judgements on what was said
    seats = list(room.seats.select_related("seating__assignment__judge", "seating__assignment__study", "agent"))
    people = [find_seating(seat) for seat in seats if seat.agent_id is None]
    speakers = [seating for seating in people if seating is not None]
    silent = [seating for seating in speakers if is_undecided(seating)]
    refused = [seating for seating in speakers if seating not in silent and not has_agreed(seating)]
    if not speakers or len(speakers) < len(people) or refused or (silent and not undecided):
        return None
    visit = speakers[0].assignment
    if room.turns < visit.settings.conversations.least_turns:
        return None
    return keep_conversation(room, seats, visit, flags=(UNASKED,) if silent else (), at=at)


def keep_conversation(
    room: Room, seats: Sequence[Seat], visit: Assignment, *, flags: tuple[str, ...], at: datetime
) -> Answer | None:
    """The conversation as an answer, with these flags besides its own; None where it was kept before."""
    key = f"{ROOM_KEYS}{room.public_id}"
    if Answer.objects.filter(key=key).exists():
        return None
    source = Source(visit.study.slug, key, is_simulated=room.is_simulated, is_apart=visit.kind != visit.Kind.MAIN)
    checked = read_conversation(room)
    checked = replace(checked, flags=(*checked.flags, *flags))
    authors = [make_author(seat) for seat in seats]
    return keep_answer(make_stimulus(room, visit), checked, authors, source, at=at)


def offer_undecided(*, at: datetime) -> int:
    """Offer the conversations that somebody left a day ago by closing the window; how many there were."""
    left = Room.objects.filter(over_at__lt=at - DECIDES_WITHIN, over_at__gte=at - LOOKED_FOR)
    waiting = left.filter(seats__seating__keeps=None, seats__seating__isnull=False).distinct()
    return sum(offer_if_undecided(room, at=at) for room in waiting)


@transaction.atomic
def offer_if_undecided(room: Room, *, at: datetime) -> bool:
    """Offer one of these, under the lock of its study, as its people may come back at this moment."""
    seated = Assignment.objects.filter(seating__seat__room=room)
    Study.objects.select_for_update(no_key=True).get(pk__in=seated.values("study"))
    return offer_conversation(room, at=at, undecided=True) is not None


def is_undecided(seating: Seating) -> bool:
    """Whether somebody closed the window before they were asked."""
    return seating.keeps is None and seating.assignment.state in (State.OPEN, State.EXPIRED)


def find_seating(seat: Seat) -> Seating | None:
    """Who sat there; None for a seat that was given up."""
    return getattr(seat, "seating", None)


def has_agreed(seating: Seating) -> bool:
    """Whether a person agreed that the conversation is kept: after the debrief, or when they stopped."""
    return bool(seating.keeps) or (seating.keeps is None and seating.assignment.state == State.WITHDRAWN)


def make_author(seat: Seat) -> AnswerAuthor:
    """Who spoke from a seat; not saved yet."""
    seating = find_seating(seat)
    if seating is None:
        return AnswerAuthor(role=seat.role, agent=seat.agent)
    visit = seating.assignment
    return AnswerAuthor(
        role=seat.role, visit=visit.public_id, person_key=visit.judge.person_key, gender=name_gender(visit)
    )


def make_stimulus(room: Room, visit: Assignment) -> Stimulus:
    """The setting of one conversation: a stimulus of its own, so that a judge may see several on the same topic."""
    settings, task = visit.settings, TASKS[TASK]
    payload = task.check_stimulus({"topic": room.topic, "context": room.context})
    stimulus, _ = Stimulus.objects.get_or_create(
        task=TASK,
        pool=settings.answers_pool or settings.pool.names[0],
        key=f"live-{room.public_id}",
        defaults={
            "payload": payload,
            "facets": {"topic": room.topic},
            "has_picture": True,
            "has_control": task.has_control(payload),
        },
    )
    return stimulus


def read_conversation(room: Room) -> CheckedAnswer:
    """The turns in order, with their times beside them, and what a reviewer should look at."""
    messages = list(Message.objects.filter(room=room).select_related("seat").order_by("seq"))
    turns = [{"speaker": message.seat.role, "text": message.text} for message in messages]
    raw: dict[str, Any] = {
        "turns": [
            {**turn, "sent_at": message.sent_at.isoformat(), "shown_at": message.release_at.isoformat()}
            for turn, message in zip(turns, messages, strict=True)
        ],
        "flow": room.rules["flow"],
        "ending": room.ending,
    }
    flags = [
        say_later("turn %(number)s by %(role)s: %(flag)s", number=message.seq, role=message.seat.role, flag=flag)
        for message in messages
        for flag in message.flags
    ]
    if room.ending != Room.Ending.COMPLETE:
        flags.append(
            say_later("%(ending)s after %(number)s turns", ending=room.get_ending_display(), number=room.turns)
        )
    added = sum(room.traces.filter(kind=RoomTrace.Kind.EXTEND).values_list("minutes", flat=True))
    if added:
        flags.append(say_later("%(number)s minutes were added by an experimenter", number=added))
    return CheckedAnswer(TASKS[TASK].check_response({"turns": turns}), raw, (*flags, *list_stand_ins(room)))


def list_stand_ins(room: Room) -> list[str]:
    """Turns that the AI agent in reserve took for the one of the seat."""
    asked = AskedTurn.objects.filter(seat__room=room, answered_by__isnull=False)
    taken = [turn for turn in asked.select_related("seat", "answered_by") if turn.answered_by_id != turn.seat.agent_id]
    by: dict[Agent, int] = {}
    for turn in taken:
        if turn.answered_by is not None:
            by[turn.answered_by] = by.get(turn.answered_by, 0) + 1
    return [say_later(TAKEN_OVER, number=number, agent=agent.title) for agent, number in by.items()]
