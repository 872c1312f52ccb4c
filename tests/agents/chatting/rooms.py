"""Rooms for tests: two people, or a person and an AI agent, with or without the pace of people."""

from datetime import datetime, timedelta
from typing import Any

from agents.chatting.finding import find_seats
from agents.chatting.leaving import be_ready
from agents.chatting.looking import News, look
from agents.chatting.opening import RoomPlan, make_rooms
from agents.chatting.rules import Rules
from agents.models import Agent, Seat
from tests.builders import AT


def make_pair(
    *, first: Agent | None = None, second: Agent | None = None, reserve: Agent | None = None, **rules: Any
) -> tuple[Seat, Seat]:
    """The seats of a new room about music; without agents, of two people. No pace unless the rules say so."""
    plan = RoomPlan((first, second), "music", Rules(**{"pace": 0, **rules}), seed=1, reserve=reserve)
    return make_rooms([plan], at=AT)[0]


def open_pair(**changes: Any) -> tuple[Seat, Seat]:
    """The same, once both are ready: at 10 s."""
    seats = make_pair(**changes)
    for seat in seats:
        if seat.agent_id is None:
            be_ready(seat, at=later(10))
    return seats


def later(seconds: float) -> datetime:
    """So many seconds after the room was made."""
    return AT + timedelta(seconds=seconds)


def look_from(seat: Seat, seconds: float, *, after: int = 0, is_typing: bool = False) -> News:
    """What the page of a seat gets at this time."""
    return look(find_seats(seat.public_id), after=after, is_typing=is_typing, at=later(seconds))
