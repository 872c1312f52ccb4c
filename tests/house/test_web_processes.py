"""Web processes that die faster than they start end their container, which is started anew, and leave none behind."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.breaking.servers import kill_all, list_family
from tests.deploying import read_command
from turingapp.listening import find_free_port

pytestmark = pytest.mark.long
WITHIN_SECONDS = 60.0
SLOW = "import time\ntime.sleep(600)\napplication = None\n"  # loads for longer than anybody waits


@contextmanager
def serving_slowly(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The image's very command, for an application that takes long to load."""
    (folder / "slow.py").write_text(SLOW, encoding="utf-8")
    command = [{"8000": str(find_free_port())}.get(word, word) for word in read_command({})[1:-1]]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "granian", *command, "slow:application"], cwd=folder, stdout=log, stderr=log
        )
    try:
        yield process
    finally:
        kill_all(list_family(process.pid))
        process.wait()


def find_new(process: subprocess.Popen[bytes], *, known: set[int]) -> set[int]:
    """The processes that are there once there are as many as should be, without those that were known."""
    ends = time.monotonic() + WITHIN_SECONDS
    while time.monotonic() < ends:
        found = set(list_family(process.pid)[1:])
        if len(found) == 2 and found != known:
            return found - known
    raise AssertionError(f"no two processes: {found}")


def test_web_processes_that_die_as_soon_as_they_start_leave_nothing_that_hangs(tmp_path: Path) -> None:
    with serving_slowly(tmp_path) as granian:
        first = find_new(granian, known=set())
        kill_all([max(first)])
        (second,) = find_new(granian, known=first)
        kill_all([second])
        assert granian.wait(WITHIN_SECONDS) == 1
        assert "crash loop" in (tmp_path / "log").read_text(encoding="utf-8")
