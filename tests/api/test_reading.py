"""Reading by the API: the same rows as the CSV file, for whom the matrix allows it."""

import csv
import json
from base64 import b64encode
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from agents.models import Origin, Provenance
from analysis.codebook import CODEBOOK
from analysis.exporting import format_value, write_judgements
from analysis.observations import read_observations
from judging.models import Study
from tests.api.callers import make_caller
from tests.builders import make_agent, make_judgement, make_response, make_stimulus, make_study, make_visit
from tests.commands import run
from tests.members import make_member
from turingapp.members.roles import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    """A study with five judgements, one of which the screening leaves out."""
    study = make_study("colors", screening=[{"rule": "control_right"}])
    human = make_agent()
    for number in range(5):
        make_judgement(make_visit(study), make_response(human), "human", control_right=number != 2)
    return study


def follow(client: Client, url: str) -> Iterator[dict[str, Any]]:
    """All results, page after page."""
    next_url: str | None = url
    while next_url:
        page = client.get(next_url).json()
        yield from page["results"]
        next_url = page["next"]


def test_pages_of_judgements_hold_the_rows_of_the_csv_file(staff: Client, study: Study) -> None:
    rows = list(follow(staff, "/api/studies/colors/judgements/?page_size=2"))
    lines = csv.reader(StringIO("".join(write_judgements(read_observations(study))), newline=""))
    header, *written = lines
    assert [list(row) for row in rows] == [header] * 5
    assert [[format_value(value).strip('"') for value in row.values()] for row in rows] == [
        [value.replace('"', '""') if value.startswith("{") else value for value in line] for line in written
    ]
    assert [row["counts"] for row in rows] == [True, True, False, True, True]


def test_a_page_stays_where_it_was_while_judgements_come_in(staff: Client, study: Study) -> None:
    first = staff.get("/api/studies/colors/judgements/?page_size=2").json()
    make_judgement(make_visit(study), make_response(make_agent()), "ai")
    rest = list(follow(staff, first["next"]))
    numbers = [row["judgement"] for row in (*first["results"], *rest)]
    assert len(numbers) == len(set(numbers)) == 6


def test_studies_are_listed(staff: Client, study: Study) -> None:
    (listed,) = staff.get("/api/studies/").json()["results"]
    assert (listed["slug"], listed["task"], listed["state"]) == ("colors", "color", "open")
    assert "link" not in listed


def test_an_unknown_study_is_not_found(staff: Client) -> None:
    assert staff.get("/api/studies/nothing/judgements/").status_code == 404


@pytest.mark.parametrize("url", ["/api/studies/", "/api/studies/colors/judgements/", "/api/schema/"])
def test_nothing_is_told_to_others_than_staff(client: Client, study: Study, url: str) -> None:
    assert client.get(url).status_code == 401
    client.force_login(User.objects.create_user("visitor"))
    assert client.get(url).status_code in (403, 404)


@pytest.mark.parametrize("place", ["p=abc", "p=%00", "p=1.5", "p=None", "o=1&p=%00", "nonsense"])
@pytest.mark.parametrize("url", ["/api/studies/", "/api/studies/colors/judgements/"])
def test_a_cursor_that_names_no_row_is_not_found(staff: Client, study: Study, url: str, place: str) -> None:
    assert staff.get(url, {"cursor": b64encode(place.encode()).decode()}).status_code in (200, 400, 404)


def test_a_page_of_the_next_person_is_no_business_of_theirs(study: Study) -> None:
    """What an account may not see is not there for it; what it may see and not take along is forbidden."""
    other, reviewer = make_member("somebody"), make_member("reviewer", Role.REVIEWER, study)
    assert make_caller(other).get("/api/studies/").status_code == 403  # no role at all
    caller = make_caller(reviewer)
    assert [one["slug"] for one in caller.get("/api/studies/").json()["results"]] == ["colors"]
    assert caller.get("/api/studies/colors/").json()["protocol"]["slug"] == "colors"
    assert caller.get("/api/studies/colors/judgements/").status_code == 403
    make_study("secret")
    assert caller.get("/api/studies/secret/").status_code == 404
    assert [one["slug"] for one in caller.get("/api/studies/").json()["results"]] == ["colors"]


def test_results_are_the_numbers_of_the_report(staff: Client, study: Study) -> None:
    assert (
        staff.get("/api/studies/colors/results/").json()["reports"]
        == json.loads(run("report", "colors", "--json"))["reports"]
    )
    everything = staff.get("/api/studies/colors/results/?count=all&version=1").json()
    assert (everything["is_screened"], everything["judgements"], everything["version"]) == (False, 5, 1)
    refused = staff.get("/api/studies/colors/results/?version=7")
    assert (refused.status_code, refused.json()["detail"]) == (404, "The protocol of colors has no version '7'.")


def test_responses_name_machines_and_give_people_pseudonyms(staff: Client) -> None:
    stimulus = make_stimulus(task="association", key="sea")
    person = make_agent("human-0123456789abcdef", person_key="0123456789abcdef" * 4, title="Somebody")
    by_person = make_response(person, stimulus=stimulus)
    make_response(make_agent("vectors", origin=Origin.AI), stimulus=stimulus)
    make_response(make_agent("gone"), stimulus=stimulus, provenance=Provenance.STAND_IN)
    answer = staff.get("/api/pools/association/tests/responses/?stimulus=sea")
    agents = [author["agent"] for one in answer.json()["results"] for author in one["authors"]]
    assert agents[0].startswith("human-")
    assert agents[1:] == ["vectors"]
    assert "0123456789abcdef" not in answer.content.decode()
    assert "Somebody" not in answer.content.decode()
    assert staff.get(f"/api/responses/{by_person.pk}/").json()["authors"][0]["agent"] == agents[0]
    (only,) = staff.get("/api/pools/association/tests/responses/?agent=vectors").json()["results"]
    assert (only["pairing"], only["stimulus"], only["provenance"]) == ("A", "sea", "loaded")
    assert [one["slug"] for one in staff.get("/api/agents/").json()["results"]] == ["vectors"]
    assert staff.get("/api/agents/human-0123456789abcdef/").status_code == 404
    assert staff.get("/api/pools/").json() == [{"task": "association", "pool": "tests", "responses": 2}]


def test_a_page_of_responses_takes_as_many_queries_whatever_it_holds(staff: Client) -> None:
    asked = []
    staff.get("/api/pools/")  # the first request of an account begins its count
    for _ in range(2):
        for _ in range(3):
            make_response(make_agent(), make_agent(), task="conversation")
        with CaptureQueriesContext(connection) as queries:
            answer = staff.get("/api/pools/conversation/tests/responses/")
        asked.append((len(answer.json()["results"]), len(queries)))
    assert [number for number, _ in asked] == [3, 6]
    assert asked[0][1] == asked[1][1] < 20


def test_whatever_goes_wrong_has_one_shape_and_one_sentence(staff: Client, study: Study) -> None:
    for url, status in (
        ("/api/nothing", 404),
        ("/api/studies/nothing/", 404),
        ("/api/pools/smell/tests/responses/", 404),
        ("/api/studies/?cursor=nonsense", 404),
        ("/api/responses/99999999999999999999999/", 404),
    ):
        answer = staff.get(url)
        assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json"), url
        told = answer.json()
        assert set(told) == {"title", "status", "detail", "problems"}
        assert told["status"] == status
        assert told["detail"].endswith(".")
    assert staff.delete("/api/studies/").status_code == 405
    assert staff.get("/api/studies/", headers={"Accept": "text/html"}).status_code == 406


def test_the_schema_describes_every_column(staff: Client) -> None:
    out = StringIO()
    call_command("spectacular", "--fail-on-warn", "--validate", stdout=out)
    assert not [variable.name for variable in CODEBOOK if f"\n        {variable.name}:" not in out.getvalue()]
    assert staff.get("/api/schema/").status_code == 200
