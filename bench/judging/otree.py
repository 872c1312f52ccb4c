"""A trial in oTree, where one is installed: the same questions, its own server, a page of its own for each trial."""

import asyncio
import os
import random
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGTERM
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import httpx
from django.db import connection

from bench.chatting.lines import Line
from bench.chatting.servers import Web
from bench.judging.judges import Tally
from bench.judging.otree_app import can_import, find_otree, write_project
from turingapp.listening import HOST, find_free_port

ANSWER = {"verdict": "human", "control": "yes", "rt_ms": "4000"}
DATABASE = "otree"
HAS_FORM = b'id="form"'


class OTree(Web):
    """Its server, over PostgreSQL beside ours where its Python can, else over its own SQLite, which lies in memory."""

    def __init__(self, python: str, folder: Path, database_url: str, *, trials: int) -> None:
        write_project(folder, trials=trials)
        path = f"{Path(python).parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "OTREE_PRODUCTION": "1", "DATABASE_URL": database_url}
        program = shutil.which("otree", path=path) or "otree"
        self.processes, self.port = 1, find_free_port()
        nowhere = subprocess.DEVNULL
        places = {"cwd": folder, "env": environment, "stdout": nowhere, "stderr": nowhere}
        subprocess.run([program, "resetdb", "--noinput"], check=True, **places)
        # In a group of processes, since it starts another that would outlive it.
        server = [program, "prodserver1of2", f"{HOST}:{self.port}"]
        self.granian = subprocess.Popen(server, start_new_session=True, **places)

    def list_processes(self) -> list[int]:
        """The one that answers."""
        return [self.granian.pid]

    def stop(self) -> None:
        """End it and what it started."""
        os.killpg(self.granian.pid, SIGTERM)
        self.granian.wait()

    def list_starts(self, number: int) -> list[str]:
        """Where so many people begin."""
        with httpx.Client(base_url=f"http://{HOST}:{self.port}", timeout=300) as client:
            asked = {"session_config_name": "judging", "num_participants": number}
            session = client.post("/api/sessions", json=asked).raise_for_status().json()
            found = client.post(f"/api/get_session/{session['code']}", json={}).raise_for_status().json()
        return [f"/InitializeParticipant/{person['code']}" for person in found["participants"]]


@contextmanager
def serving_otree(*, trials: int) -> Iterator[OTree | None]:
    """An oTree whose people have so many trials each; None where none is installed."""
    python = find_otree()
    if not python:
        yield None
        return
    url = make_database() if connection.vendor == "postgresql" and can_import(python, "psycopg2") else ""
    with TemporaryDirectory(prefix="otree") as folder:
        server = OTree(python, Path(folder), url, trials=trials)
        try:
            server.wait_until_up()
            yield server
        finally:
            server.stop()


def make_database() -> str:
    """An empty database beside that of this installation; gives its address."""
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {DATABASE}")
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{DATABASE}").geturl()


async def judge_in_otree(port: int, starts: Iterator[str], tally: Tally, *, judges: int, seconds: float) -> None:
    """So many people at once, one visit after the other for so long: each answer leads to the next page."""
    ends = time.monotonic() + seconds

    async def judge(seed: int) -> None:
        line = Line(port, random.Random(seed), lost=0)
        while time.monotonic() < ends:
            address = (await line.try_once("GET", next(starts), None)).leads_to
            page = await line.try_once("GET", address, None)
            while HAS_FORM in page.content and time.monotonic() < ends:
                start = time.perf_counter()
                address = (await line.try_once("POST", address, ANSWER)).leads_to
                page = await line.try_once("GET", address, None)
                tally.waits.append((time.perf_counter() - start) * 1000)
        line.hang_up()

    await asyncio.gather(*(judge(seed) for seed in range(judges)))
