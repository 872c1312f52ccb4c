"""Who sits in a room, and what is to be said of each side now; never what was said there."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from agents.chatting import machine
from agents.chatting.looking import AWAY_SHOWN_AFTER
from agents.chatting.machine import Ending, Phase, State
from agents.chatting.rules import Rules
from agents.models import Room, Seat
from judging.conversing.keeping import find_seating
from judging.models import Assignment, Game

GAMES = ("game_of_human", "game_of_machine")
BLAME = {
    Ending.LEFT: gettext_noop("left the conversation"),
    Ending.AWAY: gettext_noop("was not seen any more"),
    Ending.SILENCE: gettext_noop("said nothing"),
    Ending.NOT_READY: gettext_noop("was not ready"),
    Ending.FAILED: gettext_noop("could not answer"),
}


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One side of a conversation: who sits there, and what is to be said of it now."""

    role: str
    who: str
    note: str


def count_seconds(since: datetime | None, until: datetime) -> int:
    """Whole seconds from one time to a later one; 0 where the first has not come."""
    return 0 if since is None else max(0, int((until - since).total_seconds()))


def find_game(room: Room) -> Game | None:
    """The game that is played in a room."""
    return next((game for name in GAMES if (game := getattr(room, name, None)) is not None), None)


def find_visit(seat: Seat, room: Room) -> Assignment | None:
    """Whose visit it is that sits there: in the room with an AI witness the judge's, who is seated in the other one."""
    seating = find_seating(seat)
    game: Game | None = getattr(room, "game_of_machine", None)
    if seating is None and game is not None and seat.agent_id is None:
        seating = game.judge
    return None if seating is None else seating.assignment


def name_seat(seat: Seat, visit: Assignment | None) -> str:
    """Who sits there: an AI agent by its title, a person by the number of the visit."""
    if seat.agent is not None:
        return seat.agent.title
    return _("nobody any more") if visit is None else _("visit %(number)s") % {"number": visit.pk}


def note_seat(state: State, role: str, rules: Rules, *, at: datetime) -> str:
    """What is to be said of one side: not ready, not seen, to speak, or that it ended the conversation."""
    side = state.side(role)
    if state.phase == Phase.OVER:
        has_ended_it = state.ending in BLAME and role == state.ended_by
        return _(BLAME[state.ending]) if has_ended_it and state.ending else ""
    if state.phase == Phase.READYING:
        return _("ready") if side.ready_at is not None and side.ready_at <= at else _("not ready yet")
    if not side.is_machine and at - side.seen_at > AWAY_SHOWN_AFTER:
        return _("not seen for %(seconds)s s") % {"seconds": count_seconds(side.seen_at, at)}
    is_next = machine.find_next_speaker(machine.see_as_shown(state, at=at), rules) == role
    return _("to speak") if is_next else ""
