"""How live conversations stand, on the board and by command: what is so at this time, and nothing of what is said."""

import pytest
from django.core.management import CommandError

from agents.chatting.answering import answer_due_turns
from agents.chatting.leaving import be_ready, leave
from agents.chatting.overseeing import extend_room
from agents.chatting.sending import send_message
from agents.models import Answer, AskedTurn, Room, RoomTrace
from judging.conversing.summing import sum_up
from judging.conversing.watching import RoomLine, find_rooms, list_rooms, list_waiters
from judging.models import Assignment, Study
from tests.agents.chatting.rooms import later
from tests.commands import run
from tests.judging.conversing.visits import (
    bring_to_present,
    come_in,
    decide,
    find_seat,
    guess,
    open_chat_study,
    seat_two,
    talk,
    wait_at,
)

pytestmark = pytest.mark.django_db


def look_at(study: Study, seconds: float) -> RoomLine:
    """The only conversation of a study."""
    (line,) = list_rooms(find_rooms(study), at=later(seconds))
    return line


def list_notes(line: RoomLine) -> list[str]:
    """What is said of its two sides."""
    return [seat.note for seat in line.seats]


def test_who_waits_is_listed_by_how_long_and_who_is_gone_is_counted() -> None:
    study = open_chat_study(pairings={"HA": 1.0})
    gone, here = come_in(study, "one"), come_in(study, "two")
    wait_at(gone, 1)
    wait_at(here, 190)
    wait_at(here, 195)
    assert Room.objects.count() == 0
    (waiter,) = list_waiters(study, at=later(200))
    assert (waiter.visit, waiter.seconds, waiter.is_past_limit, waiter.kind) == (here.pk, 10, False, "")
    assert list_waiters(study, at=later(196 + 12)) == []
    assert sum_up(study, find_rooms(study), waiting=1, at=later(200)).gone == 1


def test_a_conversation_shows_who_is_to_speak_what_time_is_left_and_what_is_flagged() -> None:
    study = open_chat_study(chat={"minutes": 10})
    visits = seat_two(study)
    talk(visits, 1, start=20)
    send_message(find_seat(visits[1]), "I am a bot", client_id="b", at=later(22))
    line = look_at(study, 32)
    assert (line.standing, line.talked, line.left, line.quiet) == ("Talking", 30, 570, 10)
    assert (line.room.turns, line.rules.turns, line.flags, line.failures) == (2, 4, 1, 0)
    assert [seat.who for seat in line.seats] == [f"visit {visit.pk}" for visit in visits]
    assert list_notes(line) == ["to speak", ""]
    assert list_notes(look_at(study, 60)) == ["not seen for 40 s", "not seen for 38 s"]


def test_what_fell_due_is_so_before_anybody_has_looked() -> None:
    study = open_chat_study()
    talk(seat_two(study), 1)
    line = look_at(study, 1000)
    assert Room.objects.get().phase == "open"
    assert (line.standing, line.phase) == ("Over: A speaker was not seen any more", "over")
    assert list_notes(line).count("was not seen any more") == 1


def test_the_machine_of_a_conversation_is_named_with_its_failures_and_turns_that_hang_are_counted() -> None:
    study = open_chat_study(pairings={"AH": 1.0})
    visits = [come_in(study, name) for name in ("one", "two")]
    for visit in visits:
        wait_at(visit, 1)
    for visit in visits:
        be_ready(find_seat(visit), at=later(2))
    turn = AskedTurn.objects.order_by("pk")[0]
    turn.failures = [{"at": "", "agent": "scripted-chat", "kind": "empty", "said": "It said nothing."}] * 2
    turn.save()
    lines = list_rooms(find_rooms(study), at=later(3))
    assert sorted(line.failures for line in lines) == [0, 2]
    assert all(line.seats[0].who == turn.seat.agent.title for line in lines if turn.seat.agent)
    early, late = (sum_up(study, find_rooms(study), waiting=0, at=later(seconds)) for seconds in (10, 60))
    assert (early.failures, early.failed, early.overdue, late.overdue) == ((("empty reply", 2),), 2, 0, 2)
    answer_due_turns(clock=lambda: later(61))
    assert sum_up(study, find_rooms(study), waiting=0, at=later(61)).overdue == 0


def test_endings_are_counted_and_previews_are_named() -> None:
    study = open_chat_study()
    first, _ = seat_two(study)
    leave(find_seat(first), at=later(30))
    assert list_notes(look_at(study, 31)) == ["left the conversation", ""]
    summary = sum_up(study, find_rooms(study), waiting=0, at=later(31))
    assert (summary.endings, summary.over) == ((("A speaker left", 1),), 1)
    wait_at(come_in(study, "three", kind=Assignment.Kind.PREVIEW), 40)
    (waiter,) = list_waiters(study, at=later(41))
    assert waiter.kind == "Preview"


def test_a_reviewer_is_told_of_time_that_was_added() -> None:
    visits = seat_two(open_chat_study(closing=False))
    room = find_seat(visits[0]).room
    extend_room(room, minutes=3, seen_seconds=room.rules["talk_seconds"], by="ann", at=later(5))
    talk(visits, 4)
    for visit in visits:
        guess(visit, 20)
        decide(visit, 21)
    assert Answer.objects.get().flags == ["3 minutes were added by an experimenter"]


def test_the_command_lists_adds_time_stops_and_shows_text_with_a_trace_each() -> None:
    study = open_chat_study()
    room = talk(seat_two(study), 2)
    bring_to_present(room)
    told = run("conversations", study.slug)
    assert f"{room.pk}  Talking  music" in told
    assert "2 of 4 messages  11" in told
    assert "message 1" not in told
    assert "1  A  message 0\n2  B  message 1" in run("conversations", study.slug, "--text", room.pk, "--by", "ann")
    run("conversations", study.slug, "--extend", room.pk, "--minutes", 7, "--by", "ann")
    told = run("conversations", study.slug, "--stop", room.pk)
    assert "Over: Stopped by an experimenter" in told
    assert "Time added: 7 minutes, by ann" in told
    traces = list(RoomTrace.objects.order_by("pk").values_list("kind", "by"))
    assert traces == [("show", "ann"), ("extend", "ann"), ("stop", "the command line")]


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        (("--stop", 10**6), "has no conversation 1000000"),
        (("--extend", 0, "--minutes", 5), "has no conversation 0"),
    ],
)
def test_the_command_says_which_conversation_there_is_not(deed: tuple[object, ...], told: str) -> None:
    with pytest.raises(CommandError, match=told):
        run("conversations", open_chat_study().slug, *deed)


def test_the_command_says_why_a_deed_was_refused() -> None:
    study = open_chat_study()
    room = talk(seat_two(study), 1)
    with pytest.raises(CommandError, match="over already"):
        run("conversations", study.slug, "--stop", room.pk)
    with pytest.raises(CommandError, match="90 minutes cannot be added"):
        run("conversations", study.slug, "--extend", room.pk, "--minutes", 90)
