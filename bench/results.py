"""The whole report of 72,191 (the original study's), 1e6 and 1e7 judgements from a package's Parquet tables.

Each is computed in a process of its own, so that nothing else counts as its memory; beside it stands a bare count by
agent in polars from the same file. BENCH_ROWS names other sizes.
"""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

from bench.visit import empty_installation

LIMITS = {72_191: (3.0, None), 1_000_000: (10.0, None), 10_000_000: (60.0, 2_000.0)}  # seconds, MB
SIZES = [int(size) for size in os.environ.get("BENCH_ROWS", "").split(",") if size] or list(LIMITS)
REPEATS = 2_000


@dataclass(frozen=True, slots=True)
class Whole:
    """What one report took, and what counting alone takes."""

    rows: int
    seconds: float
    reading: float
    megabytes: float
    counts: float
    bare: float

    @property
    def is_within(self) -> bool:
        """Whether it keeps the limits for so many judgements."""
        seconds, megabytes = LIMITS.get(self.rows, (None, None))
        return (seconds is None or self.seconds <= seconds) and (megabytes is None or self.megabytes <= megabytes)

    def __str__(self) -> str:
        seconds, megabytes = LIMITS.get(self.rows, (None, None))
        limits = [f"{seconds:g} s"] if seconds else []
        limits += [f"{megabytes:g} MB"] if megabytes else []
        verdict = "kept" if self.is_within else "BROKEN"
        return (
            f"report on {self.rows:,} judgements: {self.seconds:.1f} s (of it reading {self.reading:.1f} s), "
            f"{self.megabytes:.0f} MB; at most {' and '.join(limits) or 'nothing said'}: {verdict}; counts by agent "
            f"{self.counts:.2f} s, bare polars group-by {self.bare:.2f} s, ratio {self.counts / self.bare:.2f}"
        )


def measure() -> list[Whole]:
    """One figure for each size."""
    found = []
    for rows in SIZES:
        with TemporaryDirectory(prefix="results") as folder:
            for part in ("write", "report"):
                argv = (sys.executable, "-m", "bench.results", part, str(rows), folder)
                output = subprocess.run(argv, check=True, capture_output=True, text=True).stdout
            found.append(Whole(rows, *json.loads(output)))
    return found


def report_on(folder: Path) -> list[float]:
    """Seconds of the whole and of reading, memory, seconds of counting by agent, and of the bare counterpart."""
    import numpy as np

    from analysis.packages.observing import make_observations
    from analysis.reports import make_tables
    from analysis.reports.rates import is_by_human
    from analysis.stats.detection import count_confusion
    from analysis.stats.resampling import bootstrap_rates

    tables = {path.stem: pl.scan_parquet(path) for path in folder.glob("*.parquet")}
    bare = take_bare_seconds(tables["judgements"].select("agent", "verdict").cast(pl.Categorical).collect())
    started = time.perf_counter()
    facts = {"slug": "bench", "title": "Bench", "task": "color", "label": "Made up", "is_simulated": True}
    observations = make_observations(facts, tables)
    reading = time.perf_counter() - started
    make_tables(observations)
    rows = observations.rows
    bootstrap_rates(
        rows["y"].to_numpy(),
        group=rows["agent"].cat.codes.to_numpy(),
        judge=rows["judge"].to_numpy(),
        rng=np.random.default_rng(0),
        repeats=REPEATS,
    )
    seconds = time.perf_counter() - started
    y, origin, agent = rows["y"].to_numpy(), is_by_human(rows), rows["agent"].cat.codes.to_numpy()
    counts = take_seconds(lambda: count_confusion(y, origin=origin, key=agent))
    return [seconds, reading, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, counts, bare]


def take_bare_seconds(rows: pl.DataFrame) -> float:
    """Seconds of polars for counting verdicts by agent."""
    return take_seconds(lambda: rows.group_by("agent", "verdict").len())


def take_seconds(deed: Callable[[], object]) -> float:
    """The better of two turns."""
    turns = []
    for _ in range(2):
        started = time.perf_counter()
        deed()
        turns.append(time.perf_counter() - started)
    return min(turns)


if __name__ == "__main__":
    with empty_installation():
        if sys.argv[1] == "write":
            from bench.made_up_package import write_tables

            write_tables(int(sys.argv[2]), Path(sys.argv[3]))
        else:
            sys.stdout.write(json.dumps(report_on(Path(sys.argv[3]))))
