"""Limits of requests: counted in the database, where all processes count together; reading and writing apart."""

from datetime import UTC, datetime

import pytest
import time_machine
from pytest_django.fixtures import Settings

from tests.api.callers import make_caller
from tests.at_once import run_at_once
from tests.members import make_member
from turingapp.api.pacing import count_request
from turingapp.members.roles import Role

NOON = datetime(2030, 5, 6, 12, 0, 15, tzinfo=UTC)


@pytest.mark.django_db
def test_who_asks_too_often_is_told_when_to_come_back(settings: Settings) -> None:
    settings.API_READS_PER_MINUTE = 2
    with time_machine.travel(NOON, tick=False) as clock:
        member = make_member("member", Role.EXPERIMENTER)
        caller, other = make_caller(member), make_caller(member, name="another script")
        assert [one.get("/api/studies/").status_code for one in (caller, other, caller)] == [200, 200, 429]
        refused = other.get("/api/studies/")
        assert (refused.status_code, refused["Retry-After"]) == (429, "45")
        assert caller.post("/api/evaluations/", "{}", content_type="application/json").status_code == 400
        assert make_caller(make_member("colleague", Role.ANALYST)).get("/api/studies/").status_code == 200
        clock.shift(45)
        assert caller.get("/api/studies/").status_code == 200


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_of_twenty_requests_at_once_each_is_counted() -> None:
    user = make_member("member").pk
    counted = run_at_once(lambda _: count_request(user, "read", at=NOON), 20)
    assert count_request(user, "read", at=NOON) == 21
    assert max(counted) == 20
