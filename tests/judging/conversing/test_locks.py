"""Whatever people, sweeps and experimenters do to conversations at one moment, nobody waits for another in a circle.

PostgreSQL ends a circle by an error in one of them; SQLite has one lock for all, and cannot show any.
"""

import random
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from agents.chatting.finding import find_seats
from agents.chatting.leaving import be_ready
from agents.chatting.looking import look
from agents.chatting.sending import send_message
from agents.chatting.sweeping import settle_rooms
from agents.models import Message, Room
from judging.conversing.debriefing import record_guess
from judging.conversing.overseeing import extend_conversation, stop_conversation
from judging.leasing import release_lapsed_places
from judging.models import Assignment, Study
from judging.withdrawing import erase, stop_and_keep
from tests.agents.chatting.rooms import later
from tests.at_once import run_at_once
from tests.judging.conversing.visits import come_in, find_seat, open_chat_study, wait_at
from turingapp.errors import IncompleteAnswer, Refused

ROOMS = 4
GUESS = {"verdict-partner": "human", "confidence": "3", "reason": ""}


def list_deeds(visit: Assignment, number: int) -> Iterator[Callable[[], object]]:
    """What happens to one person's conversation within a moment."""
    seat, at = find_seat(visit), later(20)
    for name in ("first", "second"):
        yield partial(send_message, seat, "Hello", client_id=name, at=at)
        yield lambda: look(find_seats(seat.public_id), after=0, is_typing=True, at=at)
    yield lambda: record_guess(visit, GUESS, at=at)
    if number % 4 == 0:
        yield lambda: stop_and_keep(visit, at=at)
    if number % 4 == 2:
        yield lambda: erase(visit, at=at)


def list_sweeps(room: Room) -> Iterator[Callable[[], object]]:
    """What the worker and an experimenter do meanwhile."""
    yield lambda: settle_rooms(at=later(20))
    yield lambda: release_lapsed_places(at=later(20))
    yield lambda: extend_conversation(room, minutes=1, seen_seconds=room.rules["talk_seconds"], by="me", at=later(20))
    if room.pk % 2:
        yield lambda: stop_conversation(room, by="me", at=later(20))


def begin_talks(study: Study) -> list[Assignment]:
    """People who talk in twos."""
    visits = [come_in(study, f"{number}") for number in range(2 * ROOMS)]
    for visit in (*visits, *visits):
        wait_at(visit, 1)
    for visit in visits:
        be_ready(find_seat(visit), at=later(2))
    return visits


@pytest.mark.django_db(transaction=True)
def test_all_that_can_happen_to_conversations_at_one_moment_ends_in_an_answer_or_a_refusal() -> None:
    visits = begin_talks(open_chat_study(chat={"flow": "free", "turns": 50}))
    deeds = [deed for number, visit in enumerate(visits) for deed in list_deeds(visit, number)]
    deeds += [deed for room in Room.objects.all() for deed in list_sweeps(room)]
    random.Random(8).shuffle(deeds)

    def do(number: int) -> bool:
        try:
            deeds[number]()
        except (Refused, IncompleteAnswer):
            return False
        return True

    assert Room.objects.count() == ROOMS
    assert any(run_at_once(do, len(deeds)))
    for room in Room.objects.all():
        seqs = list(Message.objects.filter(room=room).order_by("seq").values_list("seq", flat=True))
        assert seqs == list(range(1, room.turns + 1))
