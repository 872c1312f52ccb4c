"""The test of three: both rooms begin and end together, the choice is made once, and nobody is told before."""

import re

import pytest
from django.test import Client

from agents.chatting.leaving import be_ready, leave
from agents.models import Answer, Message, Room, Seat
from judging.conversing.screens import DebriefScreen, WaitingScreen
from judging.identifying.screens import ChoiceScreen, GameScreen, ReadyScreen
from judging.identifying.showing import CHOICE, DEBRIEF, ENOUGH, READY
from judging.models import Assignment, Choice, Game, Seating
from judging.tokens import sign_visit
from judging.withdrawing import erase
from tests.agents.chatting.rooms import later
from tests.at_once import run_at_once
from tests.judging.conversing.visits import come_in, find_seat, wait_at
from tests.judging.identifying.games import (
    begin_game,
    find_machine_seat,
    open_game_study,
    phases,
    seat_game,
    show,
    take,
    talk_to_the_end,
)
from turingapp.errors import IncompleteAnswer, StaleStep

pytestmark = pytest.mark.django_db
State = Assignment.State


def test_a_game_from_the_waiting_room_to_the_truth() -> None:
    game, judge, witness = begin_game(open_game_study(closing=False))
    assert isinstance(show(judge, 4), GameScreen)
    talk_to_the_end(game)
    assert isinstance(show(judge, 20), ChoiceScreen)
    take(judge, CHOICE, 21, side=game.human_side, confidence="4", reason="It hesitated.")
    choice = Choice.objects.get()
    assert (choice.is_machine_chosen, choice.sure, choice.is_whole) == (False, 4, True)
    told = show(judge, 22)
    assert isinstance(told, DebriefScreen)
    assert told.title == f"The human was on the {game.human_side}"
    assert take(judge, DEBRIEF, 23, answer="keep").state == State.FINISHED
    assert take(witness, DEBRIEF, 23, answer="keep").state == State.FINISHED
    assert not Answer.objects.exists()


def test_both_conversations_begin_at_the_same_moment_though_people_are_ready_at_different_ones() -> None:
    study = open_game_study(chat={"pace": 1})
    _, judge, witness = seat_game(study)
    assert isinstance(show(judge, 2), ReadyScreen)
    take(judge, READY, 3)
    assert (isinstance(show(judge, 4), ReadyScreen), Room.objects.count()) == (True, 1)
    be_ready(find_seat(witness), at=later(9))
    assert isinstance(show(judge, 12), GameScreen)
    times = set(Room.objects.values_list("phase", "opened_at", "made_at"))
    assert {opened_at for _, opened_at, _ in times} == {later(9)}


def test_before_the_game_the_judges_page_holds_the_address_of_no_room() -> None:
    study = open_game_study()
    _, judge, _ = seat_game(study)
    seat = find_seat(judge)
    Room.objects.update(rules=seat.room.rules | {"ready_seconds": 600.0})
    page = show(judge, 2)
    assert isinstance(page, ReadyScreen)
    assert seat.public_id not in repr(page)


def test_the_panes_differ_in_their_side_and_address_alone() -> None:
    _, judge, _ = begin_game(open_game_study())
    screen = show(judge, 4)
    assert isinstance(screen, GameScreen)
    tokens = [pane.seat_token for pane in screen.panes]
    drawn = [repr(pane).replace(pane.seat_token, "") for pane in screen.panes]
    sides = [re.sub("left|right", "", text, flags=re.IGNORECASE) for text in drawn]
    assert sides[0] == sides[1]
    assert len(set(tokens)) == 2


def test_the_judge_may_choose_early_once_enough_was_said_and_both_conversations_end() -> None:
    game, judge, witness = begin_game(open_game_study())
    with pytest.raises(IncompleteAnswer, match="should have 2 messages"):
        take(judge, ENOUGH, 5)
    for seat in (find_seat(judge), find_machine_seat(game)):
        Room.objects.filter(pk=seat.room_id).update(turns=2)
    take(judge, ENOUGH, 12)
    assert phases(game) == {"over"}
    assert take(judge, CHOICE, 13, side="left", confidence="2").state == State.OPEN
    assert Choice.objects.get().is_whole
    with pytest.raises(StaleStep):
        take(witness, CHOICE, 14, side="left", confidence="2")


def test_who_leaves_ends_both_conversations_and_the_choice_is_marked_as_broken_off() -> None:
    game, judge, witness = begin_game(open_game_study())
    leave(find_seat(witness), at=later(8))
    assert isinstance(show(judge, 9), ChoiceScreen)
    assert phases(game) == {"over"}
    take(judge, CHOICE, 10, side="left", confidence="1")
    assert not Choice.objects.get().is_whole
    assert take(judge, DEBRIEF, 11, answer="keep").stage == Assignment.Stage.CLOSING
    gone = take(witness, DEBRIEF, 12, answer="keep")
    assert (gone.state, bool(gone.code)) == (State.WITHDRAWN, True)


def test_a_choice_is_made_once_and_only_after_the_end() -> None:
    game, judge, _ = begin_game(open_game_study())
    with pytest.raises(StaleStep, match="not over yet"):
        take(judge, CHOICE, 5, side="left", confidence="1")
    talk_to_the_end(game)
    with pytest.raises(IncompleteAnswer, match="which of the two"):
        take(judge, CHOICE, 20, side="above", confidence="1")
    with pytest.raises(StaleStep):
        take(judge, DEBRIEF, 20, answer="keep")
    for side in ("left", "right"):
        take(judge, CHOICE, 21, side=side, confidence="1")
    assert Choice.objects.get().side == "left"


def test_who_is_not_ready_ends_nothing_but_the_meeting() -> None:
    study = open_game_study()
    game, *_ = seat_game(study)
    take(game.judge.assignment, READY, 2)
    assert isinstance(show(game.judge.assignment, 39), WaitingScreen)
    wait_at(game.judge.assignment, 40)
    wait_at(game.witness.assignment, 41)
    assert dict(Seating.objects.values_list("pk", "is_away")) == {game.judge_id: False, game.witness_id: True}


def test_a_judge_who_takes_everything_back_leaves_no_choice_and_no_word() -> None:
    game, judge, _ = begin_game(open_game_study())
    talk_to_the_end(game)
    take(judge, CHOICE, 21, side="left", confidence="1")
    erase(judge, at=later(22))
    seats = [find_seat(judge), find_machine_seat(game)]
    assert not Choice.objects.exists()
    assert set(Message.objects.filter(seat__in=seats).values_list("text", flat=True)) == {"[erased]"}


@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_looked_at_twice_at_once_has_one_room_with_the_machine() -> None:
    study = open_game_study()
    _, judge, witness = seat_game(study)
    for visit in (judge, witness):
        be_ready(find_seat(visit), at=later(2))
    run_at_once(lambda number: show(judge, 3), 8)
    assert (Room.objects.count(), Seat.objects.count()) == (2, 4)


def test_sides_and_parts_are_drawn_by_lot() -> None:
    study = open_game_study()
    for number in range(40):
        for name in ("a", "b"):
            wait_at(come_in(study, f"{name}{number}"), 1, seed=number)
    sides = list(Game.objects.values_list("human_side", flat=True))
    first = sum(game.judge_id < game.witness_id for game in Game.objects.all())
    # Both bounds are missed by a fair lot of 40 about once in a thousand seeds; these seeds are fixed.
    assert 10 <= sides.count("left") <= 30
    assert 10 <= first <= 30


def test_the_phase_of_a_game_is_told_to_its_judge_by_the_address_of_the_visit(client: Client) -> None:
    _, judge, _ = begin_game(open_game_study())
    assert client.get(f"/visit/{sign_visit(judge)}/game").json() == {"phase": "on"}
    assert client.get("/visit/nothing.here/game").status_code == 404


@pytest.mark.parametrize(
    ("chat", "match"),
    [
        ({"partners": []}, "chat.partners is empty"),
        ({"ai_when_alone": True}, "does not apply to a study of kind identify"),
    ],
)
def test_a_protocol_of_games_names_machines_and_needs_two_people(chat: dict[str, object], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        open_game_study(chat=chat)
