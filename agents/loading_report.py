"""What a load did, in sentences, and its refused rows as CSV; for the commands and the pages alike."""

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from agents.loading import LoadResult
from agents.spreadsheets import disarm
from turingapp.errors import Problem

MOST_SHOWN = 20


def describe_result(result: LoadResult, things: str, *, pool: str, dry_run: bool) -> Iterator[str]:
    """The counts, in sentences."""
    verb = "would be loaded" if dry_run else "loaded"
    yield f"{result.loaded:,} {things} {verb} into {pool}; {result.unchanged:,} known and left as they are."
    if result.new_stimuli:
        yield f"New stimuli that came with them: {result.new_stimuli:,}."
    if result.completed:
        yield f"Pending stimuli that got something they lacked: {result.completed:,}."
    if result.pending:
        yield f"Pending stimuli, not drawn into a study that needs what they lack: {result.pending:,}."
    for remark, times in sorted(result.remarks.items()):
        yield f"  {times:,} x {remark}"
    for reason, times in sorted(result.left_out.items()):
        yield f"Left out: {times:,} x {reason}."


def list_lines(title: str, problems: list[Problem]) -> Iterator[str]:
    """How many problems there are, and the first of them."""
    if problems:
        yield f"{title}: {len(problems):,}."
    for problem in problems[:MOST_SHOWN]:
        yield f"  {problem}"
    if len(problems) > MOST_SHOWN:
        yield f"  and {len(problems) - MOST_SHOWN:,} more; --refused FILE writes them all."


def write_refused(path: Path, problems: Iterable[Problem]) -> None:
    """All refused rows as CSV that is safe to open in a spreadsheet: where, field, value, rule."""
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("where", "field", "value", "rule"))
        for problem in problems:
            writer.writerow(map(disarm, (problem.where, problem.field, problem.value, problem.rule)))
