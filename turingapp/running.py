"""Runs several programs as one: starts them, watches them, and stops them all together."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from turingapp.errors import CannotStart

LOOK_EVERY_SECONDS = 0.1


class StopAsked(BaseException):
    """A signal asked for the end; like KeyboardInterrupt, nothing but the outermost code may catch it."""


@dataclass(frozen=True, slots=True)
class Program:
    """One program to run."""

    name: str
    argv: tuple[str, ...]


@dataclass
class Troupe:
    """The running programs, each in a process group of its own so that Ctrl-C reaches only us."""

    log_dir: Path
    grace_seconds: float = 10.0
    _running: dict[Program, subprocess.Popen[bytes]] = field(default_factory=dict)
    _errands: set[Program] = field(default_factory=set)
    _stop_asked: bool = False

    def obey_signals(self) -> None:
        """From now on Ctrl-C, SIGTERM and a closed terminal raise StopAsked, the first of them only."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._note_signal)

    def _note_signal(self, number: int, frame: FrameType | None) -> None:
        if not self._stop_asked:
            self._stop_asked = True
            raise StopAsked

    @property
    def pids(self) -> list[int]:
        """The process ids of the running programs."""
        return [process.pid for process in self._running.values()]

    def start(self, program: Program) -> None:
        """Start `program`; what it prints goes to a file of its name."""
        self.log_dir.mkdir(parents=True, exist_ok=True)
        with self.log_path(program).open("wb") as log:
            self._running[program] = subprocess.Popen(  # noqa: S603
                program.argv,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def log_path(self, program: Program) -> Path:
        """Where the output of `program` goes."""
        return self.log_dir / f"{program.name.replace(' ', '-')}.log"

    def start_errand(self, program: Program) -> None:
        """Start a program that ends by itself; its ending stops nothing."""
        self._errands.add(program)
        self.start(program)

    def raise_if_ended(self) -> None:
        """Complain about the first program that ended without being asked to."""
        for program, process in self._running.items():
            code = process.poll()
            if code is None or program in self._errands:
                continue
            how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
            last = self.log_path(program).read_text(encoding="utf-8", errors="replace").splitlines()[-15:]
            lines = "\n".join(f"  {line}" for line in last)
            raise CannotStart(f"The {program.name} {how}; the last lines of {self.log_path(program)}:\n{lines}")

    def wait_until(self, is_so: Callable[[], bool], *, what: str, within_seconds: float) -> None:
        """Return when `is_so` says yes; `what` names that in the complaint where it takes too long."""
        deadline = time.monotonic() + within_seconds
        while not is_so():
            self.raise_if_ended()
            if time.monotonic() > deadline:
                raise CannotStart(f"Within {within_seconds:.0f} seconds {what} did not happen; see {self.log_dir}.")
            time.sleep(LOOK_EVERY_SECONDS)

    def watch(self) -> None:
        """Stay until a signal asks for the end; complain when a program ends by itself."""
        while True:
            self.raise_if_ended()
            time.sleep(LOOK_EVERY_SECONDS)

    def stop_all(self) -> None:
        """Ask every program to end, and after the grace end what is left of each group."""
        self._stop_asked = True  # no further signal may break this off
        for process in self._running.values():
            process.terminate()
        deadline = time.monotonic() + self.grace_seconds
        for process in self._running.values():
            try:
                process.wait(timeout=max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            # The leader is gone; its own children, where any outlived it, go too.
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self._running.clear()
