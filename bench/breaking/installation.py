"""All programs of one installation: started, looked after as whatever runs one does, and ended."""

import http.client
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.breaking.programs import UP_WITHIN_S, Background, Pages
from bench.breaking.servers import Mortal, Postgres, Redis
from turingapp.listening import HOST
from turingapp.management.commands.run import describe_background

ANSWER_WITHIN_S, LOOK_EVERY_S = 5.0, 0.2
LAST_CHARACTERS, LINES_OF_A_FAULT = 1000, 120  # of what a program said


class NotUpAgain(Exception):
    """An installation whose parts were all started does not get ready."""


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
        for _, program in self.list_killable():
            if not program.is_running():
                self.ended += 1
                program.start()

    def wait_until_ready(self) -> None:
        """Return when its own page says that all it needs is there; raises NotUpAgain."""
        ends, told = time.monotonic() + UP_WITHIN_S, ""
        while time.monotonic() < ends:
            self.restart_ended()
            told = self.ask_whether_ready()
            if not told:
                return
            time.sleep(LOOK_EVERY_S)
        raise NotUpAgain(f"Not ready after {UP_WITHIN_S:.0f} seconds: {told}\n{self.tell_last_words()}")

    def ask_whether_ready(self) -> str:
        """What is lacking; empty where nothing is."""
        connection = http.client.HTTPConnection(HOST, self.web.port, timeout=ANSWER_WITHIN_S)
        try:
            connection.request("GET", "/ready")
            answer = connection.getresponse()
            told = answer.read().decode()
        except (OSError, http.client.HTTPException) as error:
            return f"{type(error).__name__}: {error}"
        finally:
            connection.close()
        return "" if answer.status == HTTPStatus.OK else told

    def tell_last_words(self) -> str:
        """The end of what each program said, for whoever wants to know why one does not come up."""
        folders = (self.ahead.parent, self.database.base, self.broker.base)
        logs = [path for folder in folders for path in sorted(folder.glob("*log"))]
        return "\n".join(f"{path.name}: {path.read_text(errors='replace')[-LAST_CHARACTERS:]}" for path in logs)

    def tell_faults(self) -> str:
        """What the web processes said of answers with status 500, to be looked into."""
        lines = self.web.log.read_text(errors="replace").splitlines()
        starts = [number for number, line in enumerate(lines) if "Internal Server Error" in line]
        return "\n".join(line for start in starts[:3] for line in lines[start : start + LINES_OF_A_FAULT])

    def stop(self) -> None:
        """End the programs; the servers end with whoever started them."""
        for program in self.background.values():
            program.kill()
        self.web.stop()


@contextmanager
def running_installation(database: Postgres, broker: Redis, *, processes: int) -> Iterator[Installation]:
    """All programs over these servers, with a clock and times of their own."""
    with TemporaryDirectory(prefix="installation", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        ahead = folder / "ahead"
        set_ahead(ahead, 0)
        # Of what is started from here on; this process keeps the settings that it has.
        os.environ.update(CLOCK_AHEAD=str(ahead), DJANGO_SETTINGS_MODULE="bench.breaking.settings")
        background = {program.name: Background(program, folder) for program in describe_background()}
        installation = Installation(database, broker, Pages(processes, folder), background, ahead)
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
