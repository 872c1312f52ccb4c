"""`make test`: brings up real servers and a browser, runs the tests on PostgreSQL, then on SQLite what it decides."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

from tests.browser import prepare_browser
from tests.servers import ServerFailed, find_postgres, find_redis, running_postgres, running_redis

WORKERS = "2"
# A process that has done its share takes tests over from the other: a share of browser stories lasts longer.
PYTEST = (sys.executable, "-m", "pytest", "-q", "-n", WORKERS, "--dist", "worksteal")
# Each of the processes computes on one core; more threads than cores only wait for each other.
ONE_CORE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
# What a browser does hangs on no database; what stands in a queue before a lock, and what a page reads, does.
ON_SQLITE = (
    *("tests/pages", "tests/judging/test_at_once.py", "tests/agents/test_loading_at_once.py"),
    *("-m", "not long and not browser"),
)
Found = Iterable[tuple[str, Path]]


def choose_server(
    stack: ExitStack, variable: str, found: Found, running: Callable[[Path], AbstractContextManager[str]]
) -> str:
    """The URL of a server: the one given in `variable`, else of the first that comes up."""
    given = os.environ.get(variable)
    if given:
        print(f"{variable}: as given")
        return given
    for whose, path in found:
        try:
            url = stack.enter_context(running(path))
        except ServerFailed as failure:
            print(f"{variable}: {whose} does not come up, trying the next ({failure})")
        else:
            print(f"{variable}: {whose}, {path}")
            return url
    raise SystemExit(f"No server for {variable} comes up here; start one and give its URL in {variable}.")


def running_unvacuumed(folder: Path) -> AbstractContextManager[str]:
    """PostgreSQL for tests: they roll back their rows, so a vacuum finds tables empty, for which plans take minutes."""
    return running_postgres(folder, "autovacuum=off")


def run_pytest(arguments: list[str], **environment: str) -> int:
    """Run pytest in a process of its own; gives its exit code."""
    return subprocess.run([*PYTEST, *arguments], env={**ONE_CORE, **os.environ, **environment}, check=False).returncode


def main(arguments: list[str]) -> int:
    """The whole of `make test`; arguments, where there are any, go to one run of pytest on PostgreSQL."""
    # Ended from outside, the servers are stopped and their folders removed all the same.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    prepare_browser()
    with ExitStack() as stack:
        database = choose_server(stack, "TEST_DATABASE_URL", find_postgres(), running_unvacuumed)
        queue = choose_server(stack, "TEST_REDIS_URL", find_redis(), running_redis)
        sys.stdout.flush()
        on_postgres = run_pytest(arguments, TEST_DATABASE_URL=database, TEST_REDIS_URL=queue)
    if arguments:
        return on_postgres
    print("The page stories without a browser, and many at once, on SQLite:", flush=True)
    on_sqlite = run_pytest([*ON_SQLITE], TEST_DATABASE_URL="", TEST_REDIS_URL="")
    return on_postgres or on_sqlite


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
