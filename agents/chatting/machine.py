"""How a conversation stands: a pure machine, events and times in, the next state out.

What is due by a time (the talk begins, a limit is reached) happens at that time, whenever somebody looks: no timer runs
anywhere, so a server that stands still or starts anew changes nothing.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils.translation import gettext as _

from agents.chatting.rules import Rules
from turingapp.errors import AssignmentClosed, Refused

ROLES = ("A", "B")
BLIND_SECONDS = 20.0  # polls of nobody for so long: nobody could be seen, so nobody was away


class Phase(StrEnum):
    """How far a conversation has come; the values of Room.Phase."""

    READYING = "readying"
    OPEN = "open"
    OVER = "over"


class Ending(StrEnum):
    """Why it is over; the values of Room.Ending."""

    COMPLETE = "complete"
    TIME = "time"
    LEFT = "left"
    AWAY = "away"
    SILENCE = "silence"
    NOT_READY = "not_ready"
    STOPPED = "stopped"
    ENOUGH = "enough"
    WITH_OTHER = "with_other"
    FAILED = "failed"


class NotYourTurn(Refused):
    """Somebody speaks while it is the other's turn, or before the conversation has begun."""


class ConversationOver(AssignmentClosed):
    """Somebody speaks after the end."""


@dataclass(frozen=True, slots=True)
class Side:
    """One seat: when its speaker said to be ready (an AI agent's may lie ahead), and was seen last."""

    role: str
    is_machine: bool
    seen_at: datetime
    ready_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class State:
    """All by which a conversation goes on."""

    phase: Phase
    sides: tuple[Side, Side]
    made_at: datetime
    watched_since: datetime
    opened_at: datetime | None = None
    over_at: datetime | None = None
    ending: Ending | None = None
    ended_by: str = ""
    turns: int = 0
    last_speaker: str = ""
    writing_from: datetime | None = None
    last_release_at: datetime | None = None

    @property
    def heard_at(self) -> datetime | None:
        """When the last word was, or will be, shown; before any, when the talk began; None before that."""
        return max(filter(None, (self.opened_at, self.last_release_at)), default=None)

    def side(self, role: str) -> Side:
        """The side of a role."""
        return self.sides[ROLES.index(role)]


def find_next_speaker(state: State, rules: Rules) -> str:
    """Whose turn it is; empty where both may speak."""
    return "" if rules.flow == "free" else ROLES[state.turns % len(ROLES)]


def see_as_shown(state: State, *, at: datetime) -> State:
    """The state as the pages show it: without the last message while that is held back."""
    is_held = state.last_release_at is not None and state.last_release_at > at
    return replace(state, turns=state.turns - 1) if is_held else state


def settle(state: State, rules: Rules, *, at: datetime) -> State:
    """The state at this time: what fell due before has happened, in the order in which it fell due."""
    if state.phase == Phase.READYING:
        state = settle_readiness(state, rules, at=at)
    if state.phase == Phase.OPEN:
        ends = [end for end in list_ends(state, rules, at=at) if end[0] <= at]
        if ends:
            return end_at(state, *min(ends, key=lambda end: end[0]))
    return state


def settle_readiness(state: State, rules: Rules, *, at: datetime) -> State:
    """Open where both are ready, end where the time for it is up."""
    deadline = state.made_at + timedelta(seconds=rules.ready_seconds)
    ready = [side.ready_at for side in state.sides if side.ready_at is not None]
    if len(ready) == len(ROLES) and max(ready) <= at:
        opened_at = max(ready)
        return replace(state, phase=Phase.OPEN, opened_at=opened_at, watched_since=max(opened_at, state.watched_since))
    unready = next((side.role for side in state.sides if side.ready_at is None), "")
    return end_at(state, deadline, Ending.NOT_READY, unready) if at > deadline and unready else state


def list_ends(state: State, rules: Rules, *, at: datetime) -> list[tuple[datetime, Ending, str]]:
    """When which limits of an open conversation are reached, and by whom."""
    opened_at = state.opened_at or state.made_at
    heard_at = state.heard_at or opened_at
    ends = [(opened_at + timedelta(seconds=rules.talk_seconds), Ending.TIME, "")]
    if state.turns >= rules.turns:
        return [(heard_at, Ending.COMPLETE, ""), *ends]
    silent = find_next_speaker(state, rules)
    why = Ending.FAILED if silent and state.side(silent).is_machine else Ending.SILENCE
    people = [side for side in state.sides if not side.is_machine]
    if why == Ending.FAILED or is_anybody_here(people, rules, at=at):
        # After a time in which nobody was seen, who is to speak has a moment in which a waiting message may come.
        back_at = state.watched_since + timedelta(seconds=BLIND_SECONDS)
        ends.append((max(heard_at + timedelta(seconds=rules.silence_seconds), back_at), why, silent))
    ends += [
        (max(side.seen_at, state.watched_since) + timedelta(seconds=rules.away_seconds), Ending.AWAY, side.role)
        for side in people
        if is_watched_by_others(side, people, at=at)
    ]
    if people:
        last_seen = max(side.seen_at for side in people)
        missed = min(people, key=lambda side: side.seen_at).role
        ends.append((last_seen + timedelta(seconds=rules.abandoned_seconds), Ending.AWAY, missed))
    return ends


def is_anybody_here(people: list[Side], rules: Rules, *, at: datetime) -> bool:
    """Whether somebody was seen of late, so that a silence is no fault of a server that stood still."""
    limit = at - timedelta(seconds=rules.away_seconds)
    return not people or any(side.seen_at >= limit for side in people)


def is_watched_by_others(side: Side, people: list[Side], *, at: datetime) -> bool:
    """Whether somebody else is here now, so that this one's silence is no fault of the server."""
    limit = at - timedelta(seconds=BLIND_SECONDS)
    return any(other.role != side.role and other.seen_at >= limit for other in people)


def end_at(state: State, at: datetime, ending: Ending, role: str = "") -> State:
    """The state after the end."""
    return replace(state, phase=Phase.OVER, over_at=at, ending=ending, ended_by=role)


def see(state: State, role: str, rules: Rules, *, at: datetime) -> State:
    """Somebody's page asked for news."""
    return settle(change_side(state, role, seen_at=at), rules, at=at)


def be_ready(state: State, role: str, rules: Rules, *, at: datetime) -> State:
    """Somebody is there; said again, it is no news."""
    state = settle(state, rules, at=at)
    if state.phase != Phase.READYING or state.side(role).ready_at is not None:
        return state
    return settle(change_side(state, role, ready_at=at, seen_at=at), rules, at=at)


def say(
    state: State, role: str, rules: Rules, *, at: datetime, release_at: datetime, writing_from: datetime | None = None
) -> State:
    """Somebody says something; raises NotYourTurn and ConversationOver."""
    state = settle(state, rules, at=at)
    if state.phase == Phase.OVER:
        raise ConversationOver(_("The conversation is over; this message was not sent."))
    if state.phase == Phase.READYING:
        raise NotYourTurn(_("The conversation has not begun yet; please send this again in a moment."))
    is_early = rules.flow == "turns" and see_as_shown(state, at=at).turns < state.turns
    if is_early or state.turns >= rules.turns or find_next_speaker(state, rules) not in {"", role}:
        raise NotYourTurn(_("It is your partner's turn; please wait for an answer before you write again."))
    shown_at = max(filter(None, (release_at, state.last_release_at)))
    state = replace(
        state, turns=state.turns + 1, last_speaker=role, writing_from=writing_from or at, last_release_at=shown_at
    )
    return change_side(state, role, seen_at=at)


def leave(state: State, role: str, rules: Rules, *, at: datetime) -> State:
    """Somebody ends the conversation; after its end nothing changes."""
    state = settle(state, rules, at=at)
    return state if state.phase == Phase.OVER else end_at(state, at, Ending.LEFT, role)


def stop(state: State, rules: Rules, *, at: datetime, ending: Ending = Ending.STOPPED, role: str = "") -> State:
    """It is ended from outside: by an experimenter, or because an AI agent could not answer."""
    state = settle(state, rules, at=at)
    return state if state.phase == Phase.OVER else end_at(state, at, ending, role)


def change_side(state: State, role: str, *, seen_at: datetime, ready_at: datetime | None = None) -> State:
    """The state with one side seen, and ready where that is given."""
    last = max((side.seen_at for side in state.sides if not side.is_machine), default=seen_at)
    if seen_at - last > timedelta(seconds=BLIND_SECONDS):
        state = replace(state, watched_since=seen_at)
    first, second = (
        replace(side, seen_at=seen_at, ready_at=ready_at or side.ready_at) if side.role == role else side
        for side in state.sides
    )
    return replace(state, sides=(first, second))
