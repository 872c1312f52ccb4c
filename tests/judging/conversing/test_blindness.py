"""A seat's page cannot tell a person from a machine: no byte, header or query differs before the guess."""

import re

import pytest
import time_machine
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from agents.chatting.answering import answer_due_turns
from agents.chatting.leaving import be_ready, leave
from agents.chatting.sending import send_message
from agents.chatting.tokens import sign_seat
from agents.models import Message, Room
from judging.models import Assignment
from judging.tokens import sign_visit
from tests.agents.chatting.rooms import later
from tests.judging.conversing.visits import come_in, find_seat, open_chat_study, wait_at

pytestmark = pytest.mark.django_db
SAME_ID = {"X-Request-ID": "0" * 32}  # a proxy's; else each answer has a fresh one
TOKENS = re.compile(rb"([0-9a-f]{32}|[\w-]{22})\.[\w-]+|value=\"[^\"]*\"")


def seat_one(pairing: str) -> tuple[Assignment, Assignment | None]:
    """Somebody on seat A who has said one thing and got an answer, with their partner where that is a person."""
    study = open_chat_study(slug=f"chat-{pairing.lower()}", pairings={pairing: 1.0})
    visits = [come_in(study, f"{pairing} {number}") for number in range(2)]
    for visit in visits:
        wait_at(visit, 1)
    for visit in visits:
        be_ready(find_seat(visit), at=later(2))
    visits.sort(key=lambda visit: find_seat(visit).role)
    send_message(find_seat(visits[0]), "Hello", client_id="1", at=later(5))
    if pairing == "HH":
        send_message(find_seat(visits[1]), "Hi", client_id="1", at=later(6))
        return visits[0], visits[1]
    answer_due_turns(clock=lambda: later(6))
    Message.objects.filter(room=find_seat(visits[0]).room, seq=2).update(text="Hi")
    return visits[0], None


def name_news(visit: Assignment) -> str:
    """Where the page of a conversation asks for news."""
    return f"/chat/{sign_seat(find_seat(visit).public_id)}/news"


def name_page(visit: Assignment) -> str:
    """The page of a visit."""
    return f"/visit/{sign_visit(visit)}/"


def fetch(address: str, seconds: float) -> tuple[bytes, dict[str, str], list[str]]:
    """The bytes without the tokens, the headers and the queries of a page."""
    with time_machine.travel(later(seconds), tick=False), CaptureQueriesContext(connection) as queries:
        page: HttpResponse = Client(headers=SAME_ID).get(address)
    assert page.status_code == 200
    headers = {name: value for name, value in page.headers.items() if name != "Content-Security-Policy"}
    return TOKENS.sub(b"", page.content), headers, [re.sub(r"'[^']*'|\d+", "?", query["sql"]) for query in queries]


def test_the_page_its_news_and_the_guess_are_the_same_with_a_person_and_with_a_machine() -> None:
    (one, partner), (other, _) = seat_one("HH"), seat_one("HA")
    assert partner is not None
    for address in (name_news, name_page):
        assert fetch(address(one), 8) == fetch(address(other), 8)
    leave(find_seat(partner), at=later(9))
    Room.objects.filter(pk=find_seat(other).room_id).update(
        phase="over", over_at=later(9), ending="failed", ended_by="B"
    )
    for address in (name_news, name_page):
        assert fetch(address(one), 10) == fetch(address(other), 10)
