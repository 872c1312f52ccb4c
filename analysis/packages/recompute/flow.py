"""Who came, what was left out and why, and signs of programs."""

import json
from collections.abc import Callable

import numpy as np
import pandas as pd

from .intervals import Values
from .rates import Tables
from .tables import Study

STATES = ("declined", "screened_out", "withdrawn", "erased", "expired", "open", "finished")


def make_screening(study: Study) -> Tables:
    """Visits by how they ended, trials put aside, and the steps of the screening."""
    visits = study.visits[study.visits["kind"] == "main"]
    reach = visits["began_at_utc"].notna() * 1 + visits["consented_at_utc"].notna() * 1
    reach = reach.where(visits["began_at_utc"].isna(), 2)
    consented, began = int((reach >= 1).sum()), int((reach == 2).sum())
    lines: list[Values] = [
        {"state": state, "visits": number}
        for state, number in (("arrived", len(visits)), ("consented", consented), ("began", began))
    ]
    for state in STATES:
        ended = reach[visits["state"] == state]
        counts = {name: int((ended == number).sum()) for number, name in enumerate(("arrived", "consented", "began"))}
        lines.append({"state": state, "visits": len(ended), **counts})
    aside = study.trials[study.trials["put_aside_at_utc"].notna()]
    reasons = [
        {"why": why, "trials": len(part), "visits": part["assignment"].nunique()}
        for why, part in aside.groupby("put_aside_why")
    ]
    tables = {"visits": lines, "put-aside": reasons, "screening": list_steps(study)}
    return {name: rows for name, rows in tables.items() if rows or name != "put-aside"}


def list_steps(study: Study) -> list[Values]:
    """What was left after each rule; those of each version where their rules differ."""
    by_judgement = study.exclusions.set_index("judgement")["step"] if len(study.exclusions) else pd.Series(dtype=float)
    left_out = study.everything["judgement"].map(by_judgement).fillna(0)
    lines: list[Values] = []
    for step in study.steps.to_dict("records"):
        number, version = step["step"], step["protocol_version"]
        is_of_all = version is None or version != version  # pandas may have made NaN of null
        own = np.full(len(left_out), is_of_all) | study.everything["protocol_version"].eq(version).to_numpy()
        rows = study.everything[own & left_out.map(lambda by, number=number: by == 0 or by > number).to_numpy(bool)]
        counts = {f"{name}s": rows[name].nunique() for name in ("judge", "trial")}
        before = lines[-1]["judgements"] if number else len(rows)
        facts = {"rule": step["rule"], "version": None if is_of_all else int(version)}
        lines.append({**facts, **counts, "judgements": len(rows), "left_out": before - len(rows)})
    return lines


def make_signs(study: Study) -> Tables:
    """How many visits and judgements show each sign of a program."""
    rows, signs = study.everything, find_signs(study)
    visits, counted = rows["assignment"].nunique(), rows["judgement"].isin(study.counted["judgement"])
    lines = []
    for name, is_shown in {"any": signs["honeypot"] | signs["machine_text"] | signs["ai_tool"], **signs}.items():
        shown = rows.loc[is_shown, "assignment"].nunique()
        share = shown / visits if visits else None
        line = {"sign": name, "visits": shown, "share": share, "judgements": int(is_shown.sum())}
        lines.append({**line, "counted": int((is_shown & counted).sum())})
    return {"signs": lines}


def find_signs(study: Study) -> "dict[str, pd.Series[bool]]":
    """Which judgements are of a visit that shows each sign."""
    rows = study.everything
    by_visit, on_trials = rows.groupby("assignment"), count_on_trials(study)
    hidden = (rows["hidden_ms"] / rows["rt_ms"].where(rows["rt_ms"] > 0)).clip(upper=1)

    def is_shown(sign: str) -> "pd.Series[bool]":
        on_pages = rows["visit_signs"].map(lambda told: told.get(sign, 0))
        return (on_pages + rows["assignment"].map(on_trials(sign)).fillna(0)) > 0

    return {
        "honeypot": is_shown("honeypot"),
        "machine_text": is_shown("machine_text"),
        "ai_tool": rows["ai_tool"] == "yes",
        "pasted": by_visit["pastes"].transform("max") > 0,
        "handless": by_visit["is_handless"].transform("max").astype(bool),
        "quick": by_visit["rt_ms"].transform("median") < 1000,
        "alike": (by_visit["y"].transform("nunique") == 1) & (by_visit["y"].transform("size") >= 10),
        "hidden": hidden.groupby(rows["assignment"]).transform("max") > 0.5,
        "translated": by_visit["is_translated"].transform("max").astype(bool),
    }


def count_on_trials(study: Study) -> "Callable[[str], pd.Series[int]]":
    """Counts a sign over the trials of each visit, of whatever kind."""
    told = study.trials["answers"].map(json.loads).map(lambda said: said.get("sign"))
    return lambda sign: study.trials[told == sign].groupby("assignment").size()
