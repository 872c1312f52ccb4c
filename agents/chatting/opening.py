"""Making rooms, many at a time: who sits where, and what holds there."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from agents.chatting.asking import ask_for_turn
from agents.chatting.machine import ROLES
from agents.chatting.rules import Rules
from agents.models import Agent, AskedTurn, Room, Seat

# An AI agent says that it is ready after as long as people take to look up and click.
READY_AFTER_SECONDS = (1.5, 6.0)


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """One room to make: an AI agent on each seat, or None for a person."""

    agents: tuple[Agent | None, Agent | None]
    topic: str
    rules: Rules
    seed: int
    context: str = ""
    reserve: Agent | None = None
    is_simulated: bool = False
    opened_at: datetime | None = None  # both are there since then; None where the ready-check is to come


@transaction.atomic(savepoint=False)
def make_rooms(plans: Sequence[RoomPlan], *, at: datetime) -> list[tuple[Seat, Seat]]:
    """The two seats of each planned room, in the order of their roles."""
    rooms = Room.objects.bulk_create(
        Room(
            topic=plan.topic,
            context=plan.context,
            rules=plan.rules.model_dump(mode="json"),
            seed=plan.seed,
            reserve=plan.reserve,
            is_simulated=plan.is_simulated,
            made_at=plan.opened_at or at,
            watched_since=at,
        )
        for plan in plans
    )
    seats = Seat.objects.bulk_create(
        Seat(room=room, role=role, agent=agent, seen_at=at, ready_at=find_readiness(plan, role, at=at))
        for room, plan in zip(rooms, plans, strict=True)
        for role, agent in zip(ROLES, plan.agents, strict=True)
    )
    first = [seat for seat in seats if seat.role == ROLES[0] and seat.agent_id is not None]
    AskedTurn.objects.bulk_create(ask_for_turn(seat, after=0, at=seat.ready_at or at) for seat in first)
    return list(zip(seats[::2], seats[1::2], strict=True))


def find_readiness(plan: RoomPlan, role: str, *, at: datetime) -> datetime | None:
    """When a seat counts as ready; None where a person sits there who has not said so."""
    if plan.opened_at is not None:
        return plan.opened_at
    if plan.agents[ROLES.index(role)] is None:
        return None
    seconds = random.Random(f"{plan.seed}/{role}/ready").uniform(*READY_AFTER_SECONDS)
    return at + timedelta(seconds=seconds * min(1.0, plan.rules.pace))
