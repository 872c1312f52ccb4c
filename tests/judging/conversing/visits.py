"""Visits to studies of conversations, for tests: people come in, wait, talk and go on, at times that a test sets."""

import random
from datetime import timedelta
from typing import Any

from django.utils import timezone

from agents.chatting.leaving import be_ready
from agents.chatting.sending import send_message
from agents.models import Room, Seat
from judging.admitting import Arrival, admit
from judging.conversing.debriefing import record_decision, record_guess
from judging.conversing.waiting import Waiting, wait
from judging.kinds import MEETINGS
from judging.models import Assignment, Seating, Study
from judging.opening import open_study
from tests.agents.chatting.rooms import later
from tests.builders import AT, make_settings


def open_chat_study(
    *, pairings: dict[str, float] | None = None, chat: dict[str, Any] | None = None, **changes: Any
) -> Study:
    """An open study of conversations of two people, four turns, without a pace."""
    rules = {"topics": ["music"], "turns": 4, "pace": 0, "partners": ["scripted-chat"], **(chat or {})}
    settings = make_settings("conversation", kind="converse", pairings=pairings or {"HH": 1.0}, chat=rules, **changes)
    return open_study(settings, at=AT)


def come_in(study: Study, name: str, *, kind: Assignment.Kind = Assignment.Kind.MAIN) -> Assignment:
    """Somebody who has read everything and enters the waiting room."""
    visit = admit(study, Arrival("link", "live", name, f"person {name}", kind), at=AT, seed=1)
    visit.stage, visit.consented_at, visit.began_at = Assignment.Stage.TRIALS, AT, AT
    visit.save()
    return visit


def wait_at(visit: Assignment, seconds: float, *, seed: int = 0) -> Waiting:
    """What the waiting page gets at this time."""
    visit = Assignment.objects.select_related("study").get(pk=visit.pk)
    return wait(visit, MEETINGS[visit.study.kind].seat_all, at=later(seconds), rng=random.Random(seed))


def find_seat(visit: Assignment) -> Seat:
    """The seat of somebody who was seated."""
    seat = Seating.objects.get(assignment=visit).seat
    assert seat is not None
    return Seat.objects.select_related("room").get(pk=seat.pk)


def seat_two(study: Study, *, seconds: float = 1) -> tuple[Assignment, Assignment]:
    """Two people who are seated together and ready, the one on seat A first."""
    visits = come_in(study, "one"), come_in(study, "two")
    for visit in visits:
        wait_at(visit, seconds)
    for visit in visits:
        be_ready(find_seat(visit), at=later(seconds + 1))
    first, second = sorted(visits, key=lambda visit: find_seat(visit).role)
    return first, second


def talk(visits: tuple[Assignment, ...], turns: int, *, start: float = 10) -> Room:
    """So many messages in turn, one a second."""
    for number in range(turns):
        seat = find_seat(visits[number % len(visits)])
        send_message(seat, f"message {number}", client_id=f"{number}", at=later(start + number))
    return find_seat(visits[0]).room


def guess(visit: Assignment, seconds: float, verdict: str = "human") -> None:
    """Say what the partner was."""
    record_guess(visit, {"verdict-partner": verdict, "confidence": "3", "reason": "So."}, at=later(seconds))


def decide(visit: Assignment, seconds: float, answer: str = "keep") -> Assignment:
    """Keep or withdraw, after the debrief; the visit afterwards."""
    record_decision(visit, answer, at=later(seconds))
    return Assignment.objects.get(pk=visit.pk)


def bring_to_present(room: Room, *, talked: float = 60) -> None:
    """Move a conversation to now, for what goes by the clock: both are seen, the last word was 5 s ago."""
    now = timezone.now()
    opened = now - timedelta(seconds=talked)
    Room.objects.filter(pk=room.pk).update(
        made_at=opened, opened_at=opened, watched_since=opened, last_release_at=now - timedelta(seconds=5)
    )
    Seat.objects.filter(room=room).update(seen_at=now, ready_at=opened)
