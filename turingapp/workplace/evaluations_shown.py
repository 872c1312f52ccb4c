"""What the page of one evaluation shows, gathered for its template."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from analysis.evaluations.benchmarking import list_some
from analysis.evaluations.benchmarking_tables import make_tables as make_benchmark_tables
from analysis.evaluations.findings import LIMITS
from analysis.evaluations.tables import HUMAN, find_default, make_tables
from analysis.models import EvaluationRun
from analysis.reports.base import Column, Kind, Row, Table
from turingapp.words import restore_words, say_later, say_words


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
    counts = gettext(
        "%(items)s items by %(humans)s humans' answers and %(number)s AI agents, to %(stimuli)s stimuli."
    ) % {
        "items": f"{found['items']:,}",
        "humans": f"{found['humans']:,}",
        "number": len(found["agents"]),
        "stimuli": f"{found['stimuli']:,}",
    }
    tables = [*make_tables(found), make_confusion_table(found), make_fooling_table(found)]
    claims = [(judge["title"], judge["claim"]) for judge in found["judges"]]
    return Shown(counts, read_notes(found), tables, claims, found["limits"])


def read_notes(found: dict[str, Any]) -> list[str]:
    """What an evaluation noted, in the language of the page; as it was kept where that was before words were."""
    return [say_words(note) for note in restore_words(found["notes"], found.get("words", {}))]


def describe_benchmark_run(found: dict[str, Any]) -> Shown:
    """What the benchmark of a new agent found."""
    faults = [
        f"{name}: {len(found[key]):,} ({list_some(found[key])})."
        for name, key in (
            (gettext("Missing"), "missing"),
            (gettext("Unknown"), "unknown"),
            (gettext("Malformed"), "malformed"),
        )
        if found[key]
    ]
    counts = gettext("%(used)s answers of %(agent)s could be used.") % {
        "used": f"{found['used']:,}",
        "agent": found["agent"],
    }
    return Shown(counts, [*faults, *read_notes(found)], make_benchmark_tables(found), [], list(LIMITS))


def make_confusion_table(found: dict[str, Any]) -> Table:
    """Rows sum to 100%: people first where they judged the same study, then each AI judge."""
    columns = [
        Column("judge", gettext("Judge")),
        Column("human_right", gettext("Humans called human"), Kind.SHARE),
        Column("human_wrong", gettext("Humans called machines"), Kind.SHARE),
        Column("ai_wrong", gettext("Machines called human"), Kind.SHARE),
        Column("ai_right", gettext("Machines called machines"), Kind.SHARE),
        Column("n", gettext("Verdicts"), Kind.COUNT),
    ]
    people, rows = found.get("people"), []
    if people:
        name = (
            gettext("Robots that judged")
            if people["is_simulated"]
            else gettext("People (%(judges)s)") % {"judges": people["judges"]}
        )
        rows.append(fill_confusion(name, people["confusion"]))
    for judge in found["judges"]:
        ordinary = judge["settings"].get("ordinary")
        if ordinary:
            rows.append(fill_confusion(say_later(judge["title"]), ordinary["confusion"]))
    return Table("confusion", gettext("Verdicts: people beside AI judges"), columns, rows)


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
        Column("text", gettext("Answer")),
        Column("origin", gettext("Made by")),
        Column("p", "P(human)", Kind.NUMBER),
        Column("stimulus", gettext("Stimulus")),
    ]
    rows = [Row({**item, "origin": name_maker(item)}) for item in (judge or {}).get("fooled", [])]
    return Table(
        "fooled", gettext("Answers that fooled it most"), columns, rows, gettext("Means over the seeds, out of fold.")
    )


def name_maker(item: dict[str, Any]) -> str:
    """Who made an item, as a table says it."""
    return HUMAN if item["origin"] == "human" else str(item["agent"])
