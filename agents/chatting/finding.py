"""Finding what a conversation's pages ask for again and again: the two seats with their room, and what was said last.

Django takes four times as long to write such a query as the database to answer it, so a process writes each once.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.sql.compiler import SQLCompiler

from agents.models import Message, Room, Seat

# In the order in which the models name them, as from_db wants it.
ROOM = (
    *("id", "rules", "seed", "reserve_id", "phase", "made_at", "opened_at", "over_at", "ending", "ended_by"),
    *("turns", "last_speaker", "writing_from", "last_release_at", "watched_since"),
)
SEAT = ("id", "public_id", "room_id", "role", "agent_id", "ready_at", "seen_at", "typing_at")
MESSAGE = ("id", "seat_id", "seq", "client_id", "text", "release_at")


class Seats(NamedTuple):
    """The two seats of a room, as one of them looks at it."""

    mine: Seat
    partner: Seat


class Query(NamedTuple):
    """A query as Django writes it, and what makes Python's values of what it gives."""

    sql: str
    compiler: SQLCompiler
    converters: dict[int, Any]

    def ask(self, *params: int | str) -> list[list[Any]]:
        """The rows for these values, in the order in which the query names them."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql, params)
            found = cursor.fetchall()
        return [list(row) for row in self.compiler.apply_converters(found, self.converters)]


def find_seats(public_id: str) -> Seats:
    """The seat with this id and its partner, with their room, by one query; raises Seat.DoesNotExist."""
    rows = write_seats(connection.alias).ask(public_id)
    if not rows:
        raise Seat.DoesNotExist
    return Seats(*sorted(make_seats(rows), key=lambda seat: seat.public_id != public_id))


def lock_seats(room_id: int) -> list[Seat]:
    """The seats of a room in the order of their roles, with the room, by one query; all three rows are locked.

    The seats are locked in this order, too, so that nobody waits in a circle. Raises Room.DoesNotExist.
    """
    rows = write_locked_seats(connection.alias).ask(room_id)
    if not rows:
        raise Room.DoesNotExist
    return make_seats(rows)


def find_last(room_id: int, seq: int, *, seat_id: int, client_id: str) -> list[Message]:
    """The message at this place of a log, and the one that this seat gave this id, where there are such."""
    rows = write_last(connection.alias).ask(seat_id, client_id, room_id, seq)
    return [Message.from_db(connection.alias, MESSAGE, row) for row in rows]


def make_seats(rows: Sequence[list[Any]]) -> list[Seat]:
    """Seats that share their room, from rows of the room's values and the seat's."""
    room = Room.from_db(connection.alias, ROOM, rows[0][: len(ROOM)])
    seats = [Seat.from_db(connection.alias, SEAT, row[len(ROOM) :]) for row in rows]
    for seat in seats:
        seat.room = room
    return seats


@cache
def write_seats(alias: str) -> Query:
    """Both seats of the room in which the seat with an id is."""
    return write(name_columns(Seat.objects.using(alias).filter(room__seats__public_id="")))


@cache
def write_locked_seats(alias: str) -> Query:
    """Both seats of a room. Rows that refer to them, as messages do, can still be written by others."""
    seats = Seat.objects.using(alias).filter(room=0).order_by("role")
    return write(name_columns(seats.select_for_update(no_key=True)))


@cache
def write_last(alias: str) -> Query:
    """A seat's message with an id, or the message at a place in a room's log."""
    own, last = Q(seat=0) & Q(client_id=""), Q(room=0) & Q(seq=0)
    return write(Message.objects.using(alias).filter(own | last).values_list(*MESSAGE))


def name_columns(seats: "QuerySet[Seat]") -> "QuerySet[Seat, Any]":
    """A room's values and those of its seat."""
    return seats.values_list(*(f"room__{name}" for name in ROOM), *SEAT)


def write(columns: "QuerySet[Any, Any]") -> Query:
    """The query for columns; its values are given each time it is asked."""
    compiler = columns.query.get_compiler(columns.db)
    sql, _ = compiler.as_sql()
    return Query(sql, compiler, compiler.get_converters([column for column, _, _ in compiler.select]))
