"""A room under its lock: the machine's state is read from its rows, and what changed in it is written back."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from agents.chatting import machine
from agents.chatting.finding import lock_seats
from agents.chatting.machine import Ending, Phase, Side, State
from agents.chatting.rules import Rules
from agents.models import Room, Seat

TIMES = ("opened_at", "over_at", "writing_from", "last_release_at", "watched_since")
SEEN_EVERY = timedelta(seconds=5)  # presence is written so often, and not with every look
ROOM_FIELDS = (*TIMES, "phase", "ending", "ended_by", "turns", "last_speaker")


@dataclass
class Held:
    """A room whose row and seats are locked; deeds set `state`, and it is written at the end."""

    room: Room
    seats: tuple[Seat, Seat]
    rules: Rules
    state: State

    def seat(self, role: str) -> Seat:
        """The seat of a role."""
        return self.seats[machine.ROLES.index(role)]


@contextmanager
def holding(room_id: int, *, at: datetime) -> Iterator[Held]:
    """The room with this key, locked while the block runs, as it stands at this time."""
    with transaction.atomic():
        first, second = lock_seats(room_id)
        room, seats = first.room, (first, second)
        rules = Rules.model_validate(room.rules)
        before = read_state(room, seats)
        held = Held(room, seats, rules, machine.settle(before, rules, at=at))
        yield held
        held.state = machine.settle(held.state, rules, at=at)  # what the deed has done may be the end
        write_state(held, before)


def read_seats(room: Room) -> tuple[Seat, Seat]:
    """The two seats in the order of their roles."""
    first, second = sorted(room.seats.all(), key=lambda seat: seat.role)
    return first, second


def read_state(room: Room, seats: Iterable[Seat]) -> State:
    """What the machine needs of the rows; the seats in any order."""
    in_order = sorted(seats, key=lambda seat: seat.role)
    first, second = (Side(seat.role, seat.agent_id is not None, seat.seen_at, seat.ready_at) for seat in in_order)
    return State(
        phase=Phase(room.phase),
        sides=(first, second),
        made_at=room.made_at,
        watched_since=room.watched_since,
        opened_at=room.opened_at,
        over_at=room.over_at,
        ending=Ending(room.ending) if room.ending else None,
        ended_by=room.ended_by,
        turns=room.turns,
        last_speaker=room.last_speaker,
        writing_from=room.writing_from,
        last_release_at=room.last_release_at,
    )


def write_state(held: Held, before: State) -> None:
    """Write what the deed and the time have changed."""
    room, state = held.room, held.state
    if any(getattr(before, name) != getattr(state, name) for name in ROOM_FIELDS):
        for name in ROOM_FIELDS:
            setattr(room, name, getattr(state, name))
        room.ending = state.ending or ""
        room.save(update_fields=ROOM_FIELDS)
    for seat, old, new in zip(held.seats, before.sides, state.sides, strict=True):
        if old.ready_at != new.ready_at or new.seen_at - seat.seen_at > SEEN_EVERY:
            seat.seen_at, seat.ready_at = new.seen_at, new.ready_at
            seat.save(update_fields=("seen_at", "ready_at"))
