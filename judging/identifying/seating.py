"""Seating people who wait for a game: in twos, one as the judge and one as the human witness, by chance."""

import random
from collections import Counter
from datetime import datetime

from agents.adding import find_agent
from agents.chatting.opening import RoomPlan, make_rooms
from agents.chatting.rules import Rules
from agents.models import Agent
from judging.chat_rules import Chat
from judging.conversing.seating import split_in_twos
from judging.conversing.sharing import take_least_used
from judging.models import Assignment, Game, Seating, Side

LONGEST_SILENCE = 3600.0


def seat_games(assignment: Assignment, waiting: list[Seating], *, at: datetime, rng: random.Random) -> int:
    """Make a game of each two people who wait; the caller holds the study's lock. Returns how many.

    The judge's room with the AI witness is made when the one with the human opens (playing.py).
    """
    chat = assignment.settings.conversations
    pairs = [rng.sample(group, 2) for group in split_in_twos(waiting) if len(group) == 2]
    rooms = make_rooms([plan_human_room(assignment, chat, rng) for _ in pairs], at=at)
    machines = draw_machines(assignment, chat, len(pairs), at=at, rng=rng)
    games = []
    for (judge, witness), seats, machine in zip(pairs, rooms, machines, strict=True):
        judge.seat, witness.seat = seats
        side, room = rng.choice(Side.values), seats[0].room
        games.append(Game(judge=judge, witness=witness, human_room=room, machine=machine, human_side=side, made_at=at))
    Seating.objects.bulk_update([person for pair in pairs for person in pair], ["seat"])
    Game.objects.bulk_create(games)
    return len(games)


def draw_machines(assignment: Assignment, chat: Chat, number: int, *, at: datetime, rng: random.Random) -> list[Agent]:
    """So many AI witnesses, those first that were taken least in games of this protocol and kind of visit."""
    machines = {agent.pk: agent for agent in (find_agent(name, at=at) for name in chat.partners)}
    same = Game.objects.filter(
        judge__assignment__protocol=assignment.protocol_id, judge__assignment__kind=assignment.kind
    )
    used = Counter(same.values_list("machine", flat=True))
    drawn = []
    for _ in range(number):
        drawn.append(machines[take_least_used(used, machines, rng)])
        used[drawn[-1].pk] += 1
    return drawn


def plan_human_room(assignment: Assignment, chat: Chat, rng: random.Random) -> RoomPlan:
    """The room of two people; the judge, on seat A, has the first word."""
    return RoomPlan(
        agents=(None, None),
        topic=rng.choice(chat.topics),
        rules=allow_silence(chat.make_rules(assignment.settings.language)),
        seed=rng.getrandbits(62),
        context=chat.context,
        is_simulated=assignment.study.is_simulated,
    )


def allow_silence(rules: Rules) -> Rules:
    """The rules without the limit of silence: a judge who writes to one witness is silent to the other."""
    return rules.model_copy(update={"silence_seconds": min(LONGEST_SILENCE, rules.talk_seconds)})
