"""What the page of one evaluation shows, gathered for its template."""

from dataclasses import dataclass
from typing import Any

from analysis.evaluations.benchmarking import list_some
from analysis.evaluations.benchmarking_tables import make_tables as make_benchmark_tables
from analysis.evaluations.findings import LIMITS
from analysis.evaluations.tables import find_default, make_tables
from analysis.models import EvaluationRun
from analysis.reports.base import Column, Kind, Row, Table


@dataclass(frozen=True, slots=True)
class Shown:
    """A finished evaluation for its page."""

    counts: str
    notes: list[str]
    tables: list[Table]
    claims: list[tuple[str, str]]
    limits: list[str]


def describe_run(run: EvaluationRun) -> Shown | None:
    """What a finished run found; None before."""
    found = run.result
    if found is None:
        return None
    if run.agent:
        return describe_benchmark_run(found)
    counts = (
        f"{found['items']:,} items by {found['humans']:,} humans' answers and {len(found['agents'])} AI agents, "
        f"to {found['stimuli']:,} stimuli."
    )
    tables = [*make_tables(found), make_confusion_table(found), make_fooling_table(found)]
    claims = [(judge["title"], judge["claim"]) for judge in found["judges"]]
    return Shown(counts, found["notes"], tables, claims, found["limits"])


def describe_benchmark_run(found: dict[str, Any]) -> Shown:
    """What the benchmark of a new agent found."""
    faults = [
        f"{name}: {len(found[key]):,} ({list_some(found[key])})."
        for name, key in (("Missing", "missing"), ("Unknown", "unknown"), ("Malformed", "malformed"))
        if found[key]
    ]
    counts = f"{found['used']:,} answers of {found['agent']} could be used."
    return Shown(counts, [*faults, *found["notes"]], make_benchmark_tables(found), [], list(LIMITS))


def make_confusion_table(found: dict[str, Any]) -> Table:
    """Rows sum to 100%: people first where they judged the same study, then each AI judge."""
    columns = [
        Column("judge", "Judge"),
        Column("human_right", "Humans called human", Kind.SHARE),
        Column("human_wrong", "Humans called machines", Kind.SHARE),
        Column("ai_wrong", "Machines called human", Kind.SHARE),
        Column("ai_right", "Machines called machines", Kind.SHARE),
        Column("n", "Verdicts", Kind.COUNT),
    ]
    people, rows = found.get("people"), []
    if people:
        name = "Robots that judged" if people["is_simulated"] else f"People ({people['judges']})"
        rows.append(fill_confusion(name, people["confusion"]))
    for judge in found["judges"]:
        ordinary = judge["settings"].get("ordinary")
        if ordinary:
            rows.append(fill_confusion(judge["title"], ordinary["confusion"]))
    return Table("confusion", "Verdicts: people beside AI judges", columns, rows)


def fill_confusion(name: str, table: dict[str, dict[str, float]]) -> Row:
    """One judge's verdicts as shares of each origin."""
    human, machine = table["human"], table["ai"]
    sizes = [max(sum(one.values()), 1) for one in (human, machine)]
    return Row(
        {
            "judge": name,
            "human_right": human["human"] / sizes[0],
            "human_wrong": human["ai"] / sizes[0],
            "ai_wrong": machine["human"] / sizes[1],
            "ai_right": machine["ai"] / sizes[1],
            "n": round(sum(human.values()) + sum(machine.values())),
        }
    )


def make_fooling_table(found: dict[str, Any]) -> Table:
    """The items about which the default judge was most sure and most wrong."""
    judge = find_default(found["judges"])
    columns = [
        Column("text", "Answer"),
        Column("origin", "Made by"),
        Column("p", "P(human)", Kind.NUMBER),
        Column("stimulus", "Stimulus"),
    ]
    rows = [Row({**item, "origin": name_maker(item)}) for item in (judge or {}).get("fooled", [])]
    return Table("fooled", "Answers that fooled it most", columns, rows, "Means over the seeds, out of fold.")


def name_maker(item: dict[str, Any]) -> str:
    """Who made an item, as a table says it."""
    return "human" if item["origin"] == "human" else str(item["agent"])
