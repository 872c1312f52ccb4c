"""Empty databases beside that of the tests, for installations of their own."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg2
import pytest


@contextmanager
def make_database(kind: str) -> Iterator[str]:
    """The address of an empty database of its own; none for the file of an installation that names no server."""
    if kind == "sqlite":
        yield ""
        return
    server = os.environ.get("TEST_DATABASE_URL", "")
    if not server:
        pytest.skip("TEST_DATABASE_URL names no server; 'make test' starts one")
    name = f"beside_{os.getpid()}"
    admin = psycopg2.connect(server)
    admin.autocommit = True
    with admin.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{server.rpartition('/')[0]}/{name}"
        finally:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")
    admin.close()
