"""What an installation survives: `python -m bench.faults` breaks it, checks it and writes docs/faults.md."""

import json
import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from bench.breaking.page import write_page
from bench.breaking.servers import mortal_servers
from bench.measuring import Bound
from bench.visit import empty_installation

JUDGES, INPUTS, SEED = 200, 100_000, 1


def measure_judging(judges: int, seed: int) -> dict[str, Any]:
    """Judges while everything is broken in turn, over PostgreSQL and Redis."""
    os.environ.update(PROLIFIC_TOKEN="only-for-benchmarks", PLATFORM_REQUESTS_PER_MINUTE="100000")
    with mortal_servers() as (database, broker), empty_installation(database.url, broker.url):
        # The models can only be imported now that Django is set up.
        from bench.breaking.judging import break_all

        return break_all(database, broker, judges=judges, seed=seed)


def measure_fuzz(number: int) -> dict[str, Any]:
    """Made-up inputs to every reader, over an installation whose database stays as empty as it was."""
    with empty_installation():
        from bench.breaking.fuzz import fuzz

        return {"inputs": fuzz(number)}


def run_part(part: str, *numbers: int) -> dict[str, Any]:
    """What one part found, in a process of its own, since Django is set up over one database per process."""
    command = [sys.executable, "-m", "bench.faults", part, *map(str, numbers)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def write_all(arguments: Namespace) -> int:
    """Break all, tell what is wrong, and write the page; 1 where something is."""
    found = {
        "judging": run_part("judging", arguments.judges, arguments.seed),
        "fuzz": run_part("fuzz", arguments.inputs),
    }
    bounds = [Bound(*bound) for bound in found["judging"].pop("bounds")]
    for bound in bounds:
        print(bound)
    for name in ("stuck", "differences"):
        print(*found["judging"][name], sep="\n")
    write_page(found, bounds)
    return 0 if all(bound.is_within for bound in bounds) else 1


def read_arguments() -> Namespace:
    """How many judges, how many made-up inputs, and the seed of the harms."""
    parser = ArgumentParser(prog="python -m bench.faults", description=__doc__)
    parser.add_argument("--judges", type=int, default=JUDGES)
    parser.add_argument("--inputs", type=int, default=INPUTS)
    parser.add_argument("--seed", type=int, default=SEED)
    return parser.parse_args()


if __name__ == "__main__":
    if sys.argv[1:2] == ["judging"]:
        print(json.dumps(measure_judging(int(sys.argv[2]), int(sys.argv[3]))))
    elif sys.argv[1:2] == ["fuzz"]:
        print(json.dumps(measure_fuzz(int(sys.argv[2]))))
    else:
        sys.exit(write_all(read_arguments()))
