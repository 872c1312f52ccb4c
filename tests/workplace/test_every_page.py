"""Every page of the workplace asks the database as often for many rows as for few; a new page is walked by itself."""

from http import HTTPStatus

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.workplace.lab import grow_all, grow_lab, make_lab
from tests.workplace.lab_pages import list_paths

pytestmark = [pytest.mark.django_db, pytest.mark.long]
# Files that the lab has none of, and the parts of an evaluation that was canceled.
ABSENT = {"refused_csv", "package_file", "thumbnail", "evaluation_curves"}
Pages = dict[str, tuple[str, int, int]]


def walk(client: Client) -> Pages:
    """By path: the page's name, its status, and how many queries a second look at it takes."""
    found = {}
    for name, path in list_paths():
        client.get(path)  # what is kept from now on was measured by this look
        with CaptureQueriesContext(connection) as asked:
            answer = client.get(path)
        found[path] = name, answer.status_code, len(asked)
        connection.queries_log.clear()
    return found


def test_every_page_shows_something_and_asks_as_many_queries_for_many_rows_as_for_few(staff: Client) -> None:
    make_lab()
    few = walk(staff)
    shown = {name for name, status, _ in few.values() if status in (HTTPStatus.OK, HTTPStatus.NO_CONTENT)}
    forms = {name for name, status, _ in few.values() if status == HTTPStatus.METHOD_NOT_ALLOWED}
    assert {name for name, *_ in few.values()} - shown - forms == ABSENT
    for grow_more in (grow_lab, grow_all):
        grow_more(copies=3)
        more = {path: (few[path][-1], page[-1]) for path, page in walk(staff).items() if page[-1] > few[path][-1]}
        assert more == {}, grow_more.__name__
