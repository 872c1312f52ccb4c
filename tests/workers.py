"""Real worker processes for tests, our end of their queue, and their sudden death."""

import os
import signal
import zlib
from pathlib import Path

import pytest
import redis
from celery import Celery
from django.conf import settings
from django.db import connection

from turingapp.management.commands.run import describe_background
from turingapp.running import Program, Troupe

DATABASES_OF_REDIS = 16


def find_broker(name: str) -> str:
    """The address of Redis, or nothing for the queue of files; skips the test where there is no Redis.

    Each process of the tests has an emptied database of its own there, so that no worker takes another test's messages.
    """
    if name == "files":
        return ""
    server = os.environ.get("TEST_REDIS_URL", "")
    if not server:
        pytest.skip("TEST_REDIS_URL names no server; 'make test' starts one")
    number = zlib.crc32(os.environ.get("PYTEST_XDIST_WORKER", "").encode()) % DATABASES_OF_REDIS
    url = f"{server.rpartition('/')[0]}/{number}"
    redis.Redis.from_url(url).flushdb()
    return url


def read_database_url() -> str:
    """The address of the database of this test, for another process."""
    told = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{told['NAME']}"
    return f"postgresql://{told['USER']}:{told['PASSWORD']}@{told['HOST']}:{told['PORT']}/{told['NAME']}"


def describe_programs(*, redis_url: str, var: Path, worker: str = "worker") -> tuple[Program, Program]:
    """The worker of this name and the beat of `make run`, with settings of their own beside whatever else runs here."""
    setting = {
        "DJANGO_SETTINGS_MODULE": "tests.hurried",
        "DATABASE_URL": read_database_url(),
        "REDIS_URL": redis_url,
        "VAR_DIR": str(var),
        "SECRET_KEY": settings.SECRET_KEY,
        "PERSON_KEY_SECRET": settings.PERSON_KEY_SECRET,
        "MTURK_LOCAL_URL": settings.MTURK_LOCAL_URL,
        "PROLIFIC_LOCAL_URL": settings.PROLIFIC_LOCAL_URL,
    }
    words = ("env", *(f"{name}={value}" for name, value in setting.items()))
    programs = {program.name: Program(program.name, (*words, *program.argv)) for program in describe_background()}
    return programs[worker], programs["beat"]


def describe_queue(*, redis_url: str, var: Path) -> Celery:
    """Our end of the same queue."""
    app = Celery(broker=redis_url or "filesystem://", set_as_current=False)
    if not redis_url:
        queue, control = var / "broker" / "queue", var / "broker" / "control"
        for folder in (queue, control):
            folder.mkdir(parents=True, exist_ok=True)
        app.conf.broker_transport_options = {
            "data_folder_in": str(queue),
            "data_folder_out": str(queue),
            "control_folder": str(control),
        }
    return app


def count_messages(*, redis_url: str, var: Path) -> int:
    """How many messages wait in the queue for a worker."""
    if redis_url:
        return int(redis.Redis.from_url(redis_url).llen("celery"))  # type: ignore[arg-type]
    return len(list((var / "broker" / "queue").glob("*.celery.msg")))


class MortalTroupe(Troupe):
    """Programs of which one may be killed; that it is gone is then no cause for complaint."""

    def is_running(self, program: Program) -> bool:
        """Whether the program was started and neither stopped nor killed."""
        return program in self._running

    def kill(self, program: Program) -> None:
        """End a program and its children at once, as when the machine dies."""
        process = self._running.pop(program)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
