"""What one trial asks of the database: every statement more is felt when hundreds judge at once."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study

pytestmark = pytest.mark.django_db
STATEMENT = re.compile(r'(SELECT|INSERT INTO|UPDATE) .*?"((?:judging|agents|auth|django)_\w+)"')


def list_statements(queries: CaptureQueriesContext) -> list[str]:
    """What each statement does to which table first, without those that begin and end transactions."""
    sent = [statement.strip() for query in queries for statement in query["sql"].split("; ")]
    found = [STATEMENT.match(statement) for statement in sent]
    return [f"{match[1]} {match[2]}" for match in found if match]


@pytest.fixture
def judge() -> Visitor:
    """A judge who has judged one trial: what a process reads once is read."""
    make_pool()
    visitor = Visitor()
    visitor.begin(open_small_study())
    visitor.send()
    return visitor


def test_an_answer_locks_its_visit_and_writes_four_rows(judge: Visitor) -> None:
    fields = judge.read_form()
    with CaptureQueriesContext(connection) as queries:
        assert judge.client.post(judge.address, fields).status_code == 302
    assert list_statements(queries) == [
        "SELECT judging_assignment",  # locks it
        "SELECT judging_assignment",
        "INSERT INTO judging_judgement",
        "INSERT INTO judging_controlanswer",
        "UPDATE judging_trial",
        "UPDATE judging_assignment",
    ]


def test_a_page_is_two_reads_and_one_note(judge: Visitor) -> None:
    with CaptureQueriesContext(connection) as queries:
        judge.open(judge.address)
    assert list_statements(queries) == ["SELECT judging_assignment", "UPDATE judging_trial", "SELECT judging_trial"]


def test_a_scripts_answer_with_the_next_page_looks_its_visit_up_once(judge: Visitor) -> None:
    fields = judge.read_form()
    with CaptureQueriesContext(connection) as queries:
        judge.client.post(judge.address, fields, headers={"Prefer": "return=representation"})
    assert list_statements(queries) == [
        "SELECT judging_assignment",  # locks it
        "SELECT judging_assignment",
        "INSERT INTO judging_judgement",
        "INSERT INTO judging_controlanswer",
        "UPDATE judging_trial",
        "UPDATE judging_assignment",
        "UPDATE judging_trial",
        "SELECT judging_trial",
    ]
