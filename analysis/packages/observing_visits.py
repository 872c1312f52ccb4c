"""How the visits in a package ended, and what its screening left after each step."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import polars as pl
from numpy.typing import NDArray

from analysis.visits import ARRIVED, BEGAN, CONSENTED, Visits
from judging.models import Assignment
from judging.screening import Step

MAIN, PILOT, PREVIEW = (Assignment.Kind.MAIN, Assignment.Kind.PILOT, Assignment.Kind.PREVIEW)
Tables = dict[str, pl.LazyFrame]


def read_flow(tables: Tables, rows: pd.DataFrame) -> tuple[NDArray[np.bool_], tuple[Step, ...]]:
    """Which judgements count, and how many were left after each step of the screening."""
    left_out = tables["exclusions"].select("judgement", "step").collect()
    first = np.zeros(len(rows), dtype=np.int16)
    places = np.searchsorted(rows["id"].to_numpy(), left_out["judgement"].to_numpy())
    first[places] = left_out["step"].to_numpy()
    steps = tables["steps"].collect().iter_rows(named=True)
    return first == 0, tuple(count_step(rows, first, **step) for step in steps)


def count_step(
    rows: pd.DataFrame,
    first: NDArray[np.int16],
    *,
    protocol_version: int | None,
    step: int,
    rule: str,
    sentence: str,
) -> Step:
    """What is left after one step, of the version whose step it is."""
    left = (first == 0) | (first > step)
    if protocol_version is not None:
        left &= rows["protocol_version"].eq(protocol_version).to_numpy()
    judges, trials = (int(np.count_nonzero(np.bincount(rows[name].to_numpy()[left]))) for name in ("judge", "trial"))
    return Step(rule, sentence, judges, trials, int(left.sum()), protocol_version)


def read_visits(tables: Tables) -> Visits:
    """How the visits ended, and how far they had come."""
    reach = (
        pl.when(pl.col("began_at_utc").is_not_null())
        .then(pl.lit(BEGAN))
        .when(pl.col("consented_at_utc").is_not_null())
        .then(pl.lit(CONSENTED))
        .otherwise(pl.lit(ARRIVED))
    )
    grouped = tables["assignments"].group_by("kind", "state", reach.alias("reach")).len().sort("kind", "state", "reach")
    counts: Sequence[tuple[str, str, str, int]] = grouped.collect().rows()
    apart = {kind: sum(n for own, _, _, n in counts if own == kind) for kind in (PILOT, PREVIEW)}
    main = tuple((state, came, n) for own, state, came, n in counts if own == MAIN)
    return Visits(main, pilots=apart[PILOT], previews=apart[PREVIEW])


def read_put_aside(tables: Tables) -> list[tuple[str, int, int]]:
    """Why trials were put aside, how many of them, in how many visits."""
    aside = tables["trials"].filter(pl.col("put_aside_at_utc").is_not_null()).group_by("put_aside_why")
    found = aside.agg(pl.len(), pl.col("assignment").n_unique()).sort("put_aside_why").collect()
    return [(why, trials, visits) for why, trials, visits in found.rows()]
