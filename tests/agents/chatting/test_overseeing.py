"""What experimenters do about a conversation: each deed has a trace, and none happens twice or after the end."""

import pytest

from agents.chatting.leaving import leave
from agents.chatting.machine import ConversationOver
from agents.chatting.overseeing import extend_room, show_text, stop_room
from agents.chatting.sending import send_message
from agents.models import Room, RoomTrace, Seat
from tests.agents.chatting.rooms import later, look_from, make_pair, open_pair
from turingapp.errors import Refused

pytestmark = pytest.mark.django_db


def list_traces() -> list[tuple[str, int, str]]:
    """What was done, the first first."""
    return list(RoomTrace.objects.order_by("pk").values_list("kind", "minutes", "by"))


def extend(room: Room, minutes: int, seconds: float, *, seen: float = 60.0) -> None:
    """Add time at so many seconds, as somebody who knows of `seen` seconds."""
    extend_room(room, minutes=minutes, seen_seconds=seen, by="ann", at=later(seconds))


def test_time_that_is_added_is_there_for_both_and_the_limit_fires_later() -> None:
    first, second = open_pair(talk_seconds=60, silence_seconds=600)
    extend(first.room, 2, 30)
    assert [look_from(seat, 31).seconds_left for seat in (first, second)] == [159, 159]
    for seconds in (80, 130, 180):
        assert [look_from(seat, seconds).phase for seat in (first, second)] == ["open", "open"]
    assert look_from(first, 191).phase == "over"
    assert (Room.objects.get().ending, list_traces()) == ("time", [("extend", 2, "ann")])


def test_a_form_sent_twice_adds_time_once() -> None:
    room = open_pair(talk_seconds=60)[0].room
    extend(room, 2, 30)
    with pytest.raises(Refused, match="changed meanwhile, to 3 minutes"):
        extend(room, 2, 31)
    assert Room.objects.get().rules["talk_seconds"] == 180
    assert len(list_traces()) == 1


@pytest.mark.parametrize("minutes", [0, -5, 61, 10**9])
def test_only_a_sensible_time_can_be_added(minutes: int) -> None:
    room = open_pair(talk_seconds=60)[0].room
    with pytest.raises(Refused, match=f"{minutes} minutes cannot be added; it should be 1 to 60"):
        extend(room, minutes, 30)
    assert list_traces() == []


def test_a_conversation_whose_time_is_up_gets_no_more_though_nobody_has_looked() -> None:
    room = open_pair(talk_seconds=60)[0].room
    with pytest.raises(ConversationOver):
        extend(room, 2, 71)
    assert list_traces() == []


def test_an_experimenter_stops_a_room_and_an_end_stays_as_it_was() -> None:
    first, _ = open_pair()
    stop_room(first.room, by="ann", at=later(30))
    leave(first, at=later(31))
    assert (Room.objects.get().ending, Seat.objects.get(pk=first.pk).left_at) == ("stopped", later(31))
    with pytest.raises(ConversationOver):
        stop_room(first.room, by="ben", at=later(32))
    assert list_traces() == [("stop", 0, "ann")]


def test_what_has_not_begun_is_not_stopped() -> None:
    with pytest.raises(Refused, match="has not begun"):
        stop_room(make_pair()[0].room, by="ann", at=later(5))


def test_text_is_given_in_order_and_each_time_with_a_trace() -> None:
    first, second = open_pair()
    send_message(first, "Hello", client_id="1", at=later(20))
    send_message(second, "Good day", client_id="2", at=later(21))
    for by in ("ann", "ben"):
        assert [message.text for message in show_text(first.room, by=by, at=later(30))] == ["Hello", "Good day"]
    assert list_traces() == [("show", 0, "ann"), ("show", 0, "ben")]
