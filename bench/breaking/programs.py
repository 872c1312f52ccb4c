"""Web processes, workers and the clock of one installation, of which each may be killed."""

import os
import subprocess
from pathlib import Path

from bench.breaking.servers import Mortal, kill_all, list_family
from bench.chatting.servers import Web
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
    """The web processes, on one port; granian starts anew whichever of them dies, as in the image.

    Where they die too soon one after the other, granian gives up, and is started anew like a container that ended.
    """

    def __init__(self, processes: int, base: Path) -> None:
        super().__init__()
        self.processes, self.port, self.log = processes, 0, base / "web.log"

    def start(self) -> None:
        """Start them; at the first time, wait until each answers."""
        if self.is_running():
            return
        web = Web(self.processes, port=self.port, log=self.log)
        self.process = web.granian
        if not self.port:
            self.port = web.port
            web.wait_until_up(UP_WITHIN_S)

    def list_processes(self) -> list[int]:
        """Those that answer, or are on the way to it."""
        return list_family(self.process.pid)[1:] if self.process is not None and self.is_running() else []

    def kill(self) -> None:
        """End every web process at once; the one that watches over them starts others."""
        kill_all(self.list_processes())

    def stop(self) -> None:
        """End the one that watches over them, too."""
        super().kill()
