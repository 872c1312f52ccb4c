"""The read-only API: the same rows as the CSV file, for staff only."""

import csv
from base64 import b64encode
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from analysis.codebook import CODEBOOK
from analysis.exporting import format_value, write_judgements
from analysis.observations import read_observations
from judging.models import Study
from tests.builders import make_agent, make_judgement, make_response, make_study, make_visit

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
    assert client.get(url).status_code == 403
    client.force_login(User.objects.create_user("visitor"))
    assert client.get(url).status_code == 403


@pytest.mark.parametrize("place", ["p=abc", "p=%00", "p=1.5", "p=None", "o=1&p=%00", "nonsense"])
@pytest.mark.parametrize("url", ["/api/studies/", "/api/studies/colors/judgements/"])
def test_a_cursor_that_names_no_row_is_not_found(staff: Client, study: Study, url: str, place: str) -> None:
    assert staff.get(url, {"cursor": b64encode(place.encode()).decode()}).status_code in (200, 404)


@pytest.mark.parametrize("name", ["\x00", "a" * 3000, "nobody"])
def test_a_name_that_no_account_has_is_refused(client: Client, name: str) -> None:
    header = b64encode(f"{name}:password".encode()).decode()
    assert client.get("/api/studies/", headers={"Authorization": f"Basic {header}"}).status_code in (401, 403)


def test_nothing_can_be_changed(staff: Client, study: Study) -> None:
    assert staff.post("/api/studies/colors/judgements/", {}).status_code in (403, 405)
    assert staff.delete("/api/studies/").status_code in (403, 405)


def test_the_schema_describes_every_column(staff: Client) -> None:
    out = StringIO()
    call_command("spectacular", "--fail-on-warn", "--validate", stdout=out)
    assert not [variable.name for variable in CODEBOOK if f"\n        {variable.name}:" not in out.getvalue()]
    assert staff.get("/api/schema/").status_code == 200
