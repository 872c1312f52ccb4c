"""The Parquet tables of a made-up data package of any size: forty trials a judge, half on people, 38 AI agents."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from analysis.judge_groups import GROUPINGS
from analysis.packages.columns import TYPES
from analysis.packages.tables import BY_NAME

TRIALS, STIMULI, MACHINES, CHUNK = 40, 5_000, 38, 1_000_000
START = 1_700_000_000_000_000  # microseconds


def write_tables(rows: int, folder: Path) -> None:
    """Write all tables that a report reads."""
    judges = max(rows // TRIALS, 1)
    parts = [make_judgements(first, min(CHUNK, judges * TRIALS - first)) for first in range(0, judges * TRIALS, CHUNK)]
    pl.concat(parts).write_parquet(folder / "judgements.parquet")
    del parts
    number = np.arange(judges)
    visits = {"assignment": number, "judge": name_judges(number), "protocol_version": 1, "kind": "main"}
    times = {f"{name}_at_utc": START for name in ("consented", "began", "over", "arrived")}
    write("assignments", {**visits, **times, "state": "finished", "signs": "{}"}, folder)
    groups = {f"{one.slug}_group": np.array(one.groups)[number % len(one.groups)] for one in GROUPINGS}
    write("judges", {"assignment": number, "judge": name_judges(number), **groups}, folder)
    names = ["people", *(f"system-{n}" for n in range(MACHINES))]
    write("agents", {"agent": names, "title": names, "origin": ["human"] + ["ai"] * MACHINES}, folder)
    write("steps", {"step": [0], "rule": ["all"], "sentence": ["All judgements of main trials"]}, folder)
    for name in ("apart", "trials", "exclusions"):
        write(name, {}, folder)


def make_judgements(first: int, size: int) -> pl.DataFrame:
    """Judgements with these numbers: human six times in ten on people, five times in ten on machines."""
    rng = np.random.default_rng(first)
    number = np.arange(first, first + size)
    judge, position = number // TRIALS, number % TRIALS
    stimulus = (judge * 37 + position) % STIMULI
    human = position % 2 == 0
    agent = np.where(human, 0, 1 + rng.integers(0, MACHINES, size))
    verdict = rng.random(size) < np.where(human, 0.6, 0.5)
    names = np.array(["people", *(f"system-{n}" for n in range(MACHINES))])
    return fill(
        "judgements",
        {
            "judgement": number,
            "trial": number,
            "assignment": judge,
            "judge": name_judges(judge),
            "stimulus_number": stimulus,
            "response": stimulus * 40 + agent,
            "position": position + 1,
            "view": 0,
            "protocol_version": 1,
            "kind": "main",
            "role": "agent",
            "agent": names[agent],
            "origin": np.where(human, "human", "ai"),
            "verdict": np.where(verdict, "human", "ai"),
            "pairing": np.where(human, "H", "A"),
            "provenance": "simulated",
            "counts": True,
            "confidence": rng.integers(1, 6, size).astype(str),
            "facets": "{}",
            "gender": "",
            "gender_guess": "",
            "rt_ms": rng.lognormal(8.5, 0.5, size).astype(int),
            "answered_at_utc": START + number * 1_000_000,
        },
    )


def name_judges(numbers: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> pl.Series:
    """Pseudonyms."""
    return pl.select(pl.concat_str(pl.lit("judge-"), pl.Series(numbers).cast(pl.String).str.zfill(12))).to_series()


def fill(name: str, columns: dict[str, Any]) -> pl.DataFrame:
    """A table with these columns of the codebook; the others are empty."""
    whole = [values for values in columns.values() if isinstance(values, list | np.ndarray | pl.Series)]
    size = max((len(values) for values in whole), default=0)
    return pl.DataFrame(
        [make_column(one.name, columns.get(one.name), TYPES[one.kind], size) for one in BY_NAME[name].columns]
    )


def make_column(name: str, values: Any, dtype: Any, size: int) -> pl.Series:
    """One column; a single value stands in every row."""
    if values is None or isinstance(values, str | int | bool):
        return pl.Series(name, [values]).cast(dtype).new_from_index(0, size)
    return pl.Series(name, values).cast(dtype)


def write(name: str, columns: dict[str, Any], folder: Path) -> None:
    """Write one small table."""
    fill(name, columns).write_parquet(folder / f"{name}.parquet")
