"""What a load did, in sentences, and its refused rows as CSV; for the commands and the pages alike."""

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.utils.translation import gettext_noop

from agents.loading import LoadResult
from agents.spreadsheets import disarm
from turingapp.errors import Problem
from turingapp.words import Words, say_later

MOST_SHOWN = 20


def describe_result(result: LoadResult, things: str, *, pool: str, dry_run: bool) -> Iterator[str]:
    """The counts, in sentences; `things` and `pool` may be words themselves."""
    told = {"number": f"{result.loaded:,}", "things": things, "pool": pool, "known": f"{result.unchanged:,}"}
    if dry_run:
        yield say_later(
            "%(number)s %(things)s would be loaded into %(pool)s; %(known)s known and left as they are.", **told
        )
    else:
        yield say_later("%(number)s %(things)s loaded into %(pool)s; %(known)s known and left as they are.", **told)
    if result.new_stimuli:
        yield count(gettext_noop("New stimuli that came with them: %(number)s."), result.new_stimuli)
    if result.completed:
        yield count(gettext_noop("Pending stimuli that got something they lacked: %(number)s."), result.completed)
    if result.pending:
        yield count(
            gettext_noop("Pending stimuli, not drawn into a study that needs what they lack: %(number)s."),
            result.pending,
        )
    for remark, times in sorted(result.remarks.items()):
        yield say_later("%(times)s x %(remark)s", times=format(times, ","), remark=remark)
    for reason, times in sorted(result.left_out.items()):
        yield say_later("Left out: %(times)s x %(reason)s.", times=format(times, ","), reason=reason)


def count(text: str, number: int) -> Words:
    """A text with its number."""
    shown = f"{number:,}"
    return say_later(text, number=shown)


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
