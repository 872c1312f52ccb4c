"""A PostgreSQL and a Redis that may be killed, and come up again with what they kept."""

import os
import shutil
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg2
import redis

from tests.servers import UNPRIVILEGED, ServerFailed, find_postgres, find_redis, make_reachable, run_as, wait_until_up
from turingapp.listening import HOST, find_free_port

# The disk may be as slow as it likes, since no power cut comes; but a commit is written before it is acknowledged.
POSTGRES_OPTIONS = ("fsync=off", "synchronous_commit=on", "full_page_writes=off", "max_connections=100")
UP_AGAIN_TRIES = 20


def list_family(pid: int) -> list[int]:
    """A process and all that descend from it (proc(5))."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except FileNotFoundError:
        return []
    return [pid, *(member for child in children for member in list_family(child))]


def kill_all(pids: list[int]) -> None:
    """End processes at once, as a lack of memory would."""
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


class Mortal(ABC):
    """A program that is started, killed, and started again with what it kept."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def start(self) -> None:
        """Start it; nothing where it is running."""

    def is_running(self) -> bool:
        """Whether it was started and has not ended."""
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """End it with all its children at once."""
        if self.process is not None:
            kill_all(list_family(self.process.pid))
            self.process.wait()


class Postgres(Mortal):
    """A database that keeps its folder and its port."""

    def __init__(self, base: Path) -> None:
        super().__init__()
        self.user = UNPRIVILEGED if os.geteuid() == 0 else None
        self.base, self.port = base, find_free_port()
        _, self.folder = next(find_postgres())
        if self.user:
            self.folder = make_reachable(self.folder, base, self.user)
        told = ("-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        run_as(self.user, self.folder / "initdb", "-D", base / "data", *told)
        self.url = f"postgresql://postgres@{HOST}:{self.port}/postgres"

    def start(self) -> None:
        """Start it, and wait until it answers; what a killed one held in memory may be in the way for a moment."""
        for _ in range(UP_AGAIN_TRIES):
            if not self.is_running():
                self._launch()
            try:
                return wait_until_up(lambda: psycopg2.connect(self.url).close(), psycopg2.Error, self.base / "log")
            except ServerFailed:
                continue
        raise ServerFailed(f"PostgreSQL did not come up again: {(self.base / 'log').read_text()[-500:]}")

    def _launch(self) -> None:
        options = [word for option in POSTGRES_OPTIONS for word in ("-c", option)]
        where = ("-D", self.base / "data", "-h", HOST, "-p", str(self.port), "-k", self.base)
        with (self.base / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.folder / "postgres", *where, *options], user=self.user, cwd="/", stdout=log, stderr=log
            )

    def fill_disk(self, *, is_full: bool) -> None:
        """No file of it can grow, or be written behind its beginning, until there is room again."""
        program, most = shutil.which("prlimit"), f"--fsize={0 if is_full else 'unlimited'}:unlimited"
        for pid in list_family(self.process.pid) if self.process else []:
            # By the user of the process, since another may not where root is none; who has ended meanwhile is let be.
            command = [program or "prlimit", f"--pid={pid}", most]
            subprocess.run(command, user=self.user, cwd="/", capture_output=True, check=False)


class Redis(Mortal):
    """A broker that forgets all it was told when it ends."""

    def __init__(self, base: Path) -> None:
        super().__init__()
        self.base, self.port = base, find_free_port()
        _, self.program = next(find_redis())
        self.url = f"redis://{HOST}:{self.port}/0"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        if self.is_running():
            return
        where = ("--bind", HOST, "--port", str(self.port), "--dir", self.base)
        with (self.base / "broker.log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.program, *where, "--save", "", "--appendonly", "no"], stdout=log, stderr=log
            )
        greet = redis.Redis.from_url(self.url).ping
        wait_until_up(greet, redis.exceptions.RedisError, self.base / "broker.log")


@contextmanager
def mortal_servers() -> Iterator[tuple[Postgres, Redis]]:
    """Both, up, in folders that are gone with the block."""
    with ExitStack() as stack:
        database, broker = (
            kind(Path(stack.enter_context(TemporaryDirectory(prefix="mortal", ignore_cleanup_errors=True))))
            for kind in (Postgres, Redis)
        )
        for server in (database, broker):
            stack.callback(server.kill)
            server.start()
        yield database, broker
