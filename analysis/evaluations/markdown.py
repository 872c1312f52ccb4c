"""The results table of several sets as a Markdown page, with what is needed to make it again."""

import platform
from collections.abc import Iterator, Sequence
from datetime import datetime
from importlib.metadata import version
from typing import Any

from analysis.ai_judges import DEFAULT_JUDGE, YARDSTICK
from analysis.evaluations.findings import LIMITS
from analysis.evaluations.tables import find_default, make_accuracy_table, make_ranking_table
from analysis.reports.base import Column, Row, Table

SHOWN = (DEFAULT_JUDGE, YARDSTICK, "raw-scanpath")
WRITTEN_BY = (
    "Written by `manage.py evaluate_judges --data DIR --across --table FILE`; [ai_judges.md](ai_judges.md) says how it "
    "is measured and what it can and cannot say."
)
VERSIONS = ("numpy", "scipy", "scikit-learn", "wordfreq")


def write_page(found: Sequence[dict[str, Any]], *, across: Table | None, at: datetime) -> str:
    """The page: thresholds, rankings, from set to set, notes."""
    accuracy, ranking = (join_tables(found, make) for make in (make_accuracy_table, make_ranking_table))
    parts = [
        "# AI judges, measured",
        WRITTEN_BY,
        describe_making(found, at=at),
        *(line for table in (accuracy, ranking, across) if table for line in describe_table(table)),
        "## Notes",
        "\n".join(list_notes(found)),
        *LIMITS,
    ]
    return "\n\n".join(parts) + "\n"


def describe_making(found: Sequence[dict[str, Any]], *, at: datetime) -> str:
    """When and with what."""
    embedders = ", ".join(sorted({one["embedder"] for one in found} - {""})) or "none"
    return f"Made on {at:%Y-%m-%d} with {name_versions()}; sentence vectors: {embedders}."


def name_versions() -> str:
    """Python and the libraries on which numbers depend."""
    return ", ".join([f"Python {platform.python_version()}", *(f"{name} {version(name)}" for name in VERSIONS)])


def join_tables(found: Sequence[dict[str, Any]], make: Any) -> Table:
    """The tables that `make` makes of each set, one below the other, for the judges that are shown."""
    rows, tables = [], []
    for one in found:
        judges = [judge for judge in one["judges"] if judge["judge"] in SHOWN] or [find_default(one["judges"])]
        tables.append(make({**one, "judges": judges}))
        rows += [Row({"set": f"{one['set']} ({one['items']:,})", **row.values}) for row in tables[-1].rows]
    last = tables[-1]
    return Table(last.slug, last.title, [Column("set", "Set (items)"), *last.columns], rows, last.note)


def describe_table(table: Table) -> Iterator[str]:
    """A heading, the table and its note."""
    yield f"## {table.title}"
    lines = [[column.title for column in table.columns], ["---:" if c.is_number else "---" for c in table.columns]]
    lines += [[cell.text.replace("|", "\\|") for cell in cells] for _, cells in table.lines]
    yield "\n".join(f"| {' | '.join(line)} |" for line in lines)
    if table.note:
        yield table.note


def list_notes(found: Sequence[dict[str, Any]]) -> Iterator[str]:
    """What was noticed about each set."""
    for one in found:
        counts = f"{one['humans']:,} of {one['items']:,} items by humans, {one['stimuli']:,} stimuli, "
        yield f"- {one['set']}: {counts}{len(one['agents'])} AI agents. " + " ".join(
            f"{note[:1].upper()}{note[1:].rstrip('.')}." for note in one["notes"]
        )
