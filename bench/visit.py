"""CPU time of one trial of a visit (an answer and the next page) beside a bare Django view that inserts a row."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

import django
from django.core.management import call_command
from django.db import connections

from bench.measuring import Figure

LIMIT_MS = 3.0


def measure() -> list[Figure]:
    """One figure for a task with a picture and a control question, one for the longest page."""
    with empty_installation():
        # The models can only be imported now that Django is set up.
        from bench.answering import compare_trials

        return [compare_trials(task, limit_ms=LIMIT_MS) for task in ("color", "conversation")]


@contextmanager
def empty_installation(database_url: str = "", redis_url: str = "") -> Iterator[None]:
    """Set Django up over an empty SQLite file, as `make run` has it, that is gone afterwards; or over servers."""
    with TemporaryDirectory(prefix="bench") as folder:
        os.environ.update(
            VAR_DIR=folder, DATABASE_URL=database_url, REDIS_URL=redis_url, SECRET_KEY="only-for-benchmarks"
        )
        os.environ["PERSON_KEY_SECRET"] = "only-for-benchmarks"
        os.environ["DJANGO_SETTINGS_MODULE"] = "turingapp.settings"
        django.setup()
        call_command("migrate", verbosity=0, interactive=False)
        try:
            yield
        finally:
            connections.close_all()
