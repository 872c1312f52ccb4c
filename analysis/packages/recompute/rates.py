"""The tables of shares: the whole study, agents, pairings, lengths, facets, guesses."""

import json
import math
from typing import Any

import numpy as np
import pandas as pd

from .intervals import Values, find_detectability, find_difference, find_mean, find_rate, find_wilson
from .quantiles import find_normal
from .tables import Study, get_samples

Tables = dict[str, list[Values]]
MOST_VALUES = 50


def make_summary(study: Study) -> Tables:
    """Each measure of the judgements that count, and of all where some do not."""
    tables = {"counted": measure_all(study.counted)}
    if len(study.counted) < len(study.everything):
        tables["everything"] = measure_all(study.everything)
    return tables


def measure_all(rows: pd.DataFrame) -> list[Values]:
    """Detectability, machines and humans judged human, their gap, d' and c."""
    y, human = rows["y"].to_numpy(), rows["human"].to_numpy(bool)
    judge, stimulus = get_samples(rows)
    parts = [find_rate(y[chosen], judge[chosen], stimulus[chosen]) for chosen in (~human, human)]
    gap = find_difference(y, ~human, judge, stimulus)
    sensitivity = find_sensitivity(rows)
    named = zip(
        ("detectability", "imitation", "human_ceiling", "gap", "d_prime", "criterion"),
        (find_detectability(y, human, judge, stimulus), *parts, gap, *sensitivity),
        strict=True,
    )
    return [{"measure": name, **values} for name, values in named]


def find_sensitivity(rows: pd.DataFrame) -> tuple[Values, Values]:
    """The means over judges of d' and c, machines being the signal, log-linear (Hautus 1995)."""
    both = rows.groupby("judge")["human"].transform("nunique") == 2
    d_primes, criteria = [], []
    for _, own in rows[both].groupby("judge"):
        z = {}
        for is_human, part in own.groupby("human"):
            said_machine = len(part) - int(part["y"].sum())
            z[bool(is_human)] = find_normal((said_machine + 0.5) / (len(part) + 1))
        d_primes.append(z[False] - z[True])
        criteria.append(-(z[False] + z[True]) / 2)
    n = int(both.sum())
    return find_mean(np.array(d_primes), n), find_mean(np.array(criteria), n)


def make_rate(rows: pd.DataFrame, **key: Any) -> Values:
    """How often some judgements said "human"."""
    found = find_rate(rows["y"].to_numpy(), *get_samples(rows))
    n, rate = found["n"], found.pop("estimate")
    hits = round((rate or 0) * n)
    low, high = find_wilson(hits, n) if n else (None, None)
    shares = {"rate": rate, "rate_ai": None if rate is None else 1 - rate, "wilson_low": low, "wilson_high": high}
    return {**key, **found, **shares, "judged_human": hits, "judged_ai": n - hits}


def make_confusion(study: Study) -> Tables:
    """Origins against verdicts."""
    rows = study.counted
    found = [make_rate(part, origin=origin) for origin, part in rows.groupby("origin", observed=True)]
    return {"confusion": sorted(found, key=lambda row: row["origin"] != "human")}


def make_agents(study: Study) -> Tables:
    """All humans, then each machine beside them."""
    rows = study.counted
    humans, machines = rows[rows["human"]], rows[~rows["human"]]
    found = []
    for agent, own in machines.groupby("agent"):
        both = pd.concat([humans, own]).sort_values("judgement")
        y, human = both["y"].to_numpy(), both["human"].to_numpy(bool)
        gap = find_difference(y, ~human, *get_samples(both))
        detectability = find_detectability(y, human, *get_samples(both))
        measures = {"gap": gap, "detectability": detectability, "d_prime": find_sensitivity(both)[0]}
        extra = {
            f"{name}{end}": values[key]
            for name, values in measures.items()
            for end, key in (("", "estimate"), ("_low", "low"), ("_high", "high"))
        }
        found.append({**make_rate(own, agent=agent), **extra})
    found.sort(key=lambda row: -(row["rate"] or 0))
    return {"agents": [make_rate(humans, agent="human"), *found]}


def make_pairings(study: Study) -> Tables:
    """Each speaker of each pairing, and both together."""
    rows = study.counted
    if rows["role"].eq("agent").all() and study.everything["role"].eq("agent").all():
        return {}
    groups = rows.groupby(["pairing", "role", "origin"])
    found = [make_rate(part, pairing=key[0], role=key[1], origin=key[2]) for key, part in groups]
    found.sort(key=lambda row: str(row["pairing"]), reverse=True)
    ordered = rows.sort_values("role")
    letters = ordered["verdict"].map({"human": "H", "ai": "A"})
    judged = letters.groupby(ordered["trial"]).agg("".join)
    truly = ordered.groupby("trial")["pairing"].first()
    together = []
    for pairing in sorted(truly.unique(), reverse=True):
        said = judged[truly == pairing]
        counts = {kind: int((said == kind).sum()) for kind in ("HH", "HA", "AH", "AA")}
        share = counts.get(pairing, 0) / len(said)
        together.append({"pairing": pairing, "trials": len(said), **counts, "both_right": share})
    return {"pairings": found, "pairings-together": together}


def make_group(rows: pd.DataFrame, **key: Any) -> Values:
    """Detectability and shares of one group."""
    y, human = rows["y"].to_numpy(), rows["human"].to_numpy(bool)
    judge, stimulus = get_samples(rows)
    whole = find_detectability(y, human, judge, stimulus)
    parts = {"human": human, "ai": ~human}
    shares = {who: find_rate(y[chosen], judge[chosen], stimulus[chosen]) for who, chosen in parts.items()}
    return {
        **key,
        **whole,
        "detectability": whole["estimate"],
        **{f"{who}_rate": found["estimate"] for who, found in shares.items()},
        **{f"{who}_{end}": found[end] for who, found in shares.items() for end in ("low", "high", "n")},
        "judges": rows["judge"].nunique(),
        "stimuli": rows["stimulus"].nunique(),
    }


def make_groups(rows: pd.DataFrame, group: "pd.Series[Any]", name: str, order: Any = None) -> list[Values]:
    """One row for each value, in order; rows without one are left out."""
    values = [value for value in (order or sorted(group.dropna().unique())) if group.eq(value).any()]
    return [make_group(rows[group == value], **{name: value}) for value in values]


def make_lengths(study: Study) -> Tables:
    """By the number of turns shown."""
    shown = study.counted[study.counted["view"] != 0]
    return {"lengths": make_groups(shown, shown["view"], "view")} if len(shown) else {}


def make_facets(study: Study) -> Tables:
    """By each attribute of the stimuli that groups them."""
    rows = study.counted
    facets = rows["facets"].map(json.loads)
    tables = {}
    for name in sorted({name for one in facets for name in one}):
        given = facets.map(lambda one, name=name: one.get(name))
        values = given.map(lambda value: None if value is None or value == "" else str(value)).astype(object)
        if values.nunique() > MOST_VALUES:
            values = cut_numbers(values, rows["stimulus"])
        if 2 <= values.nunique() <= MOST_VALUES:
            tables[f"facet-{name}"] = make_groups(rows, values, "value")
    return tables


def cut_numbers(values: "pd.Series[Any]", stimulus: "pd.Series[int]") -> "pd.Series[Any]":
    """Numbers in thirds of the stimuli."""
    numbers = pd.to_numeric(values, errors="coerce")
    if not numbers[values.notna()].map(math.isfinite).all():
        return values
    low, high = numbers.groupby(stimulus).first().quantile([1 / 3, 2 / 3])
    third = np.select([numbers <= low, numbers <= high], ["Lowest", "Middle"], "Upper")
    return pd.Series(third, values.index, dtype=object).where(values.notna(), None)


def make_guesses(study: Study) -> Tables:
    """Guesses of the speaker's gender by origin and true gender."""
    rows = study.counted[study.counted["gender_guess"] != ""]
    found = []
    for (origin, gender), part in rows.groupby(["origin", "gender"]):
        counts = {guess: int(part["gender_guess"].eq(guess).sum()) for guess in ("female", "male", "unsure")}
        shares = {f"{guess}_share": count / len(part) for guess, count in counts.items()}
        found.append({"origin": origin, "gender": gender, "n": len(part), **counts, **shares})
    return {"gender-guess": sorted(found, key=lambda row: row["origin"] != "human")} if found else {}
