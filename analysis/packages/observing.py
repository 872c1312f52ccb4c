"""The observations of a study straight from its package, without a database, in a few bytes a judgement."""

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd
import polars as pl

from analysis.judge_groups import GROUPINGS, GROUPS
from analysis.observations import Observations
from analysis.packages import PREREGISTRATION
from analysis.packages.checking import CheckedPackage, open_package, refuse
from analysis.packages.locked import read_locked
from analysis.packages.observing_tables import check_tables
from analysis.packages.observing_visits import Tables, read_flow, read_put_aside, read_visits
from analysis.packages.spooling import PLACES
from analysis.page_facts import INPUTS
from analysis.rows import ORIGINS
from judging.models import Study, TrialKind
from judging.signs import HONEYPOT, MACHINE_TEXT

FACTS = ("slug", "title", "task", "label", "is_simulated")
READ = ("judgements", "apart", "judges", "assignments", "trials", "agents", "exclusions", "steps")
NUMBERS = {
    "judgement": ("id", pl.Int32),
    "trial": ("trial", pl.Int32),
    "assignment": ("assignment", pl.Int32),
    "stimulus_number": ("stimulus", pl.Int32),
    "response": ("response", pl.Int32),
    "view": ("view", pl.Int16),
    "position": ("position", pl.Int16),
    "protocol_version": ("protocol_version", pl.Int16),
    "rt_ms": ("rt_ms", pl.Float64),
    "control_right": ("control_right", pl.Float32),
}
TEXTS = ("role", "verdict", "origin", "gender", "gender_guess", "pairing", "provenance", "agent", "facets", "ai_tool")


def read_package(path: Path) -> Observations:
    """What a package holds, as its study's report reads it; raises InvalidPayload where it is not whole."""
    with unpacked(path) as (package, tables):
        facts = package.manifest["study"]
        if missing := [name for name in FACTS if name not in facts]:
            refuse(path, "manifest.json: study", repr(facts)[:80], f"it should have {', '.join(missing)}")
        return replace(make_observations(facts, tables), preregistration=read_locked(package, facts["slug"]))


@contextmanager
def unpacked(path: Path) -> Iterator[tuple[CheckedPackage, Tables]]:
    """A package and its tables, unpacked for as long as they are read."""
    members = {name: PLACES["parquet"].format(name) for name in READ}
    only = {*members.values(), PREREGISTRATION}
    with TemporaryDirectory(prefix="package") as folder, open_package(path, only=only) as package:
        for name, member in members.items():
            with package.open_member(member) as source, (Path(folder) / f"{name}.parquet").open("wb") as target:
                shutil.copyfileobj(source, target)
        tables = {name: pl.scan_parquet(Path(folder) / f"{name}.parquet") for name in READ}
        check_tables(package, tables)
        yield package, tables


def make_observations(facts: dict[str, Any], tables: Tables) -> Observations:
    """The observations in these tables; `facts` are the study's slug, title, task and label."""
    judges = read_judges(tables)
    rows = read_judgements(tables, "judgements", judges)
    told = read_judgements(tables, "apart", judges, kind=TrialKind.FEEDBACK)
    kept, flow = read_flow(tables, rows)
    versions = tables["assignments"].select("protocol_version").unique().collect()["protocol_version"].to_list()
    study = Study(**{name: facts[name] for name in FACTS})
    return Observations(
        study=study,
        everything=rows,
        kept=kept,
        rows=rows if kept.all() else rows[kept],
        flow=flow,
        visits=read_visits(tables),
        told=told,
        put_aside=read_put_aside(tables),
        versions=tuple(sorted(versions)),
    )


def read_judgements(tables: Tables, name: str, visits: pd.DataFrame, kind: TrialKind = TrialKind.MAIN) -> pd.DataFrame:
    """The judgements of one table and kind in the columns of `analysis.rows`, each in as few bytes as it needs."""
    scanned = tables[name].filter(pl.col("kind") == kind)
    found: dict[str, Any] = {}
    for column, (title, dtype) in NUMBERS.items():
        found[title] = scanned.select(pl.col(column).cast(dtype)).collect().to_series().to_numpy()
    for column in TEXTS:
        found[column] = read_texts(scanned.select(column))
    found["judge"] = read_texts(scanned.select("judge"), names=list_judges(tables)).codes
    found["answers"] = read_texts(scanned.select(write_confidence()))
    found["answered_at"] = scanned.select("answered_at_utc").collect().to_series().to_numpy()
    found |= {series.name: series.to_numpy() for series in read_page_facts(scanned)}
    rows = pd.DataFrame(found, copy=False).astype({"origin": ORIGINS, "verdict": ORIGINS})
    rows["y"] = rows["verdict"].cat.codes.to_numpy()  # human stands last in ORIGINS: 1
    rows["answered_at"] = rows["answered_at"].dt.tz_localize("UTC")
    rows["agent_title"] = name_agents(tables, rows["agent"])
    places = visits.index.get_indexer(pd.Index(rows["assignment"].to_numpy()))
    return rows.assign(**{str(column): values.array.take(places) for column, values in visits.items()})


def list_judges(tables: Tables) -> pl.Series:
    """The judges in the order in which they came first, as a database numbers them."""
    first = tables["assignments"].group_by("judge").agg(pl.col("assignment").min())
    return first.sort("assignment").select("judge").collect().to_series()


def read_texts(scanned: pl.LazyFrame, names: pl.Series | None = None) -> pd.Categorical:
    """One column of texts, many of which are alike, in the order of `names`, or of the alphabet."""
    series = scanned.collect().to_series()
    names = series.drop_nulls().unique().sort() if names is None else names
    codes = series.cast(pl.Enum(names)).to_physical().cast(pl.Int32).fill_null(-1).to_numpy()
    return pd.Categorical.from_codes(codes, pd.Index(names.to_list(), dtype=object))


def write_confidence() -> pl.Expr:
    """How sure the judge was, as the answers of a trial hold it."""
    said = pl.concat_str(pl.lit('{"confidence": "'), pl.col("confidence"), pl.lit('"}'))
    return pl.when(pl.col("confidence").is_null()).then(pl.lit("{}")).otherwise(said).alias("answers")


def read_page_facts(scanned: pl.LazyFrame) -> pl.DataFrame:
    """What the page noticed, as `analysis.page_facts` tells it."""
    inputs = [pl.col(name) for name in INPUTS]
    is_counted = pl.any_horizontal(column.is_not_null() for column in inputs)
    is_still = pl.all_horizontal(column.fill_null(0) == 0 for column in inputs)
    share = (pl.col("hidden_ms").fill_null(0) / pl.when(pl.col("rt_ms") > 0).then(pl.col("rt_ms"))).clip(0, 1)
    return scanned.select(
        pl.col("pastes").fill_null(0).cast(pl.Int16),
        pl.col("translated").fill_null(value=False).alias("is_translated"),
        (is_counted & is_still).alias("is_handless"),
        share.cast(pl.Float32).alias("hidden_share"),
    ).collect()


def name_agents(tables: Tables, agents: "pd.Series[str]") -> pd.Categorical:
    """The titles of agents, by their names."""
    known = tables["agents"].select("agent", "title").collect()
    titles = dict(zip(known["agent"].to_list(), known["title"].to_list(), strict=True))
    own = [titles[name] for name in agents.cat.categories]
    order = sorted(set(own))
    places = np.array([order.index(title) for title in own], dtype=np.int32)
    return pd.Categorical.from_codes(places[agents.cat.codes.to_numpy()], pd.Index(order, dtype=object))


def read_judges(tables: Tables) -> pd.DataFrame:
    """For each visit what its judge told, in groups, as JSON, and how many signs of a program it shows."""
    judges = tables["judges"].collect()
    groups = {grouping.slug: judges[f"{grouping.slug}_group"].to_list() for grouping in GROUPINGS}
    told = list(zip(*groups.values(), strict=True))
    texts = {values: json.dumps({GROUPS: dict(zip(groups, values, strict=True))}) for values in set(told)}
    demographics = pd.Categorical([texts[values] for values in told], categories=sorted(texts.values()))
    found = pd.DataFrame({"demographics": demographics}, index=judges["assignment"].to_numpy())
    signs = count_signs(tables)
    for sign in (HONEYPOT, MACHINE_TEXT):
        counts = pd.Series({visit: n for (visit, own), n in signs.items() if own == sign}, dtype=np.int64)
        found[sign] = pd.to_numeric(counts.reindex(found.index, fill_value=0), downcast="unsigned")
    return found


def count_signs(tables: Tables) -> Counter[tuple[int, str]]:
    """How often each visit shows each sign, on the pages of trials and on others."""
    counts: Counter[tuple[int, str]] = Counter()
    on_trials = tables["trials"].filter(pl.col("answers").str.contains('"sign"', literal=True))
    for visit, answers in on_trials.select("assignment", "answers").collect().iter_rows():
        if sign := json.loads(answers).get("sign"):
            counts[visit, sign] += 1
    on_pages = tables["assignments"].filter(pl.col("signs") != "{}").select("assignment", "signs").collect()
    for visit, signs in on_pages.iter_rows():
        counts.update({(visit, sign): number for sign, number in json.loads(signs).items()})
    return counts
