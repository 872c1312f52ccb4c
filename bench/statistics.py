"""The speed of the statistics on ten million judgements, beside a pandas groupby of the same rows."""

import os
from collections.abc import Callable

import numpy as np
import pandas as pd

from analysis.stats.agreement import find_alpha
from analysis.stats.clusters import count_clusters
from analysis.stats.resampling import bootstrap_rates
from analysis.stats.two_way import two_way_intervals
from bench.measuring import Figure, compare

ROWS = int(os.environ.get("BENCH_ROWS", "10000000"))
AGENTS, TRIALS, STIMULI, UNITS = 38, 100, 5_000, ROWS // 10
REPEATS = 2_000


def measure() -> list[Figure]:
    """Measure intervals of all agents, with and without looking for repeated pairs, the bootstrap and alpha."""
    rng = np.random.default_rng(1)
    y, agent = rng.integers(0, 2, ROWS), rng.integers(0, AGENTS, ROWS)
    judge = np.arange(ROWS) // TRIALS
    stimulus = (judge * 37 + np.arange(ROWS) % TRIALS) % STIMULI
    unit = rng.integers(0, UNITS, ROWS)
    table = pd.DataFrame({"y": y, "agent": agent, "judge": judge, "stimulus": stimulus})

    def group_in_pandas() -> object:
        return [table.groupby(["agent", by])["y"].agg(["sum", "count"]) for by in ("judge", "stimulus")]

    deeds: dict[str, Callable[[], object]] = {
        f"sums for {AGENTS} agents": lambda: count_clusters(
            y, group=agent, judge=judge, stimulus=stimulus, repeats=False
        ),
        f"intervals of {AGENTS} agents": lambda: two_way_intervals(y, group=agent, judge=judge, stimulus=stimulus),
        f"{REPEATS} bootstraps": lambda: bootstrap_rates(y, group=agent, judge=judge, rng=rng, repeats=REPEATS),
        "Krippendorff's alpha": lambda: find_alpha(y, unit=unit),
    }
    counterpart = "pandas groupby by agent with judge and with stimulus"
    return [
        Figure(f"{name}, {ROWS:,} rows", ours, counterpart, bare)
        for name, deed in deeds.items()
        for ours, bare in [compare(deed, group_in_pandas, times=1, rounds=2)]
    ]
