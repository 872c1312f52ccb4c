"""The board of live conversations and the page of one, through HTTP: no text unless it is asked for, and then noted."""

from datetime import timedelta
from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from lxml import html

from agents.chatting.overseeing import show_text
from agents.models import AskedTurn, Message, Room, RoomTrace
from judging.models import Seating, Study
from tests.builders import make_study
from tests.judging.conversing.visits import (
    bring_to_present,
    come_in,
    find_seat,
    open_chat_study,
    seat_two,
    talk,
    wait_at,
)
from tests.judging.identifying.games import begin_game, open_game_study

pytestmark = pytest.mark.django_db
TEXT = "message 1"


def talk_now(study: Study) -> Room:
    """A conversation that goes on now, after two messages."""
    room = talk(seat_two(study), 2)
    bring_to_present(room)
    return room


def find_address(study: Study, room: Room | None = None, deed: str = "") -> str:
    """The address of the board, of a conversation, or of a deed on it."""
    rest = "" if room is None else f"/{room.pk}{deed}"
    return f"/workplace/studies/{study.slug}/conversations{rest}"


def test_the_board_shows_who_waits_and_talks_and_nothing_that_was_said(staff: Client) -> None:
    study = open_chat_study()
    assert "Nobody has come to talk yet" in staff.get(find_address(study)).content.decode()
    room = talk_now(study)
    seating = wait_and_be_seen(study)
    for page in ("", "/live"):
        told = staff.get(find_address(study) + page).content.decode()
        for words in (f"Conversation {room.pk}", "2 of 4 messages", "19:00", f"Visit {seating}", "0:40"):
            assert words in told
        assert TEXT not in told
    assert not RoomTrace.objects.exists()


def test_what_is_over_by_the_clock_stands_with_what_is_over(staff: Client) -> None:
    study = open_chat_study()
    talk(seat_two(study), 2)
    page = html.fromstring(staff.get(find_address(study)).content)
    assert [heading.text_content() for heading in page.xpath("//section[.//li[@class='room']]/h2")] == ["Over"]
    values = [value.text_content() for value in page.xpath("//*[@class='stat']/*[@class='value']")]
    assert values == ["0", "0", "1", "0"]


def wait_and_be_seen(study: Study, name: str = "three") -> int:
    """Somebody who has waited for 40 s; the number of the visit."""
    visit = come_in(study, name)
    wait_at(visit, 1)
    now = timezone.now()
    begun = now - timedelta(seconds=40)
    Seating.objects.filter(assignment=visit).update(waiting_since=begun, limit_from=begun, seen_at=now)
    return visit.pk


def test_text_is_shown_only_when_asked_for_and_who_asked_stands_on_both_pages(staff: Client) -> None:
    study = open_chat_study()
    room = talk_now(study)
    address = find_address(study, room)
    assert TEXT not in staff.get(address).content.decode()
    answer = staff.post(address)
    assert TEXT in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert RoomTrace.objects.values_list("room", "kind", "by").get() == (room.pk, "show", "experimenter")
    for page in (address, find_address(study)):
        assert "Text shown, by experimenter" in staff.get(page).content.decode()


def test_no_table_shows_text_past_the_trace(client: Client) -> None:
    talk_now(open_chat_study())
    Message.objects.update(text="words of a person")
    client.force_login(User.objects.create_superuser("admin"))
    table, number = reverse("admin:agents_message_changelist"), Message.objects.get(seq=2).pk
    row = reverse("admin:agents_message_change", args=[number])
    export = client.post(table, {"action": "export", "_selected_action": [number]})
    pages = [client.get(table).content, client.get(row).content, b"".join(export.streaming_content)]  # type: ignore[attr-defined]
    assert [b"words of a person" in page for page in pages] == [False, False, False]


def test_time_is_added_once_and_a_conversation_is_stopped_after_asking(staff: Client) -> None:
    study = open_chat_study()
    room = talk_now(study)
    form = {"minutes": "5", "seen": str(room.rules["talk_seconds"])}
    for told in ("5 minutes were added", "changed meanwhile, to 25 minutes"):
        assert told in staff.post(find_address(study, room, "/extend"), form, follow=True).content.decode()
    assert "paid in full" in staff.get(find_address(study, room, "/stop")).content.decode()
    assert Room.objects.get().phase == "open"
    page = staff.post(find_address(study, room, "/stop"), follow=True).content.decode()
    assert "Over: Stopped by an experimenter" in page
    assert "Add time" not in page
    assert "over already" in staff.post(find_address(study, room, "/stop"), follow=True).content.decode()


@pytest.mark.parametrize("minutes", ["", "0", "61", "five", "9" * 400])
def test_a_time_that_is_no_sensible_number_is_refused_in_a_sentence(staff: Client, minutes: str) -> None:
    study = open_chat_study()
    room = talk_now(study)
    page = staff.post(find_address(study, room, "/extend"), {"minutes": minutes, "seen": "1200"}, follow=True)
    assert "Nothing was added: please give a whole number of minutes, 1 to 60." in page.content.decode()
    assert not RoomTrace.objects.exists()


def test_what_an_ai_agent_could_not_answer_and_a_worker_that_is_missing_are_told(staff: Client) -> None:
    study = open_chat_study(pairings={"AH": 1.0})
    for name in ("one", "two"):
        wait_at(come_in(study, name), 1)
    turn = AskedTurn.objects.order_by("pk")[0]
    turn.failures = [{"at": "", "agent": "scripted-chat", "kind": "refusal", "said": "It will not talk."}]
    turn.save()
    board = staff.get(find_address(study)).content.decode()
    assert "refused to answer (1)" in board
    page = staff.get(find_address(study, turn.seat.room)).content.decode()
    assert "It will not talk." in page
    Room.objects.update(phase="open", opened_at=timezone.now())
    assert "2 turns of AI agents wait and no worker takes them" in staff.get(find_address(study)).content.decode()


def test_both_conversations_of_a_game_are_on_the_board_and_stopped_together(staff: Client) -> None:
    study = open_game_study()
    game, _, _ = begin_game(study)
    for room in (game.human_room, game.machine_room):
        assert room is not None
        bring_to_present(room)
    board = staff.get(find_address(study)).content.decode()
    assert board.count(f"Game {game.pk}: Music") == 2
    assert game.machine_room is not None
    assert (
        f"conversation {game.machine_room.pk}</a>" in staff.get(find_address(study, game.human_room)).content.decode()
    )
    assert "so does the other conversation" in staff.get(find_address(study, game.human_room, "/stop")).content.decode()
    staff.post(find_address(study, game.human_room, "/stop"))
    assert list(Room.objects.values_list("ending", flat=True)) == ["stopped", "stopped"]


def test_a_conversation_of_another_study_and_a_study_without_any_are_not_found(staff: Client) -> None:
    study = open_chat_study()
    room = talk_now(study)
    other = make_study(slug="judged")
    for address in (find_address(other), find_address(other, room), find_address(study) + "/999999"):
        assert staff.get(address).status_code == HTTPStatus.NOT_FOUND
    staff.logout()
    for deed in ("", "/extend", "/stop"):
        assert "/login" in staff.post(find_address(study, room, deed))["Location"]
    assert not RoomTrace.objects.exists()


def test_the_board_asks_the_database_no_more_for_many_conversations_than_for_one(staff: Client) -> None:
    study = open_chat_study()
    counts = []
    for number in range(3):
        visits = [come_in(study, f"{number} {side}") for side in "ab"]
        for visit in visits:
            wait_at(visit, 1)
        show_text(find_seat(visits[0]).room, by="ann", at=timezone.now())
        wait_and_be_seen(study, f"{number} waits")
        with CaptureQueriesContext(connection) as asked:
            staff.get(find_address(study) + "/live")
        counts.append(len(asked))
    assert len(set(counts)) == 1
    assert counts[0] <= 20
