"""An AI agent's turns: a worker finds them as rows, asks outside any transaction, and writes what came of it.

A turn is taken by one worker at a time, for a while: where that worker is killed, another takes it up, and the id of
the message keeps the answer from standing in the log twice.
"""

import random
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.db import transaction

from agents.adding import find_system
from agents.ai_agents.answers import Failure, NoAnswer, blame_service
from agents.ai_agents.base import Utterance
from agents.chatting import machine
from agents.chatting.asking import ask_seat
from agents.chatting.holding import Held, holding
from agents.chatting.machine import Ending, Phase
from agents.chatting.sending import write_message
from agents.chatting.wording import read_message
from agents.models import Agent, AskedTurn, Message, Room
from agents.recognizing import find_fault
from turingapp.errors import IncompleteAnswer, InvalidPayload, ServiceError, UnknownPlugin

TAKEN_FOR = timedelta(seconds=75)  # longer than a service may take to answer
TRIES_EACH = 3
EARLY = timedelta(seconds=1)
WAIT_SECONDS, LONGEST_WAIT_SECONDS = 1.0, 30.0

State = AskedTurn.State


def answer_due_turns(*, clock: Callable[[], datetime], most: int = 50) -> int:
    """Ask the AI agents whose turn it is; returns how many turns were tried. It may run several times at once."""
    tried = 0
    while tried < most and (turn := take_turn(at=clock())) is not None:
        try_turn(turn, clock=clock)
        tried += 1
    return tried


@transaction.atomic
def take_turn(*, at: datetime) -> AskedTurn | None:
    """The turn that waits longest, held by this worker for a while; None where none is due.

    The first word of a conversation is not due before the person on the other seat is ready, too.
    """
    due = AskedTurn.objects.filter(state=State.DUE, due_at__lte=at).order_by("due_at", "pk")
    due = due.exclude(seat__room__phase=Phase.READYING)
    turn = due.select_for_update(no_key=True, skip_locked=True, of=("self",)).select_related("seat__room").first()
    if turn is not None:
        turn.tries, turn.due_at = turn.tries + 1, at + TAKEN_FOR
        turn.save(update_fields=("tries", "due_at"))
    return turn


def try_turn(turn: AskedTurn, *, clock: Callable[[], datetime]) -> None:
    """Ask for this turn once, and write down the answer or why there is none; a room that is over asks nobody."""
    if turn.seat.room.phase == Phase.OVER:
        AskedTurn.objects.filter(pk=turn.pk, state=State.DUE).update(state=State.MOOT)
        return
    agent, history = choose_agent(turn), read_history(turn.seat.room)
    try:
        text = ask(turn, agent, history)
    except NoAnswer as failure:
        note_failure(turn, agent, failure, at=clock())
    else:
        write_turn(turn, agent, text, heard=len(history), at=clock())


def choose_agent(turn: AskedTurn) -> Agent:
    """The agent of the seat for the first tries, then the one in reserve."""
    agent, reserve = turn.seat.agent, turn.seat.room.reserve
    if agent is None:
        raise ValueError(f"The turn {turn.pk} is asked of seat {turn.seat_id}, on which no AI agent sits.")
    return reserve if reserve is not None and turn.tries > TRIES_EACH else agent


def read_history(room: Room) -> list[Utterance]:
    """All that was said in a room so far."""
    said = Message.objects.filter(room=room).order_by("seq").values_list("seat__role", "text")
    return [Utterance(role, text) for role, text in said]


def ask(turn: AskedTurn, agent: Agent, history: Sequence[Utterance]) -> str:
    """What the agent says next, fit to be sent; raises NoAnswer."""
    room = turn.seat.room
    rng = random.Random(f"{room.seed}/{turn.seat.role}/{turn.after}/{turn.tries}")
    try:
        reply = find_system(agent).reply(history, rng, topic=room.topic)
    except ServiceError as error:
        raise blame_service(error) from error
    except (InvalidPayload, UnknownPlugin) as error:  # it cannot be asked here any more
        raise NoAnswer(Failure.CANNOT_TAKE, str(error)) from error
    if fault := find_fault(reply.text, (agent.title,)):
        raise NoAnswer(*fault, raw=reply.text)
    try:
        return read_message(reply.text, longest=room.rules["longest_message"])
    except IncompleteAnswer as error:
        raise NoAnswer(Failure.RULE_BROKEN, str(error), raw=reply.text) from None


def write_turn(turn: AskedTurn, agent: Agent, text: str, *, heard: int, at: datetime) -> None:
    """Put the answer to the first `heard` messages into the log, once, if the conversation still waits for it.

    Where its time has not come by this worker's clock, the turn stays due; what was said meanwhile is answered next.
    """
    with holding(turn.seat.room_id, at=at) as held:
        locked = AskedTurn.objects.select_for_update(no_key=True).get(pk=turn.pk)
        if locked.state != State.DUE:
            return
        said, seat = held.state.turns, held.seat(turn.seat.role)
        try:
            last = Message.objects.filter(room=held.room, seq=said).first()
            message = write_message(held, seat, text, last, client_id=f"turn-{turn.after}", at=at)
        except machine.ConversationOver:
            locked.state = State.MOOT
        except machine.NotYourTurn:
            is_full = said >= held.rules.turns
            locked.state, locked.due_at = (State.MOOT if is_full else State.DUE), at + EARLY
        else:
            locked.state, locked.answered_by = State.DONE, agent
        locked.save(update_fields=("state", "due_at", "answered_by"))
        if locked.state == State.DONE and said > heard:
            ask_seat(held, seat, at=message.release_at)


def note_failure(turn: AskedTurn, agent: Agent, failure: NoAnswer, *, at: datetime) -> None:
    """Keep the failure and try again later; after the last try of the last agent the conversation ends, fairly."""
    entry = {"at": at.isoformat(), "agent": agent.slug, "kind": str(failure.kind), "said": str(failure)}
    with holding(turn.seat.room_id, at=at) as held:
        locked = AskedTurn.objects.select_for_update(no_key=True).get(pk=turn.pk)
        if locked.state != State.DUE:
            return
        locked.failures = [*locked.failures, entry]
        locked.due_at = at + timedelta(seconds=find_wait(locked, failure))
        if held.state.phase == Phase.OVER:
            locked.state = State.MOOT
        elif locked.tries >= TRIES_EACH * (2 if held.room.reserve_id else 1):
            give_up(held, locked, at=at)
        locked.save(update_fields=("failures", "due_at", "state"))


def find_wait(turn: AskedTurn, failure: NoAnswer) -> float:
    """Seconds until the next try: what the service asked for, else twice as long each time."""
    wait = failure.wait_seconds if failure.wait_seconds is not None else WAIT_SECONDS * 2 ** (turn.tries - 1)
    return min(wait, LONGEST_WAIT_SECONDS)


def give_up(held: Held, turn: AskedTurn, *, at: datetime) -> None:
    """No agent could answer: the partner is let go with the rest of their pay."""
    turn.state = State.FAILED
    held.state = machine.stop(held.state, held.rules, at=at, ending=Ending.FAILED, role=turn.seat.role)
