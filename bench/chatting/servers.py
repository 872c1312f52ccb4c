"""The web processes of one installation, as its image starts them: one granian that starts anew whichever dies."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from turingapp.listening import HOST, find_free_port

THREADS = 4
GRACE_S = 8  # without it a granian that gives up waits for ever for a process that it told to end too early
APPLICATION = "turingapp.wsgi:application"
LISTENS = "0A"


class Web:
    """A granian with so many processes on one port."""

    def __init__(
        self, processes: int, application: str = APPLICATION, *, port: int = 0, log: Path = Path(os.devnull)
    ) -> None:
        self.processes = processes
        self.port = port or find_free_port()
        where = ("--host", HOST, "--port", str(self.port), "--blocking-threads", str(THREADS))
        size = ("--workers", str(processes), "--respawn-failed-workers", "--workers-kill-timeout", str(GRACE_S))
        command = [sys.executable, "-m", "granian", "--interface", "wsgi", *where, *size, application]
        with log.open("ab") as said:
            self.granian = subprocess.Popen(command, env={**os.environ}, stdout=said, stderr=said)

    def wait_until_up(self, within_s: float = 30.0) -> None:
        """Return when each process answers."""
        ends = time.monotonic() + within_s
        while self.count_listening() < self.processes:
            if time.monotonic() > ends:
                none = f"No {self.processes} web processes came up on port {self.port}"
                raise SystemExit(f"{none} within {within_s:.0f} seconds.")
            time.sleep(0.1)

    def count_listening(self) -> int:
        """How many sockets listen on the port: each process has its own, once it is ready (proc_net_tcp(5))."""
        sockets = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        return sum(fields[1].endswith(f":{self.port:04X}") and fields[3] == LISTENS for fields in sockets)

    def list_processes(self) -> list[int]:
        """The ids of the processes that answer."""
        tasks = Path(f"/proc/{self.granian.pid}/task").iterdir()
        return [int(pid) for task in tasks for pid in (task / "children").read_text().split()]

    def kill(self, pid: int) -> None:
        """End one of them at once, as a lack of memory would."""
        os.kill(pid, signal.SIGKILL)

    def stop(self) -> None:
        """End all."""
        self.granian.terminate()
        self.granian.wait()


@contextmanager
def serving(processes: int, application: str = APPLICATION) -> Iterator[Web]:
    """So many web processes over the installation of this process."""
    web = Web(processes, application)
    try:
        web.wait_until_up()
        yield web
    finally:
        web.stop()
