"""Games of three, for tests: two people come in, are seated, and talk at times that a test sets."""

from typing import Any

from agents.chatting.leaving import be_ready
from agents.chatting.sending import send_message
from agents.models import Room, Seat
from judging.identifying.playing import find_judge_seats, settle_game
from judging.kinds.identify import IdentifyKind
from judging.models import Assignment, Game, Study
from judging.opening import open_study
from judging.screens import Screen
from tests.agents.chatting.rooms import later
from tests.builders import AT, make_settings
from tests.judging.conversing.visits import come_in, find_seat, wait_at

KIND = IdentifyKind()


def open_game_study(*, chat: dict[str, Any] | None = None, **changes: Any) -> Study:
    """An open study of games of three, four messages in each conversation, without a pace."""
    rules = {"topics": ["music"], "turns": 4, "least_turns": 2, "pace": 0, "partners": ["scripted-chat"]}
    settings = make_settings("conversation", kind="identify", chat={**rules, **(chat or {})}, **changes)
    return open_study(settings, at=AT)


def begin_game(study: Study) -> tuple[Game, Assignment, Assignment]:
    """Two people who are seated and ready: the game with the judge's and the witness's visit."""
    game, *visits = seat_game(study)
    for visit in visits:
        be_ready(find_seat(visit), at=later(2))
    game = settle_game(game, at=later(3))
    return game, game.judge.assignment, game.witness.assignment


def seat_game(study: Study) -> tuple[Game, Assignment, Assignment]:
    """Two people who are seated and not ready yet: the game with the judge's and the witness's visit."""
    for visit in [come_in(study, name) for name in ("one", "two")]:
        wait_at(visit, 1)
    game = Game.objects.get()
    return game, game.judge.assignment, game.witness.assignment


def find_machine_seat(game: Game) -> Seat:
    """The judge's seat in the room with the AI witness."""
    assert game.machine_room_id is not None
    return find_judge_seats(game)[game.machine_room_id]


def talk_to_the_end(game: Game, *, start: float = 10) -> None:
    """The judge and both witnesses say all they may; the machine's words are put in for it."""
    for room in (game.human_room, game.machine_room):
        assert room is not None
        seats = {seat.role: seat for seat in Seat.objects.select_related("room").filter(room=room)}
        for number in range(4):
            role = "AB"[number % 2]
            send_message(seats[role], f"word {number}", client_id=f"{number}", at=later(start + number))


def show(visit: Assignment, seconds: float) -> Screen | None:
    """The page at which a visit stands."""
    visit = Assignment.objects.get(pk=visit.pk)
    return KIND.present(visit, "", at=later(seconds), given={}, seconds_left=0)


def take(visit: Assignment, position: int, seconds: float, **data: str) -> Assignment:
    """What a form says; the visit afterwards."""
    KIND.take(visit.public_id, position, data, submission="", at=later(seconds))
    return Assignment.objects.get(pk=visit.pk)


def phases(game: Game) -> set[str]:
    """How the rooms of a game stand."""
    return set(Room.objects.filter(pk__in=(game.human_room_id, game.machine_room_id)).values_list("phase", flat=True))
