"""A kept connection that the server has closed is noticed before the next request, without asking."""

import psycopg2
import pytest
from django.db import connection
from django.test import Client

from tests.workers import read_database_url

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _kept() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL closes connections by itself")
    connection.ensure_connection()
    assert connection.health_check_enabled


def end_by_force(pid: int) -> None:
    """As a restart of the server does."""
    with psycopg2.connect(read_database_url()) as other, other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
    other.close()


def find_process() -> int:
    """The server's process behind our connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def test_a_closed_connection_is_replaced_before_the_first_query() -> None:
    before = find_process()
    end_by_force(before)
    connection.health_check_done = False
    assert find_process() != before


def test_a_whole_connection_is_kept() -> None:
    before = find_process()
    connection.health_check_done = False
    assert find_process() == before
    assert Client().get("/healthy").status_code == 200
