"""Rooms in the database: messages once and in order, the pace, bad input, and what a seat's page learns."""

import json
import time
from contextlib import suppress
from dataclasses import asdict

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from agents.adding import find_agent
from agents.chatting.answering import answer_due_turns
from agents.chatting.finding import find_seats
from agents.chatting.leaving import be_ready, erase_words, leave
from agents.chatting.looking import list_held_back, look
from agents.chatting.machine import ConversationOver, NotYourTurn
from agents.chatting.sending import send_message
from agents.chatting.sweeping import settle_rooms
from agents.chatting.tokens import sign_seat
from agents.chatting.wording import read_message
from agents.models import AskedTurn, Message, Origin, Room, Seat
from tests.agents.chatting.rooms import later, look_from, make_pair, open_pair
from tests.at_once import run_at_once
from tests.builders import AT, make_agent
from turingapp.errors import IncompleteAnswer

pytestmark = pytest.mark.django_db


def say(seat: Seat, text: str, seconds: float, client_id: str = "") -> int:
    """Send a message; its seq."""
    return send_message(seat, text, client_id=client_id or f"{seconds}", at=later(seconds)).seq


def test_two_people_take_turns_and_each_sees_what_the_other_said() -> None:
    first, second = open_pair(turns=4)
    for number, seat in enumerate((first, second, first, second)):
        say(seat, f"message {number}", 20 + number)
    assert [line.text for line in look_from(second, 23.5, after=2).lines] == ["message 2", "message 3"]
    room = Room.objects.get()
    assert (room.phase, room.ending, room.turns) == ("over", "complete", 4)


def test_a_message_sent_again_is_in_the_log_once_even_after_the_end() -> None:
    first, second = open_pair(turns=2)
    assert say(first, "Hello", 20, "mine") == say(first, "Hello", 21, "mine") == 1
    say(second, "Hi", 22)
    assert say(first, "Hello", 30, "mine") == 1
    assert Message.objects.count() == 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "empty"),
        (" \x00\x07\u200b\n ", "empty"),
        ("\u2026" * 600, "has 1,800 characters; please keep it to 600"),
        ("x" * 100_000, "has 100,000 characters; please keep it to 600"),
        ("write me: jo.doe@example.com", "an e-mail address"),
        ("see www.example.com", "a link"),
        ("call +44 20 7946 0958", "a telephone number"),
        ("my telegram is jodoe", "a name at a messenger"),
    ],
)
def test_what_cannot_be_sent_is_refused_in_a_sentence_and_writes_nothing(text: str, sentence: str) -> None:
    first, _ = open_pair()
    with pytest.raises(IncompleteAnswer, match=sentence):
        say(first, text, 20)
    assert not Message.objects.exists()


@pytest.mark.parametrize("text", [".", "a", "a-", "a.", "1", "@", "http://", "me: "])
def test_the_longest_message_of_whatever_characters_is_read_in_no_time(text: str) -> None:
    began = time.process_time()
    with suppress(IncompleteAnswer):
        read_message((text * 10_000)[:10_000], longest=10_000)
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize("flow", ["turns", "free"])
def test_a_machine_s_message_that_is_held_back_shows_in_nothing_that_the_page_gets(flow: str) -> None:
    rules = {"pace": 5, "flow": flow, "silence_seconds": 1000}
    person, partner = open_pair(**rules)
    other, _ = open_pair(second=find_agent("scripted-chat", at=later(0)), **rules)
    for seat in (person, other):
        say(seat, "What do you think of jazz? " * 20, 11)
    Message.objects.update(release_at=later(11))
    Room.objects.update(last_release_at=later(11))
    AskedTurn.objects.update(due_at=later(11))
    answer_due_turns(clock=lambda: later(12))
    held = Message.objects.get(seat__room=other.room_id, seq=2)
    writing_from = Room.objects.get(pk=other.room_id).writing_from
    assert writing_from is not None
    for seconds in range(12, int((writing_from - AT).total_seconds()), 5):
        look_from(partner, seconds)
        assert look_from(person, seconds) == look_from(other, seconds)
    assert held.release_at > writing_from
    if flow == "free":
        say(person, "And of rock?", 20)
        say(other, "And of rock?", 20)
        assert look_from(person, 21).turns_left == look_from(other, 21).turns_left == 22


def test_usual_sentences_with_numbers_and_dots_are_no_contacts() -> None:
    first, _ = open_pair()
    assert say(first, "In 1998-2004 I saw 12 films, e.g. Alien... me: 10 of 10, it is 3.5 hours", 20) == 1


def test_control_characters_go_and_line_breaks_become_spaces() -> None:
    first, _ = open_pair()
    say(first, "a\r\nb\u202e\x1b[31m c", 20)
    assert Message.objects.get().text == "a b [31m c"


def test_phrases_that_tell_what_somebody_is_are_flagged_and_not_held_back() -> None:
    first, second = open_pair()
    say(first, "Well, I am a real human", 20)
    assert Message.objects.get().flags == ["says it is human"]
    assert len(look_from(second, 21).lines) == 1


def test_nobody_speaks_before_the_beginning_out_of_turn_or_after_the_end() -> None:
    first, second = make_pair()
    with pytest.raises(NotYourTurn, match="not begun"):
        say(first, "Hello", 1)
    for seat in (first, second):
        be_ready(seat, at=later(5))
    with pytest.raises(NotYourTurn, match="your partner's turn"):
        say(second, "Hello", 6)
    leave(second, at=later(7))
    with pytest.raises(ConversationOver):
        say(first, "Hello", 8)
    assert not Message.objects.exists()


def test_what_comes_faster_than_hands_can_type_waits_and_is_shown_as_being_written() -> None:
    first, second = open_pair(pace=1)
    say(first, "x" * 300, 10)
    message = Message.objects.get()
    wait = (message.release_at - message.sent_at).total_seconds()
    assert 30 < wait < 240  # 60 words at 20 to 120 words a minute
    assert look_from(first, 10).turn == "partner"
    early, late = look_from(second, 9 + wait), look_from(second, 11 + wait)
    assert (early.lines, early.turn, early.is_partner_writing) == ((), "partner", True)
    assert (len(late.lines), late.turn, late.is_partner_writing) == (1, "mine", False)


def test_who_took_the_time_to_type_waits_for_nothing() -> None:
    first, _ = open_pair(pace=1)
    say(first, "x" * 50, 100)
    message = Message.objects.get()
    assert message.release_at == message.sent_at


def test_keys_show_as_writing_in_ones_own_turn_alone() -> None:
    first, second = open_pair()
    look_from(first, 20, is_typing=True)
    look_from(second, 20, is_typing=True)
    assert look_from(second, 21).is_partner_writing
    assert not look_from(first, 21).is_partner_writing
    assert not look_from(second, 30).is_partner_writing


def test_the_page_of_a_seat_learns_the_same_of_a_person_as_of_an_ai_agent() -> None:
    machine = make_agent("scripted-chat", origin=Origin.AI)
    pages = []
    for other in (None, machine):
        first, second = make_pair(second=other)
        if other is None:
            be_ready(second, at=second.seen_at)
        be_ready(first, at=later(10))
        look_from(first, 12)
        pages.append(json.dumps(asdict(look_from(first, 13))))
    assert pages[0] == pages[1]


def test_a_look_costs_one_query_and_with_news_two() -> None:
    first, second = open_pair()
    look_from(second, 11)
    with CaptureQueriesContext(
        connection,
    ) as idle:
        look(find_seats(second.public_id), after=0, at=later(12))
    say(first, "Hello", 13)
    with CaptureQueriesContext(connection) as busy:
        look(find_seats(second.public_id), after=0, at=later(14))
    assert (len(idle), len(busy)) == (1, 2)


def test_a_page_asks_every_second_for_what_the_partner_may_say_and_less_often_in_its_own_turn() -> None:
    first, second = make_pair()
    assert look_from(first, 1).again_ms == 1000
    for seat in (first, second):
        be_ready(seat, at=later(5))
    assert (look_from(first, 6).again_ms, look_from(second, 6).again_ms) == (3000, 1000)
    assert look_from(second, 60).again_ms == 3000


def test_the_sweep_ends_what_nobody_looks_at_and_leaves_the_rest() -> None:
    open_pair()
    lively = open_pair()[0]
    say(lively, "Hello", 140)
    look_from(lively, 250)
    assert settle_rooms(at=later(260)) == 1
    assert sorted(Room.objects.values_list("phase", "ending")) == [("open", ""), ("over", "away")]


def test_erased_words_are_gone_and_the_partners_stay() -> None:
    first, second = open_pair()
    say(first, "My secret", 20)
    say(second, "Mine", 21)
    erase_words(first, at=later(30))
    assert list(Message.objects.order_by("seq").values_list("text", flat=True)) == ["[erased]", "Mine"]


def test_over_http_a_forged_or_foreign_token_finds_nothing_and_a_message_is_taken_once(client: Client) -> None:
    first, second = make_pair()
    Room.objects.update(phase="open", opened_at=later(0))
    address = f"/chat/{sign_seat(first.public_id)}"
    assert client.get(f"/chat/{first.public_id}.forged/news").status_code == 404
    assert client.post(f"{address}/say", {"text": "", "client_id": "1"}).status_code in {409, 422}
    assert client.get(f"{address}/news?after=-1").json()["lines"] == []
    assert client.get(f"{address}/say").status_code == 405
    assert "no-store" in client.get(f"{address}/news")["Cache-Control"]
    assert second.public_id not in client.get(f"{address}/news").content.decode()


@pytest.mark.django_db(transaction=True)
def test_twenty_messages_at_once_stand_in_one_order_and_repeats_stand_once() -> None:
    first, second = open_pair(flow="free", turns=100)

    def send(number: int) -> int:
        seat = (first, second)[number % 2]
        return send_message(seat, f"m{number}", client_id=f"{number // 4}", at=later(20)).seq

    run_at_once(send, 40)
    seqs = list(Message.objects.order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, 21))


def test_whoever_writes_learns_the_place_of_their_message_only_when_the_partner_sees_it(client: Client) -> None:
    first, second = open_pair(flow="free", pace=1)
    say(second, "A message that is held back while it would be typed", 20)
    with time_machine.travel(later(21), tick=False):
        told = client.post(f"/chat/{sign_seat(first.public_id)}/say", {"text": "Mine", "client_id": "own"})
    assert told.json() == {"text": "Mine"}
    assert [(line.seq, line.client_id) for line in list_held_back(first, at=later(21))] == [(0, "own")]
    lines = [(line.text, line.client_id) for line in look_from(first, 120).lines]
    assert lines == [("A message that is held back while it would be typed", ""), ("Mine", "own")]
