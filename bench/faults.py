"""What an installation survives: `python -m bench.faults` breaks it, checks it and writes docs/faults.md."""

import faulthandler
import json
import os
import signal
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from bench.breaking.page import write_page
from bench.breaking.servers import mortal_servers
from bench.measuring import Bound
from bench.visit import empty_installation

JUDGES, INPUTS, SEED, WITHIN_S = 200, 100_000, 1, 600
# Beside the judging: what it takes to start all, to wait for each part at its worst, and to pay.
BESIDE_S, FUZZ_S, LAST_WORDS_S = 900, 600, 60
JUDGING, REQUESTS, READERS = "judging", "requests", "readers"


def measure_judging(judges: int, seed: int, within_s: int) -> dict[str, Any]:
    """Judges while everything is broken in turn, over PostgreSQL and Redis."""
    os.environ.update(PROLIFIC_TOKEN="only-for-benchmarks", PLATFORM_REQUESTS_PER_MINUTE="100000")
    with mortal_servers() as (database, broker), empty_installation(database.url, broker.url):
        # The models can only be imported now that Django is set up.
        from bench.breaking.judging import break_all

        return break_all(database, broker, judges=judges, seed=seed, within_s=within_s)


def measure_fuzz(part: str, number: int) -> dict[str, Any]:
    """Made-up inputs, over an installation on SQLite whose web pages take as many requests as come."""
    unlimited = str(number + 1)
    os.environ.update(
        ALLOWED_HOSTS="testserver localhost", API_READS_PER_MINUTE=unlimited, API_WRITES_PER_MINUTE=unlimited
    )
    with empty_installation():
        from bench.breaking.fuzz import fuzz

        return fuzz(part, number, within_s=FUZZ_S)


@dataclass(frozen=True)
class Part:
    """A part of the recipe that is under way."""

    name: str
    limit_s: int
    process: subprocess.Popen[str]

    def wait(self) -> dict[str, Any]:
        """What it found; where it takes longer than it may, it says in which lines it was held up, and all ends."""
        try:
            told, _ = self.process.communicate(timeout=self.limit_s + LAST_WORDS_S)
        finally:
            self.end()
        if self.process.returncode:
            raise SystemExit(f"The part {self.name} ended with {self.process.returncode} and found nothing; see above.")
        found: dict[str, Any] = json.loads(told.splitlines()[-1])
        return found

    def end(self) -> None:
        """End it with all that it started and did not end; nothing is left of one that went well."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def start_part(part: str, *numbers: int, limit_s: int) -> Part:
    """Start a part in processes of its own, since Django is set up over one database per process."""
    command = [sys.executable, "-m", "bench.faults", part, *map(str, (limit_s, *numbers))]
    return Part(part, limit_s, subprocess.Popen(command, stdout=subprocess.PIPE, text=True, process_group=0))


def fuzz_all(number: int) -> dict[str, Any]:
    """Both parts of the made-up inputs, side by side."""
    parts = [start_part(name, number, limit_s=FUZZ_S + LAST_WORDS_S) for name in (REQUESTS, READERS)]
    try:
        found = [part.wait() for part in parts]
    finally:
        for part in parts:
            part.end()
    return {
        "inputs": [row for one in found for row in one["inputs"]],
        "told": [sentence for one in found for sentence in one["told"]],
        "planned": sum(one["planned"] for one in found),
    }


def write_all(arguments: Namespace) -> int:
    """Break all, tell what is wrong, and write the page; 1 where something is."""
    numbers = (arguments.judges, arguments.seed, arguments.seconds)
    judging = start_part(JUDGING, *numbers, limit_s=arguments.seconds + BESIDE_S).wait()
    fuzzed = fuzz_all(arguments.inputs)
    bounds = [Bound(*bound) for bound in judging.pop("bounds")]
    bounds.append(Bound("made-up inputs that were taken wrongly", sum(faults for *_, faults in fuzzed["inputs"]), 0))
    for line in (*bounds, *judging["stuck"], *judging["differences"], *fuzzed["told"]):
        print(line)
    write_page({JUDGING: judging, "fuzz": fuzzed}, bounds)
    return 0 if all(bound.is_within for bound in bounds) else 1


def read_arguments() -> Namespace:
    """How many judges, for how long, how many made-up inputs, and the seed of the harms."""
    parser = ArgumentParser(prog="python -m bench.faults", description=__doc__)
    parser.add_argument("--judges", type=int, default=JUDGES)
    parser.add_argument("--seconds", type=int, default=WITHIN_S, help="by when each judge should be through")
    parser.add_argument("--inputs", type=int, default=INPUTS)
    parser.add_argument("--seed", type=int, default=SEED)
    return parser.parse_args()


def run_here(part: str, limit_s: int, *numbers: int) -> None:
    """One part, in this process; its findings as a line of JSON."""
    faulthandler.dump_traceback_later(limit_s, exit=True)
    found = measure_judging(*numbers) if part == JUDGING else measure_fuzz(part, *numbers)
    faulthandler.cancel_dump_traceback_later()
    print(json.dumps(found))


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in (JUDGING, REQUESTS, READERS):
        run_here(sys.argv[1], *map(int, sys.argv[2:]))
    else:
        sys.exit(write_all(read_arguments()))
