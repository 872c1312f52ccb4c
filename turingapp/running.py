"""Runs several programs as one: starts them, watches them, and stops them all together."""

import os
import signal
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from turingapp.errors import CannotStart
from turingapp.listening import is_answering

LOOK_EVERY_SECONDS = 0.1


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
    _waiting: list[Program] = field(default_factory=list)
    _errand: Program | None = None
    _stop_asked: bool = False

    def obey_signals(self) -> None:
        """From now on Ctrl-C, SIGTERM and a closed terminal ask for the end of all programs."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._note_signal)

    def _note_signal(self, number: int, frame: FrameType | None) -> None:
        self._stop_asked = True

    @property
    def is_stopping(self) -> bool:
        """Whether a signal has asked for the end."""
        return self._stop_asked

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

    def run_in_turn(self, errands: Iterable[Program]) -> None:
        """Run programs that end by themselves, one after the other, beside the rest; their ending stops nothing."""
        self._waiting.extend(errands)

    def _go_on_with_errands(self) -> None:
        if self._errand is not None and self._running[self._errand].poll() is not None:
            del self._running[self._errand]
            self._errand = None
        if self._errand is None and self._waiting:
            self._errand = self._waiting.pop(0)
            self.start(self._errand)

    def raise_if_ended(self) -> None:
        """Complain about the first program that ended without being asked to."""
        for program, process in self._running.items():
            code = process.poll()
            if code is None or program == self._errand:
                continue
            how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
            last = self.log_path(program).read_text(encoding="utf-8", errors="replace").splitlines()[-15:]
            lines = "\n".join(f"  {line}" for line in last)
            raise CannotStart(f"The {program.name} {how}; the last lines of {self.log_path(program)}:\n{lines}")

    def wait_for_answer(self, port: int, *, within_seconds: float) -> None:
        """Return when a web server answers on `port`; at once where a stop was asked for."""
        deadline = time.monotonic() + within_seconds
        while not self._stop_asked:
            self.raise_if_ended()
            if is_answering(port):
                return
            if time.monotonic() > deadline:
                raise CannotStart(f"Port {port} did not answer in {within_seconds:.0f} seconds; see {self.log_dir}.")
            time.sleep(LOOK_EVERY_SECONDS)

    def watch(self) -> None:
        """Return when a signal asks for the end; complain when a program ends by itself."""
        while not self._stop_asked:
            self.raise_if_ended()
            self._go_on_with_errands()
            time.sleep(LOOK_EVERY_SECONDS)

    def stop_all(self) -> None:
        """Ask every program to end, and after the grace end what is left of each group."""
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
