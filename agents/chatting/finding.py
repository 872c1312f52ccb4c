"""Finding a seat by its id: the query that every page of a conversation asks every second.

Django takes four times as long to write this query as the database to answer it, so it is written once in a process.
"""

from functools import cache
from typing import NamedTuple

from django.db import connection
from django.db.models.sql.compiler import SQLCompiler

from agents.models import Room, Seat

# In the order in which the models name them, as from_db wants it.
ROOM = (
    *("id", "rules", "phase", "made_at", "opened_at", "over_at", "ending", "ended_by"),
    *("turns", "last_speaker", "writing_from", "last_release_at", "watched_since"),
)
SEAT = ("id", "public_id", "room_id", "role", "agent_id", "ready_at", "seen_at", "typing_at")


class Seats(NamedTuple):
    """The two seats of a room, as one of them looks at it."""

    mine: Seat
    partner: Seat


def find_seats(public_id: str) -> Seats:
    """The seat with this id and its partner, with their room, by one query; raises Seat.DoesNotExist."""
    compiler, sql = write_query(connection.alias)
    with connection.cursor() as cursor:
        cursor.execute(sql, (public_id,))
        found = cursor.fetchall()
    if not found:
        raise Seat.DoesNotExist
    converters = compiler.get_converters([column for column, _, _ in compiler.select])
    rows = [list(row) for row in compiler.apply_converters(found, converters)]
    room = Room.from_db(connection.alias, ROOM, rows[0][: len(ROOM)])
    seats = [Seat.from_db(connection.alias, SEAT, row[len(ROOM) :]) for row in rows]
    for seat in seats:
        seat.room = room
    return Seats(*sorted(seats, key=lambda seat: seat.public_id != public_id))


@cache
def write_query(alias: str) -> tuple[SQLCompiler, str]:
    """The query as Django writes it, and what makes Python's values of what it gives."""
    both = Seat.objects.using(alias).filter(room__seats__public_id="")
    columns = both.values_list(*(f"room__{name}" for name in ROOM), *SEAT)
    compiler = columns.query.get_compiler(alias)
    sql, _ = compiler.as_sql()
    return compiler, sql
