"""The page of documents with what the load recipe found, and on which machine."""

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench.judging.otree_app import name_otree
from bench.measuring import Bound

PAGE = Path(__file__).resolve().parents[2] / "docs" / "load.md"
PACKAGES = ("Django", "granian", "psycopg2-binary")
MARK = "<!-- what follows is written by `make bench-load` -->"
HEADS = (" ", "a second", "web CPU, ms", "database CPU, ms", "p50, ms", "p95, ms", "p99, ms", "errors")


def write_page(found: dict[str, Any], bounds: Sequence[Bound]) -> None:
    """Put the figures in the place of those that the page had; what stands above them is written by hand."""
    above = PAGE.read_text(encoding="utf-8").partition(MARK)[0]
    told = "\n".join((MARK, "", tell_machine(), "", *tell_figures(found), "", *tell_bounds(bounds), ""))
    PAGE.write_text(above + told, encoding="utf-8")


def tell_machine() -> str:
    """When, on what machine and with which versions, in one sentence."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    packages = ", ".join([*(f"{name} {version(name)}" for name in PACKAGES), *name_otree()])
    has_way = os.sched_getscheduler(0) != os.SCHED_OTHER
    busy = f"{os.getloadavg()[2]:.0f}{' (all of this had right of way over it)' if has_way else ''}"
    return (
        f"Measured on {datetime.now(UTC):%Y-%m-%d} with Python {platform.python_version()}, {packages} on "
        f"{os.cpu_count()} cores of {find_processor()} with {memory:.0f} GB, whose load over 15 minutes was {busy}."
    )


def find_processor() -> str:
    """What the processor calls itself."""
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown make")


def tell_figures(found: dict[str, Any]) -> list[str]:
    """The crowds as a table."""
    rows = {
        "trials, 8 judges without pauses": found["speed"]["trials"],
        "bare requests, 8 at once": found["speed"]["bare"],
        **(
            {"the same in oTree, 8 judges without pauses": found["speed"]["otree"]} if "otree" in found["speed"] else {}
        ),
        "trials, 500 judges": found["crowd"],
        "trials, 50 judges on SQLite": found["sqlite"],
    }
    table = [f"| {' | '.join(HEADS)} |", f"|{'---|' * len(HEADS)}"]
    for name, row in rows.items():
        cells = [f"{row['per_second']:.0f}", f"{row['cpu_ms']:.1f}", f"{row['database_cpu_ms']:.1f}"]
        cells += [f"{row[percentile]:.0f}" for percentile in ("p50", "p95", "p99")]
        table.append(f"| {' | '.join((name, *cells, str(row['errors'])))} |")
    return table


def tell_bounds(bounds: Sequence[Bound]) -> list[str]:
    """What is asked, and whether it is kept."""
    table = ["| what is asked | found | at most | |", "|---|---|---|---|"]
    for bound in bounds:
        limit = "" if bound.limit is None else f"{bound.limit:g}"
        verdict = "" if bound.limit is None else "kept" if bound.is_within else "**broken**"
        table.append(f"| {bound.name} | {bound.value:.3g} | {limit} | {verdict} |")
    return table
