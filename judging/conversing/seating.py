"""Seating people who wait: in twos, under the study's lock, each room by the protocol's shares."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Protocol as Contract

from django.db import transaction
from django.db.models import Count

from agents.adding import find_agent
from agents.chatting.opening import RoomPlan, make_rooms
from agents.models import Agent, Seat
from judging.conversing.sharing import BOTH_PEOPLE, WITH_MACHINE, plan_one, plan_two, take_least_used
from judging.models import Assignment, Seating, Study
from judging.protocol import Settings

Kind = Assignment.Kind
PREVIEW_WAITS = timedelta(seconds=4)  # whoever only looks is not kept waiting


class SeatAll(Contract):
    """Makes the rooms for those who wait, by what a kind of study does with them; returns how many."""

    def __call__(
        self, assignment: Assignment, waiting: list[Seating], /, *, at: datetime, rng: random.Random
    ) -> int: ...


def seat_waiting(assignment: Assignment, seat_all: SeatAll, *, at: datetime, rng: random.Random) -> int:
    """Seat everybody of this visit's protocol and kind who waits and can be seated; returns how many rooms were made.

    The study's lock keeps anybody from being seated twice. Where another has it, they see to it, or the next look
    does: nobody queues for it.
    """
    waiting = Seating.objects.waiting(at=at).filter(
        assignment__protocol=assignment.protocol_id, assignment__kind=assignment.kind
    )
    firsts = list(waiting.only("limit_from")[:2])
    if not firsts or (len(firsts) < 2 and not is_due_alone(firsts[0], assignment, at=at)):
        return 0
    with transaction.atomic():
        free = Study.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=assignment.study_id)
        if not free.exists():
            return 0
        return seat_all(assignment, list(waiting), at=at, rng=rng)


def is_due_alone(seating: Seating, assignment: Assignment, *, at: datetime) -> bool:
    """Whether an AI agent is to come because nobody else has."""
    if assignment.kind == Kind.PREVIEW:
        return at - seating.limit_from >= PREVIEW_WAITS
    chat = assignment.settings.conversations
    return chat.ai_when_alone and at - seating.limit_from >= timedelta(minutes=chat.wait_minutes)


def seat_pairs(assignment: Assignment, waiting: list[Seating], *, at: datetime, rng: random.Random) -> int:
    """Make the rooms for those who wait; the caller holds the study's lock."""
    table = read_table(assignment, at=at)
    plans: list[RoomPlan] = []
    people: list[tuple[Seating | None, Seating | None]] = []
    for group in split_in_twos(waiting):
        if len(group) == 2:
            pairings = plan_two(table.counts, table.settings.shares, rng)
        elif is_due_alone(group[0], assignment, at=at):
            pairings = (plan_one(table.counts, table.settings.shares, rng),)
        else:
            break
        queue = rng.sample(group, len(group))
        for pairing in pairings:
            plans.append(table.plan_room(pairing, rng))
            first, second = (queue.pop() if letter == "H" else None for letter in pairing)
            people.append((first, second))
    for seats, sitting in zip(make_rooms(plans, at=at), people, strict=True):
        for seat, seating in zip(seats, sitting, strict=True):
            if seating is not None:
                seating.seat = seat
    Seating.objects.bulk_update([person for both in people for person in both if person is not None], ["seat"])
    return len(plans)


def split_in_twos(waiting: list[Seating]) -> Iterator[list[Seating]]:
    """Two at a time, who waits longest first; the last may be alone."""
    for start in range(0, len(waiting), 2):
        yield waiting[start : start + 2]


@dataclass
class Table:
    """How often each pairing and each AI agent had its turn so far, and what is needed to plan a room."""

    settings: Settings
    is_simulated: bool
    at: datetime
    counts: Counter[str] = field(default_factory=Counter)
    used: Counter[int] = field(default_factory=Counter)  # by the agent's key

    @cached_property
    def partners(self) -> dict[str, Agent]:
        """The AI agents by the names that the protocol gives them."""
        return {name: find_agent(name, at=self.at) for name in self.settings.conversations.machines}

    def plan_room(self, pairing: str, rng: random.Random) -> RoomPlan:
        """A room of this pairing, counted from now on."""
        chat = self.settings.conversations
        agent = None
        if pairing != BOTH_PEOPLE:
            able = {self.partners[name].pk: self.partners[name] for name in chat.partners}
            agent = able[take_least_used(self.used, able, rng)]
            self.used[agent.pk] += 1
        self.counts[pairing] += 1
        first, second = (agent if letter == "A" else None for letter in pairing)
        return RoomPlan(
            agents=(first, second),
            topic=rng.choice(chat.topics),
            rules=chat.make_rules(self.settings.language),
            seed=rng.getrandbits(62),
            context=chat.context,
            reserve=self.partners.get(chat.reserve) if agent else None,
            is_simulated=self.is_simulated,
        )


def read_table(assignment: Assignment, *, at: datetime) -> Table:
    """The counts of the rooms of this protocol and kind of visit; none are needed where there is nothing to choose."""
    table = Table(assignment.settings, assignment.study.is_simulated, at)
    if table.settings.shares.get(BOTH_PEOPLE) == 1 and not table.settings.conversations.ai_when_alone:
        return table
    seated = Seat.objects.filter(
        seating__assignment__protocol=assignment.protocol_id, seating__assignment__kind=assignment.kind
    )
    machines = Seat.objects.filter(agent__isnull=False, room__in=seated.values("room"))
    for role, agent, rooms in machines.order_by().values_list("role", "agent_id").annotate(Count("pk")):
        table.counts[WITH_MACHINE[role == "A"]] += rooms
        table.used[agent] += rooms
    table.counts[BOTH_PEOPLE] = seated.aggregate(rooms=Count("room", distinct=True))["rooms"] - sum(
        table.counts[pairing] for pairing in WITH_MACHINE
    )
    return table
