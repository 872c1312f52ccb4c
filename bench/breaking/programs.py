"""Web processes, workers and the clock of one installation, of which each may be killed."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.breaking.servers import Mortal, Postgres, Redis, kill_all, list_family
from bench.chatting.servers import Web
from turingapp.management.commands.run import describe_background
from turingapp.running import Program

UP_WITHIN_S = 180.0  # a machine that is busy otherwise takes its time


class Background(Mortal):
    """A worker, or the clock."""

    def __init__(self, program: Program, base: Path) -> None:
        super().__init__()
        self.program, self.base = program, base

    def start(self) -> None:
        """Start it; it is ready when it is."""
        if not self.is_running():
            with (self.base / f"{self.program.name}.log").open("ab") as log:
                self.process = subprocess.Popen(self.program.argv, env={**os.environ}, stdout=log, stderr=log)


class Pages(Mortal):
    """The web processes, on one port; granian starts anew whichever of them dies, as in the image."""

    def __init__(self, processes: int) -> None:
        super().__init__()
        self.processes = processes
        self.web: Web | None = None

    def start(self) -> None:
        """Start them, and wait until each answers."""
        if self.web is None:
            self.web = Web(self.processes)
            self.process = self.web.granian
            self.web.wait_until_up(UP_WITHIN_S)

    def kill(self) -> None:
        """End every web process at once; the one that watches over them starts others."""
        if self.web is not None:
            kill_all(self.web.list_processes())


@dataclass
class Installation:
    """All programs of one installation, by name."""

    database: Postgres
    broker: Redis
    web: Pages
    background: dict[str, Background]
    ahead: Path  # a file with the seconds by which the clock is ahead
    ended: int = 0  # how often a program ended that nobody had killed

    def list_killable(self) -> list[tuple[str, Mortal]]:
        """What is killed in turn."""
        servers: list[tuple[str, Mortal]] = [("database", self.database), ("broker", self.broker), ("web", self.web)]
        return [*servers, *self.background.items()]

    def restart_ended(self) -> None:
        """Start what ended by itself, as whatever runs an installation does: systemd, containers."""
        for program in self.background.values():
            if not program.is_running():
                self.ended += 1
                program.start()

    def stop(self) -> None:
        """End the programs; the servers end with whoever started them."""
        for program in self.background.values():
            program.kill()
        if self.web.process is not None:
            kill_all(list_family(self.web.process.pid))
            self.web.process.wait()


@contextmanager
def running_installation(database: Postgres, broker: Redis, *, processes: int) -> Iterator[Installation]:
    """All programs over these servers, with a clock and times of their own."""
    with TemporaryDirectory(prefix="installation") as name:
        folder = Path(name)
        ahead = folder / "ahead"
        set_ahead(ahead, 0)
        # Of what is started from here on; this process keeps the settings that it has.
        os.environ.update(CLOCK_AHEAD=str(ahead), DJANGO_SETTINGS_MODULE="bench.breaking.settings")
        background = {program.name: Background(program, folder) for program in describe_background()}
        installation = Installation(database, broker, Pages(processes), background, ahead)
        try:
            for _, program in installation.list_killable():
                program.start()
            yield installation
        finally:
            installation.stop()


def set_ahead(ahead: Path, seconds: float) -> None:
    """Set the clock of all programs ahead by so much, at once: nobody reads half a number."""
    written = ahead.with_suffix(".new")
    written.write_text(f"{seconds}", encoding="ascii")
    written.replace(ahead)
