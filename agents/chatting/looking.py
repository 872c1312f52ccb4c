"""What a seat's page asks for every second: how the conversation stands, and what is new in its log.

One query where nothing is new, two where there is; presence is written every few seconds. The answer says nothing by
which a person and an AI agent on the other seat could be told apart.
"""

import math
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Q

from agents.chatting import machine
from agents.chatting.finding import Seats
from agents.chatting.holding import SEEN_EVERY, holding, read_state
from agents.chatting.machine import Phase, State
from agents.chatting.rules import Rules
from agents.models import Message, Seat

TYPING_FOR = timedelta(seconds=4)  # a key pressed so long ago still counts as writing
AWAY_SHOWN_AFTER = timedelta(seconds=20)
IDLE_AFTER = timedelta(seconds=45)
SOON_MS, LATER_MS = 1000, 3000  # nothing is awaited from the partner: in one's own turn, or after a long silence


@dataclass(frozen=True, slots=True)
class Line:
    """One message as a page shows it."""

    seq: int  # 0 while it is held back: its place would tell of a message of the partner that is
    is_mine: bool
    text: str
    client_id: str = ""  # of one's own


@dataclass(frozen=True, slots=True)
class News:
    """How a conversation stands for one of its seats."""

    phase: str
    is_ready: bool
    turn: str  # mine, partner, either; empty while nobody may speak
    is_partner_writing: bool
    is_partner_away: bool
    seconds_left: int
    turns_left: int
    again_ms: int
    lines: tuple[Line, ...]


def look(seats: Seats, *, after: int, is_typing: bool = False, at: datetime) -> News:
    """How the room of a seat stands, with the messages after the one with this seq; notes who was here."""
    seat, room = seats.mine, seats.mine.room
    rules = Rules.model_validate(room.rules)
    stored = read_state(room, seats)
    state = machine.see(stored, seat.role, rules, at=at)
    if state.phase != stored.phase or state.watched_since != stored.watched_since:
        with holding(room.pk, at=at) as held:
            held.state = state = machine.see(held.state, seat.role, rules, at=at)
    elif is_typing or at - seat.seen_at > SEEN_EVERY:
        typed = {"typing_at": at} if is_typing else {}
        Seat.objects.filter(pk=seat.pk).update(seen_at=at, **typed)
    return describe(seats, state, rules, after=after, at=at)


def describe(seats: Seats, state: State, rules: Rules, *, after: int, at: datetime) -> News:
    """The state as the page of a seat shows it."""
    seat = seats.mine
    shown = see_from(seat, state, rules, at=at)
    partner = next(side for side in shown.sides if side.role != seat.role)
    is_open = state.phase == Phase.OPEN
    next_speaker = machine.find_next_speaker(shown, rules)
    turn = {"": "either", seat.role: "mine"}.get(next_speaker, "partner")
    is_writing = is_open and turn != "mine" and is_partner_writing(seats.partner, state, at=at)
    is_calm = (is_open and turn == "mine") or is_idle(seat, state, is_writing=is_writing, at=at)
    ends_at = (state.opened_at or at) + timedelta(seconds=rules.talk_seconds)
    return News(
        phase=state.phase.value,
        is_ready=state.side(seat.role).ready_at is not None,
        turn=turn if is_open and shown.turns < rules.turns else "",
        is_partner_writing=is_writing,
        is_partner_away=is_open and not partner.is_machine and at - partner.seen_at > AWAY_SHOWN_AFTER,
        seconds_left=max(0, math.ceil((ends_at - at).total_seconds())),
        turns_left=rules.turns - shown.turns,
        again_ms=LATER_MS if is_calm else SOON_MS,
        lines=list_lines(seat, after=after, at=at) if state.turns > after else (),
    )


def see_from(seat: Seat, state: State, rules: Rules, *, at: datetime) -> State:
    """The state as a seat knows it. What is held back is there for who wrote it: it is the partner's turn already."""
    is_held = state.last_release_at is not None and state.last_release_at > at
    if rules.flow == "free" and is_held:  # several may be held back, of both
        seen = Q(seat=seat) | Q(release_at__lte=at)
        return replace(state, turns=Message.objects.filter(seen, room=seat.room_id).count())
    return state if state.last_speaker == seat.role else machine.see_as_shown(state, at=at)


def is_partner_writing(partner: Seat, state: State, *, at: datetime) -> bool:
    """Whether keys were pressed just now, or a message is held back whose typing has begun."""
    if partner.typing_at is not None and at - partner.typing_at <= TYPING_FOR:
        return True
    is_held = state.last_speaker == partner.role and state.last_release_at is not None and state.last_release_at > at
    return is_held and state.writing_from is not None and state.writing_from <= at


def is_idle(seat: Seat, state: State, *, is_writing: bool, at: datetime) -> bool:
    """Whether a seat has seen nothing happen for so long that news may come a little later."""
    if state.phase != Phase.OPEN or is_writing:
        return False
    released_at = state.last_release_at
    if released_at is not None and released_at > at and state.last_speaker != seat.role:
        # The partner's next message is held back: how often this page is to ask must not tell that it is there.
        before = Message.objects.filter(room=seat.room_id, seq=state.turns - 1)
        released_at = before.values_list("release_at", flat=True).first()
    return at - max(filter(None, (state.opened_at, released_at)), default=at) > IDLE_AFTER


def list_lines(seat: Seat, *, after: int, at: datetime) -> tuple[Line, ...]:
    """The messages after this one that are shown by now: a later one is never shown before an earlier one."""
    shown = Message.objects.filter(room=seat.room_id, seq__gt=after, release_at__lte=at).order_by("seq")
    rows = shown.values_list("seq", "seat_id", "text", "client_id")
    return tuple(Line(seq, by == seat.pk, text, own if by == seat.pk else "") for seq, by, text, own in rows)


def list_held_back(seat: Seat, *, at: datetime) -> tuple[Line, ...]:
    """The speaker's own messages that the partner does not see yet."""
    held = Message.objects.filter(seat=seat, release_at__gt=at).order_by("seq")
    return tuple(Line(0, True, text, client_id) for text, client_id in held.values_list("text", "client_id"))
