"""Watching over games of three: both conversations are listed, and stopped or given time together."""

import pytest

from agents.chatting.leaving import leave
from agents.chatting.machine import ConversationOver
from agents.models import Room, RoomTrace
from judging.conversing.overseeing import extend_conversation, stop_conversation
from judging.conversing.watching import find_rooms, list_rooms
from judging.models import Game
from tests.agents.chatting.rooms import later
from tests.judging.conversing.visits import find_seat
from tests.judging.identifying.games import begin_game, open_game_study

pytestmark = pytest.mark.django_db


def find_machine_room(game: Game) -> Room:
    """The room with the AI witness."""
    assert game.machine_room is not None
    return game.machine_room


def test_both_conversations_of_a_game_are_listed_with_the_judge_in_each() -> None:
    study = open_game_study()
    game, judge, witness = begin_game(study)
    machine, human = list_rooms(find_rooms(study), at=later(5))
    assert (human.room, machine.room) == (game.human_room, game.machine_room)
    assert [seat.who for seat in human.seats] == [f"visit {judge.pk}", f"visit {witness.pk}"]
    assert [seat.who for seat in machine.seats] == [f"visit {judge.pk}", game.machine.title]
    assert human.game == machine.game == game


@pytest.mark.parametrize("of_human", [True, False])
def test_time_is_added_to_both_and_both_are_stopped(of_human: bool) -> None:
    game, _, _ = begin_game(open_game_study(chat={"minutes": 10}))
    room = game.human_room if of_human else find_machine_room(game)
    extend_conversation(room, minutes=5, seen_seconds=600, by="ann", at=later(10))
    assert [one.rules["talk_seconds"] for one in Room.objects.all()] == [900, 900]
    stop_conversation(room, by="ann", at=later(20))
    assert list(Room.objects.values_list("ending", flat=True)) == ["stopped", "stopped"]
    assert RoomTrace.objects.count() == 4


def test_the_other_conversation_that_is_over_already_stays_as_it_ended() -> None:
    game, _, witness = begin_game(open_game_study())
    leave(find_seat(witness), at=later(10))
    stop_conversation(find_machine_room(game), by="ann", at=later(11))
    assert sorted(Room.objects.values_list("ending", flat=True)) == ["left", "stopped"]
    with pytest.raises(ConversationOver):
        stop_conversation(game.human_room, by="ann", at=later(12))
    assert RoomTrace.objects.count() == 1
