"""The worker and the clock of an installation beside its web processes."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from turingapp.management.commands.run import describe_background


@contextmanager
def running_background() -> Iterator[None]:
    """All that `make run` starts beside the web process, over the installation of this process."""
    nowhere = subprocess.DEVNULL
    with ExitStack() as stack:
        for program in describe_background():
            process = subprocess.Popen(program.argv, env={**os.environ}, stdout=nowhere, stderr=nowhere)
            stack.callback(process.wait)
            stack.callback(process.terminate)
        yield
