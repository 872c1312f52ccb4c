"""Every page of the workplace at 20,000 visits and a million judgements on a million responses, on both databases.

The pages are those of the tests' lab, found by the addresses, so that a new page is measured by itself; each is looked
at by somebody who may see everything. BENCH_VISITS names another size.
"""

import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bench.measuring import Bound
from bench.visit import empty_installation
from tests.servers import find_postgres, running_postgres

if TYPE_CHECKING:
    from django.test import Client

VISITS, TRIALS = int(os.environ.get("BENCH_VISITS", "20000")), 50
LIMIT_MS, LOOKS, SLOWEST = 300.0, 3, 5
ANSWERS = (HTTPStatus.OK, HTTPStatus.NO_CONTENT)
DATABASES = ("postgresql", "sqlite")


class Look(NamedTuple):
    """Processor ms of one page: of a process's first look at it, and the least of later ones."""

    path: str
    first_ms: float
    ms: float
    queries: int


def measure() -> Iterator[Bound]:
    """The pages that take too long, or else the slowest, of each database."""
    for database in DATABASES:
        argv = (sys.executable, "-m", "bench.workplace", database)
        done = subprocess.run(argv, check=True, stdout=subprocess.PIPE, text=True)
        looks = sorted((Look(*look) for look in json.loads(done.stdout)), key=lambda look: -look.ms)
        for number, look in enumerate(looks):
            if look.ms > LIMIT_MS or number < SLOWEST:
                told = f"{database}: ms of {look.path}, {look.queries} queries, first {look.first_ms:.0f} ms"
                yield Bound(told, look.ms, LIMIT_MS)
        slow = sum(look.ms > LIMIT_MS for look in looks)
        yield Bound(f"{database}: pages over {LIMIT_MS:g} ms of {len(looks)}", slow, 0)


def look_at_all(database: str) -> list[Look]:
    """All pages over one database, which is filled first."""
    with ExitStack() as stack:
        stack.enter_context(empty_installation(run_server(stack) if database == "postgresql" else ""))
        from django.contrib.auth.models import User
        from django.test import Client

        from tests.workplace.lab import VISITS as TO_COPY
        from tests.workplace.lab import grow_lab, make_lab
        from tests.workplace.lab_pages import list_paths

        logging.disable()  # that an address takes forms alone is no news here
        make_lab(trials=TRIALS)
        grow_lab(copies=VISITS // TO_COPY - 1)
        browser = Client(headers={"host": "localhost"})
        browser.force_login(User.objects.create_superuser("experimenter"))
        measure_beforehand(browser)
        return [look for _, path in list_paths() if (look := look_at(browser, path)) is not None]


def run_server(stack: ExitStack) -> str:
    """A PostgreSQL that computes an answer in one process, whose time can be read; its URL."""
    return stack.enter_context(running_postgres(next(find_postgres())[1], "max_parallel_workers_per_gather=0"))


def measure_beforehand(browser: "Client") -> None:
    """What the worker measures of large studies once somebody has looked."""
    from analysis.jobs import renew_results

    for path in ("studies/judged/", "collections/together/"):
        browser.get(f"/workplace/{path}")
    renew_results()


def look_at(browser: "Client", path: str) -> Look | None:
    """A page's times; None where there is no page: a file, or an address that takes forms alone."""
    first, queries, answer = take_ms(browser, path)
    if answer.status_code not in ANSWERS or not answer["Content-Type"].startswith("text/html"):
        return None
    return Look(path, first, min(take_ms(browser, path)[0] for _ in range(LOOKS)), queries)


def take_ms(browser: "Client", path: str) -> tuple[float, int, Any]:
    """Processor milliseconds and queries of one look, with the answer."""
    from django.db import connection

    asked: list[str] = []
    with connection.execute_wrapper(lambda execute, *query: asked.append(query[0]) or execute(*query)):
        began = read_processor_ms()
        answer = browser.get(path)
        return read_processor_ms() - began, len(asked), answer


def read_processor_ms() -> float:
    """What this process, and the one that answers it in PostgreSQL, have used of the processor by now."""
    from django.db import connection

    ours = time.process_time() * 1000
    if connection.vendor == "sqlite":
        return ours
    connection.ensure_connection()
    number = connection.connection.info.backend_pid
    return ours + int(Path(f"/proc/{number}/schedstat").read_text().split()[0]) / 1e6


if __name__ == "__main__":
    sys.stdout.write(json.dumps(look_at_all(sys.argv[1])))
