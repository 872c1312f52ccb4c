"""How fast trials go through web processes, in turns with the bare view on the same server, and a crowd with pauses."""

import asyncio
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any

from django.db import connection

from bench.answering import begin_visit
from bench.chatting.lines import Line
from bench.chatting.servers import Web, serving
from bench.judging.judges import Judge, Tally, judge_all
from bench.judging.otree import OTree, judge_in_otree, serving_otree
from bench.judging.processes import count_cpu_seconds, find_memory_mb
from judging.models import Study
from judging.tokens import sign_visit
from tests.pools import make_pool, open_small_study

TRIALS = 60  # as in most of the original study's tasks
AT_ONCE, ROUNDS, SECONDS = 8, 3, 5.0
VISITS_ELSEWHERE = 96
BARE = "bench.judging.bare:application"


@dataclass
class Measured:
    """What a crowd met: deeds per second, CPU milliseconds per deed, waits in milliseconds, errors."""

    deeds: int = 0
    seconds: float = 0.0
    web_cpu: float = 0.0
    database_cpu: float = 0.0
    memory_mb: tuple[float, float] = (0.0, 0.0)  # of the largest web process: its own, and with what it shares
    tally: Tally = field(default_factory=Tally)

    def summarize(self) -> dict[str, Any]:
        """The figures that are told."""
        cuts = quantiles(self.tally.waits, n=100)
        return {
            "deeds": self.deeds,
            "per_second": self.deeds / self.seconds,
            "cpu_ms": self.web_cpu * 1000 / self.deeds,
            "database_cpu_ms": self.database_cpu * 1000 / self.deeds,
            "p50": median(self.tally.waits),
            "p95": cuts[94],
            "p99": cuts[98],
            "memory_mb": self.memory_mb,
            "errors": len(self.tally.errors),
            "first_errors": self.tally.errors[:3],
        }


def make_study() -> Study:
    """An open study of color estimation, whose trials have a picture and a control question."""
    make_pool("color", stimuli=TRIALS)
    return open_small_study("color", trials=TRIALS, judgements_per_response=100_000)


def list_tokens(study: Study, number: int) -> Iterator[str]:
    """The tokens of so many visits that stand at their first trial."""
    return iter([sign_visit(begin_visit(study)) for _ in range(number)])


def measure_speed(study: Study, *, processes: int) -> dict[str, dict[str, Any]]:
    """As many trials, bare requests and, where it is installed, trials in oTree as go in turns of some seconds."""
    trials, bare, elsewhere = Measured(), Measured(), Measured()
    with serving(processes) as ours, serving(processes, BARE) as theirs, serving_otree(trials=TRIALS) as otree:
        starts = iter(otree.list_starts(VISITS_ELSEWHERE) if otree else [])
        for turn in range(ROUNDS + 1):
            if turn == 1:  # the first is no round
                trials, bare, elsewhere = Measured(), Measured(), Measured()
            tokens = list_tokens(study, 8 * AT_ONCE)
            run_trials(ours, tokens, trials, judges=AT_ONCE, pause=0, seconds=SECONDS)
            run_bare(theirs, bare)
            if otree:
                run_elsewhere(otree, starts, elsewhere)
    measured = {"trials": trials, "bare": bare, **({"otree": elsewhere} if otree else {})}
    return {name: counted.summarize() for name, counted in measured.items()}


def measure_crowd(study: Study, judges: int, *, processes: int, pause: float, seconds: float) -> dict[str, Any]:
    """So many judges at once, each with a trial every `pause` seconds."""
    measured = Measured()
    tokens = list_tokens(study, judges)
    with serving(processes) as web:
        run_trials(web, tokens, measured, judges=judges, pause=pause, seconds=seconds)
        measured.memory_mb = max(find_memory_mb(pid) for pid in web.list_processes())
    return measured.summarize()


def run_trials(
    web: Web, tokens: Iterator[str], measured: Measured, *, judges: int, pause: float, seconds: float
) -> None:
    """Let them judge, and add what it took."""
    before, done = count_cpu(web), len(measured.tally.waits)
    crowd = [Judge(web.port, tokens, random.Random(seed), measured.tally) for seed in range(judges)]
    measured.seconds += asyncio.run(judge_all(crowd, pause=pause, seconds=seconds))
    add_cpu(measured, before, count_cpu(web))
    measured.deeds += len(measured.tally.waits) - done


def run_bare(web: Web, measured: Measured) -> None:
    """As many bare requests as go, and what they took."""

    async def insert(seed: int, ends: float) -> None:
        line = Line(web.port, random.Random(seed), lost=0)
        while time.monotonic() < ends:
            start = time.perf_counter()
            status, _ = await line.ask("POST", "/bare/", {"title": "more"})
            measured.tally.waits.append((time.perf_counter() - start) * 1000)
            if status != 200:
                measured.tally.errors.append(f"The bare view answered {status}.")
        line.hang_up()

    async def insert_all(ends: float) -> None:
        await asyncio.gather(*(insert(seed, ends) for seed in range(AT_ONCE)))

    before, done, start = count_cpu(web), len(measured.tally.waits), time.monotonic()
    asyncio.run(insert_all(start + SECONDS))
    measured.seconds += time.monotonic() - start
    add_cpu(measured, before, count_cpu(web))
    measured.deeds += len(measured.tally.waits) - done


def run_elsewhere(otree: OTree, starts: Iterator[str], measured: Measured) -> None:
    """As many trials as go in oTree, and what they took."""
    before, done, start = count_cpu(otree), len(measured.tally.waits), time.monotonic()
    asyncio.run(judge_in_otree(otree.port, starts, measured.tally, judges=AT_ONCE, seconds=SECONDS))
    measured.seconds += time.monotonic() - start
    add_cpu(measured, before, count_cpu(otree))
    measured.deeds += len(measured.tally.waits) - done


def count_cpu(web: Web) -> tuple[float, float]:
    """CPU seconds so far of the web processes, and of the processes of the database that serve somebody."""
    return count_cpu_seconds(web.list_processes()), count_cpu_seconds(list_database_processes())


def add_cpu(measured: Measured, before: tuple[float, float], after: tuple[float, float]) -> None:
    """Add what was used in between."""
    measured.web_cpu += after[0] - before[0]
    measured.database_cpu += after[1] - before[1]


def list_database_processes() -> list[int]:
    """The processes of PostgreSQL that serve a connection; SQLite has none of its own."""
    if connection.vendor == "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'")
        return [pid for (pid,) in cursor.fetchall()]
