"""Asking an AI agent for its turn: a row that a worker finds."""

from datetime import datetime

from agents.chatting.holding import Held
from agents.chatting.machine import Phase
from agents.models import AskedTurn, Seat


def ask_for_turn(seat: Seat, *, after: int, at: datetime) -> AskedTurn:
    """The row, to be created, that asks the AI agent on a seat to answer the message with this seq."""
    return AskedTurn(seat=seat, after=after, asked_at=at, due_at=at)


def ask_partner(held: Held, role: str, *, at: datetime) -> None:
    """After a message from `role`, ask the AI agent on the other seat, where one sits there."""
    partner = next(seat for seat in held.seats if seat.role != role)
    if partner.agent_id is not None:
        ask_seat(held, partner, at=at)


def ask_seat(held: Held, seat: Seat, *, at: datetime) -> None:
    """Ask the AI agent on this seat for the next turn, where there is one left and it is not asked yet."""
    state = held.state
    if state.phase == Phase.OVER or state.turns >= held.rules.turns:
        return
    if not AskedTurn.objects.filter(seat=seat, state=AskedTurn.State.DUE).exists():
        ask_for_turn(seat, after=state.turns, at=at).save()
