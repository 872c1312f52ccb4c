"""How a game stands: both rooms begin together, and where one breaks off the other ends with it."""

import random
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agents.adding import find_agent
from agents.chatting import machine
from agents.chatting.holding import holding
from agents.chatting.leaving import be_ready
from agents.chatting.machine import Ending, Phase
from agents.chatting.opening import RoomPlan, make_rooms
from agents.chatting.rules import Rules
from agents.models import Room, Seat
from judging.conversing.debriefing import lock_seating
from judging.models import Assignment, Game, Seating
from judging.tokens import NOT_SHOWN_YET
from turingapp.errors import IncompleteAnswer, StaleStep

WHOLE = {Ending.COMPLETE, Ending.TIME, Ending.ENOUGH}
JUDGE_ROLE = "A"  # who has the first word


def find_game(seating: Seating) -> Game | None:
    """The game in which somebody sits; None before they are seated."""
    if seating.seat is None:
        return None
    games = Game.objects.select_related("human_room", "machine_room", "machine", "judge__assignment")
    return games.filter(human_room=seating.seat.room_id).first()


def settle_game(game: Game, *, at: datetime) -> Game:
    """The game as it stands at this time: rooms that are due begin, and end together where one has broken off."""
    phase = settle_room(game.human_room_id, at=at)
    if phase == Phase.OPEN and game.machine_room_id is None:
        open_machine_room(game, at=at)
    game = Game.objects.select_related("human_room", "machine_room", "machine", "judge__assignment").get(pk=game.pk)
    if game.machine_room_id is not None:
        settle_room(game.machine_room_id, at=at)
        end_together(game, at=at)
    return game


def settle_room(room_id: int, *, at: datetime) -> Phase:
    """Bring a room to this time."""
    with holding(room_id, at=at) as held:
        return held.state.phase


@transaction.atomic
def open_machine_room(game: Game, *, at: datetime) -> None:
    """Make the judge's room with the AI witness, as if it had opened with the other one; once."""
    locked = (
        Game.objects.select_for_update(no_key=True, of=("self",))
        .select_related("human_room", "machine")
        .get(pk=game.pk)
    )
    if locked.machine_room_id is not None:
        return
    human, settings = locked.human_room, game.judge.assignment.settings
    reserve = settings.conversations.reserve
    plan = RoomPlan(
        agents=(None, locked.machine),
        topic=human.topic,
        rules=Rules.model_validate(human.rules),
        seed=random.Random(f"{human.seed}/machine").getrandbits(62),
        context=human.context,
        reserve=find_agent(reserve, at=at) if reserve else None,
        is_simulated=human.is_simulated,
        opened_at=human.opened_at,
    )
    ((seat, __),) = make_rooms([plan], at=at)
    locked.machine_room = seat.room
    locked.save(update_fields=("machine_room",))


def end_together(game: Game, *, at: datetime) -> None:
    """Where one conversation was broken off, the other one ends too: it could no longer be compared."""
    rooms = game.rooms
    for room in rooms:
        room.refresh_from_db()
    if any(room.ending and room.ending not in WHOLE for room in rooms):
        for room in rooms:
            end_room(room, Ending.WITH_OTHER, at=at)


def end_room(room: Room, ending: Ending, *, at: datetime) -> None:
    """End a room from outside; one that is over stays as it ended."""
    with holding(room.pk, at=at) as held:
        held.state = machine.stop(held.state, held.rules, at=at, ending=ending)
    room.refresh_from_db()


def is_over(game: Game) -> bool:
    """Whether both conversations are over, or the one that was to begin never did."""
    return all(room.phase == Room.Phase.OVER for room in game.rooms)


def is_whole(game: Game) -> bool:
    """Whether both conversations came to an end of their own."""
    rooms = game.rooms
    return len(rooms) == 2 and all(room.ending in WHOLE for room in rooms)


def find_judge_seats(game: Game) -> dict[int, Seat]:
    """The judge's seats by the key of the room."""
    seats = Seat.objects.select_related("room").filter(room__in=game.rooms, role=JUDGE_ROLE)
    return {seat.room_id: seat for seat in seats}


def has_heard_enough(game: Game) -> bool:
    """Whether each conversation is long enough for a choice before its end."""
    least = game.judge.assignment.settings.conversations.least_turns
    rooms = game.rooms
    return len(rooms) == 2 and all(room.turns >= least for room in rooms)


def note_judge_ready(assignment: Assignment, *, at: datetime) -> None:
    """The judge is there; said twice, or too late, it is no news."""
    seating = Seating.objects.filter(assignment=assignment, seat__isnull=False).select_related("seat").first()
    if seating is not None and seating.seat is not None:
        be_ready(seating.seat, at=at)


@transaction.atomic
def end_early(assignment: Assignment, *, at: datetime) -> None:
    """The judge is ready to choose: both conversations end. Raises IncompleteAnswer where that is too early."""
    __, seating = lock_seating(assignment)
    game = find_game(seating)
    if game is None or game.judge_id != seating.pk:
        raise StaleStep(_(NOT_SHOWN_YET))
    game = settle_game(game, at=at)
    if is_over(game):
        return
    if not has_heard_enough(game):
        least = game.judge.assignment.settings.conversations.least_turns
        told = ngettext(
            "Please talk a little longer: each conversation should have %(least)d message.",
            "Please talk a little longer: each conversation should have %(least)d messages.",
            least,
        )
        raise IncompleteAnswer(told % {"least": least}, ())
    for room in game.rooms:
        end_room(room, Ending.ENOUGH, at=at)
