"""How much an installation bears: judges that are programs, over PostgreSQL and Redis, and over SQLite.

`python -m bench.load` writes what comes out to docs/load.md. Each part runs in a process of its own, since Django is
set up over one database per process. The load comes from this machine, too, and takes its share of it.
"""

import json
import subprocess
import sys
from contextlib import ExitStack
from typing import Any

from bench.judging.page import write_page
from bench.measuring import Bound
from bench.visit import empty_installation
from bench.visit import measure as measure_visit
from tests.servers import find_postgres, find_redis, running_postgres, running_redis

PROCESSES = 2
CROWD, PAUSE_S, SECONDS = 500, 4.0, 40.0
CROWD_ON_SQLITE = 50
SMALL, LARGE = 1_000, 1_000_000
CPU_MS, P95_MS, MEMORY_MB, RATIO = 3.0, 300.0, 200.0, 1.5


def measure() -> list[Bound]:
    """What is asked of an installation, and whether it holds."""
    return list_bounds({part: run_part(part) for part in PARTS})


def list_bounds(found: dict[str, Any]) -> list[Bound]:
    """The figures of all parts, each with what it may be at most."""
    speed, crowd, sqlite = found["speed"], found["crowd"], found["sqlite"]
    admission = found["admission"]
    trials, bare = speed["trials"], speed["bare"]
    elsewhere = {"CPU ms of oTree's web process for a trial": speed["otree"]["cpu_ms"]} if "otree" in speed else {}
    return [
        Bound("CPU ms of an answer and its next page inside one process", found["process"]["trial_ms"], CPU_MS),
        Bound("CPU ms of a bare request inside one process", found["process"]["bare_ms"], None),
        Bound("CPU ms of the web processes for a trial", trials["cpu_ms"], CPU_MS),
        Bound("CPU ms of the web processes for a bare request", bare["cpu_ms"], None),
        *(Bound(name, value, None) for name, value in elsewhere.items()),
        Bound(f"ms at the 95th percentile, {CROWD} judges", crowd["p95"], P95_MS),
        Bound(f"errors, {CROWD} judges", crowd["errors"], 0),
        Bound("MB that a web process holds alone after that", crowd["memory_mb"][0], MEMORY_MB),
        Bound("MB with what it shares with others", crowd["memory_mb"][1], None),
        Bound(f"errors, {CROWD_ON_SQLITE} judges on SQLite", sqlite["errors"], 0),
        Bound(f"an admission among {LARGE:,} responses, in those among {SMALL:,}", admission["ratio"], RATIO),
    ]


def run_part(part: str) -> dict[str, Any]:
    """What one part measured, in a process of its own."""
    done = subprocess.run([sys.executable, "-m", "bench.load", part], check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measure_speed_alone() -> dict[str, Any]:
    """Trials and bare requests, as many as go."""
    with ExitStack() as stack:
        set_up_servers(stack)
        from bench.judging.speed import make_study, measure_speed

        return measure_speed(make_study(), processes=PROCESSES)


def measure_large_crowd() -> dict[str, Any]:
    """The crowd over PostgreSQL, with the worker and the clock beside it."""
    with ExitStack() as stack:
        set_up_servers(stack)
        from bench.judging.background import running_background
        from bench.judging.speed import make_study, measure_crowd

        study = make_study()
        stack.enter_context(running_background())
        return measure_crowd(study, CROWD, processes=PROCESSES, pause=PAUSE_S, seconds=SECONDS)


def measure_sqlite() -> dict[str, Any]:
    """A smaller crowd over SQLite."""
    with empty_installation():
        from bench.judging.speed import make_study, measure_crowd

        return measure_crowd(make_study(), CROWD_ON_SQLITE, processes=1, pause=PAUSE_S, seconds=SECONDS)


def measure_admission() -> dict[str, Any]:
    """Admitting a judge to a large study and to a small one, over PostgreSQL."""
    with ExitStack() as stack:
        set_up_servers(stack)
        from bench.filling import compare_admissions

        large, small = compare_admissions(LARGE, SMALL)
        return {"large_ms": large, "small_ms": small, "ratio": large / small}


def measure_process() -> dict[str, Any]:
    """A trial inside this process, without a server: an answer and the page after it, over SQLite."""
    color, *_ = measure_visit()
    return {"trial_ms": color.ours_ms, "bare_ms": color.bare_ms}


PARTS = {
    "process": measure_process,
    "speed": measure_speed_alone,
    "crowd": measure_large_crowd,
    "sqlite": measure_sqlite,
    "admission": measure_admission,
}


def set_up_servers(stack: ExitStack) -> None:
    """An empty installation over PostgreSQL and Redis of its own."""
    (_, postgres), (_, redis) = next(find_postgres()), next(find_redis())
    url = stack.enter_context(running_postgres(postgres))
    stack.enter_context(empty_installation(url, stack.enter_context(running_redis(redis))))


def write_all() -> int:
    """Measure all, tell it, and write the page; 1 where a limit is broken."""
    found = {part: run_part(part) for part in PARTS}
    bounds = list_bounds(found)
    for bound in bounds:
        print(bound)
    if "otree" not in found["speed"]:
        print("OTREE_PYTHON names no Python with oTree, so nothing is said of it (docs/load.md).")
    write_page(found, bounds)
    return 0 if all(bound.is_within for bound in bounds) else 1


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit(write_all())
    print(json.dumps(PARTS[sys.argv[1]]()))
