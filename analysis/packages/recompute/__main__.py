"""Run in the unpacked package: `python -m recompute`, or with `--json` for all numbers unrounded."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import flow, groups, judges, rates, samples
from .tables import Study, read_study

REPORTS = {
    "summary": rates.make_summary,
    "confusion": rates.make_confusion,
    "agents": rates.make_agents,
    "pairings": rates.make_pairings,
    "lengths": rates.make_lengths,
    "facets": rates.make_facets,
    "gender-guess": rates.make_guesses,
    "demographics": groups.make_demographics,
    "confidence": judges.make_confidence,
    "reaction-times": judges.make_times,
    "learning": judges.make_learning,
    "agreement": samples.make_agreement,
    "monitoring": samples.make_monitoring,
    "feedback": judges.make_feedback,
    "signs": flow.make_signs,
    "screening": flow.make_screening,
}


def make_report(study: Study) -> dict[str, dict[str, list[dict[str, Any]]]]:
    """All tables of all reports."""
    return {slug: make(study) for slug, make in REPORTS.items()}


def write(value: Any) -> str:
    """A value for people."""
    return f"{value:.4f}" if isinstance(value, float) else "" if value is None else str(value)


def list_lines(report: dict[str, dict[str, list[dict[str, Any]]]]) -> Iterator[str]:
    """The tables for people, a line a row."""
    for slug, tables in report.items():
        for name, rows in tables.items():
            yield f"{slug}: {name}"
            yield from ("  " + ", ".join(f"{key} {write(value)}" for key, value in row.items()) for row in rows)


def main() -> None:
    """Compute and print."""
    report = make_report(read_study(Path(__file__).resolve().parent.parent))
    if "--json" in sys.argv[1:]:
        lines = iter([json.dumps(report, default=lambda number: number.item())])
    else:
        lines = list_lines(report)
    sys.stdout.writelines(f"{line}\n" for line in lines)


if __name__ == "__main__":
    main()
