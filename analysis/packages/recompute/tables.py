"""The tables of a package as they are computed with."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

ROLES = {"conversation": 2}  # two speakers; every other task has one author


@dataclass(frozen=True)
class Study:
    """What a report needs: judgements that count, all of them, those of trials that told the truth, visits and more."""

    counted: pd.DataFrame
    everything: pd.DataFrame
    told: pd.DataFrame
    visits: pd.DataFrame
    trials: pd.DataFrame
    steps: pd.DataFrame
    exclusions: pd.DataFrame
    declared: list[str]  # comparisons of groups of judges that were declared before the data


def read_table(folder: Path, name: str) -> pd.DataFrame:
    """One table of the package."""
    with (folder / "jsonl" / f"{name}.jsonl").open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    if rows:
        return pd.DataFrame(rows)
    columns = [column["name"] for column in json.loads((folder / "codebook.json").read_text(encoding="utf-8"))[name]]
    return pd.DataFrame(columns=columns)


def read_study(folder: Path) -> Study:
    """All that the report is computed from."""
    judges = read_table(folder, "judges")
    numbers = {name: number for number, name in enumerate(dict.fromkeys(judges["judge"]))}
    groups = judges.set_index("assignment").filter(regex="_group$")
    trials, visits = read_table(folder, "trials"), read_table(folder, "assignments")
    everything = describe(read_table(folder, "judgements"), numbers, groups, trials, visits)
    apart = read_table(folder, "apart")
    told = describe(apart[apart["kind"] == "feedback"], numbers, groups, trials, visits)
    return Study(
        counted=everything[everything["counts"].astype(bool)],
        everything=everything,
        told=told,
        visits=visits,
        trials=trials,
        steps=read_table(folder, "steps"),
        exclusions=read_table(folder, "exclusions"),
        declared=read_declared(folder / "preregistration.json"),
    )


def read_declared(path: Path) -> list[str]:
    """The comparisons that the plan declares, where one was locked."""
    return list(json.loads(path.read_text(encoding="utf-8"))["document"].get("family", [])) if path.is_file() else []


def describe(
    rows: pd.DataFrame, numbers: dict[str, int], groups: pd.DataFrame, trials: pd.DataFrame, visits: pd.DataFrame
) -> pd.DataFrame:
    """Judgements with numbers for judges and stimuli, and what judges told of themselves."""
    rows = rows.reset_index(drop=True)
    answers = trials.set_index("trial")["answers"].reindex(rows["trial"]).map(json.loads)
    profiles = [said.get("profile", {}) for said in answers]
    signs = visits.set_index("assignment")["signs"].map(json.loads)
    return rows.assign(
        judge=rows["judge"].map(numbers).astype(np.int64),
        stimulus=rows["stimulus_number"].astype(np.int64),
        y=(rows["verdict"] == "human").astype(np.int64),
        human=(rows["origin"] == "human").astype(bool),
        right=(rows["verdict"] == rows["origin"]).astype(np.int64),
        rt_ms=rows["rt_ms"].astype(float),
        hidden_ms=[float(said.get("hidden_ms", 0)) for said in answers],
        pastes=[profile.get("pastes", 0) for profile in profiles],
        is_handless=[bool(profile) and not any(map(profile.get, HANDS)) for profile in profiles],
        is_translated=[bool(said.get("translated")) for said in answers],
        visit_signs=rows["assignment"].map(signs),
        answered=pd.to_datetime(rows["answered_at_utc"], utc=True),
        **{str(name): rows["assignment"].map(groups[name]) for name in groups},
    )


HANDS = ("pointer_moves", "keys", "touches", "scrolls")


def get_samples(rows: pd.DataFrame) -> tuple[Any, Any]:
    """The judge and the stimulus of each row."""
    return rows["judge"].to_numpy(), rows["stimulus"].to_numpy()
