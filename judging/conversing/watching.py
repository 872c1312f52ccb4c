"""Live conversations of a study as they stand: who waits, who talks, what time is left. Never what was said.

The number of queries does not grow with the rooms.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from agents.chatting import machine
from agents.chatting.holding import read_seats, read_state
from agents.chatting.machine import Phase
from agents.chatting.rules import Rules
from agents.models import AskedTurn, Message, Room, Seat
from judging.conversing.naming import GAMES, SeatLine, count_seconds, find_game, find_visit, name_seat, note_seat
from judging.models import Assignment, Game, Seating, Study
from turingapp.words import Words, say_later

STANDING = {Phase.READYING: say_later("Ready-check"), Phase.OPEN: say_later("Talking")}


@dataclass(frozen=True, slots=True)
class Waiter:
    """Somebody in the waiting room: the number of their visit, its kind where it is not a main one."""

    visit: int
    kind: str
    seconds: int
    is_past_limit: bool


@dataclass(frozen=True, slots=True)
class RoomLine:
    """One conversation without its text; spans are in seconds."""

    room: Room
    game: Game | None  # whose other conversation goes on beside this one
    kind: str  # of its visits, where they are not main ones
    phase: Phase
    standing: str
    seats: tuple[SeatLine, ...]
    talked: int
    left: int
    quiet: int  # since the last word
    rules: Rules
    flags: int
    failures: int  # tries of its AI agent that gave no answer


def find_rooms(study: Study) -> QuerySet[Room]:
    """The rooms of a study, the newest first; in the second one of a game nobody has a seating."""
    seats = Seat.objects.filter(seating__assignment__study=study)
    games = Game.objects.filter(judge__assignment__study=study)
    return Room.objects.filter(Q(pk__in=seats.values("room")) | Q(pk__in=games.values("machine_room"))).order_by("-pk")


def list_waiters(study: Study, *, at: datetime) -> list[Waiter]:
    """Who waits for a partner now, who waits longest first."""
    waiting = Seating.objects.waiting(at=at).filter(assignment__study=study).select_related("assignment")
    return [describe_waiter(seating, at=at) for seating in waiting]


def describe_waiter(seating: Seating, *, at: datetime) -> Waiter:
    """One of those who wait."""
    visit = seating.assignment
    limit = timedelta(minutes=visit.settings.conversations.wait_minutes)
    waited = count_seconds(seating.waiting_since, at)
    return Waiter(visit.pk, name_kind(visit), waited, at - seating.limit_from >= limit)


def name_kind(visit: Assignment) -> str:
    """The kind of a visit that counts nowhere; empty for a main one."""
    return "" if visit.kind == Assignment.Kind.MAIN else visit.get_kind_display()


def list_rooms(rooms: QuerySet[Room], *, at: datetime) -> list[RoomLine]:
    """How these rooms stand at this time, in their order; what fell due counts, whether it is written down or not."""
    joined = rooms.select_related(*(f"{game}__judge__assignment" for game in GAMES))
    found = list(joined.prefetch_related("seats__agent", "seats__seating__assignment"))
    flagged, failed = count_flagged(found), count_failed_tries(found)
    return [describe_room(room, flagged[room.pk], failed[room.pk], at=at) for room in found]


def count_flagged(rooms: Iterable[Room]) -> Counter[int]:
    """How many messages are flagged, by the room's key."""
    return Counter(Message.objects.filter(room__in=rooms).exclude(flags=[]).values_list("room", flat=True))


def count_failed_tries(rooms: Iterable[Room]) -> Counter[int]:
    """How many tries of AI agents gave no answer, by the room's key."""
    failed: Counter[int] = Counter()
    turns = AskedTurn.objects.filter(seat__room__in=rooms).exclude(failures=[])
    for room, failures in turns.values_list("seat__room", "failures"):
        failed[room] += len(failures)
    return failed


def say_standing(state: machine.State) -> Words:
    """How a conversation stands."""
    if state.ending is None:
        return STANDING[state.phase]
    return say_later("Over: %(ending)s", ending=say_later(str(Room.Ending(state.ending).label)))


def describe_room(room: Room, flags: int, failures: int, *, at: datetime) -> RoomLine:
    """How one room stands."""
    seats, rules = read_seats(room), Rules.model_validate(room.rules)
    state = machine.settle(read_state(room, seats), rules, at=at)
    visits = [find_visit(seat, room) for seat in seats]
    talked = count_seconds(state.opened_at, state.over_at or at)
    return RoomLine(
        room=room,
        game=find_game(room),
        kind=next((name_kind(visit) for visit in visits if visit is not None), ""),
        phase=state.phase,
        standing=say_standing(state),
        seats=tuple(
            SeatLine(seat.role, name_seat(seat, visit), note_seat(state, seat.role, rules, at=at))
            for seat, visit in zip(seats, visits, strict=True)
        ),
        talked=talked,
        left=max(0, int(rules.talk_seconds) - talked),
        quiet=count_seconds(state.heard_at, at),
        rules=rules,
        flags=flags,
        failures=failures,
    )
