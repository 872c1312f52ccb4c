"""Web processes of one installation, each with a port of its own, so that each can be killed and started anew."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.request import urlopen

from turingapp.listening import HOST, find_free_port

THREADS = 4


class Web:
    """One granian with one worker."""

    def __init__(self) -> None:
        self.port = find_free_port()
        self.process = self.start()

    def start(self) -> subprocess.Popen[bytes]:
        """Start it, in a process group of its own."""
        where = ("--host", HOST, "--port", str(self.port), "--workers", "1", "--blocking-threads", str(THREADS))
        command = [sys.executable, "-m", "granian", "--interface", "wsgi", *where, "turingapp.wsgi:application"]
        nowhere = subprocess.DEVNULL
        return subprocess.Popen(command, env={**os.environ}, start_new_session=True, stdout=nowhere, stderr=nowhere)

    def wait_until_up(self) -> None:
        """Return when it answers."""
        for _ in range(200):
            try:
                urlopen(f"http://{HOST}:{self.port}/healthy", timeout=5).close()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit(f"No web process came up on port {self.port} within 20 seconds.")

    def kill(self) -> None:
        """End the process and its worker at once, as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def serving(processes: int) -> Iterator[list[Web]]:
    """So many web processes over the installation of this process."""
    webs = [Web() for _ in range(processes)]
    try:
        for web in webs:
            web.wait_until_up()
        yield webs
    finally:
        for web in webs:
            web.kill()
