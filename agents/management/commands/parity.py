"""`manage.py parity TASK --pool NAME`: by what form alone the responses of a pool give their origin away."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from agents.models import ParityAcknowledgement
from agents.normalizations import read_steps
from agents.normalizations_of_pools import suggest_for_pool
from agents.parity_cues import Cue, ParityReport
from agents.parity_rows import find_acknowledged, list_pools, measure_pool
from agents.tasks import TASKS
from turingapp.errors import InvalidPayload, UnknownPlugin


class Command(BaseCommand):
    """Prints the parity report of a pool."""

    help = "Print the cues that are found in one origin only, or more often in one, with counts and examples."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The task and the pool."""
        parser.add_argument("task", metavar="TASK", help=f"one of {', '.join(TASKS.slugs)}")
        parser.add_argument("--pool", required=True, metavar="NAME", help="the set that was loaded")
        parser.add_argument("--json", action="store_true", help="print all of it as JSON")
        parser.add_argument(
            "--normalize",
            metavar="NAME",
            action="append",
            default=[],
            help="as a study with it shows them",
        )
        parser.add_argument("--all", action="store_true", help="print the cues that do not tell, too")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the report; an error where there is nothing to report on."""
        task, pool = options["task"], options["pool"]
        try:
            TASKS[task]
        except UnknownPlugin as error:
            raise CommandError(str(error)) from None
        try:
            steps = read_steps(options["normalize"])
        except InvalidPayload as error:
            raise CommandError(f"{error}.") from None
        report = measure_pool(task, pool, tuple(map(str, steps)))
        if not report.human + report.ai:
            pools = ", ".join(line.pool for line in list_pools() if line.task == task) or "none"
            raise CommandError(f"The pool {pool!r} has no responses of the task {task}; pools with some: {pools}.")
        acknowledged = find_acknowledged(task, pool)
        if options["json"]:
            self.stdout.write(json.dumps(describe(report, acknowledged), ensure_ascii=False, indent=2))
            return
        for line in print_report(report, acknowledged, f"{task}/{pool}", everything=options["all"]):
            self.stdout.write(line)
        suggested = () if steps else suggest_for_pool(task, pool)
        if suggested:
            self.stdout.write("Normalizations that would take cues away (normalizations in a protocol file):")
        for step in suggested:
            self.stdout.write(f"  {step}: {step.sentence}")


def describe(report: ParityReport, acknowledged: dict[str, ParityAcknowledgement]) -> dict[str, Any]:
    """The report as JSON has it."""
    cues = [{**asdict(cue), "acknowledged_by": who_knows(cue, acknowledged)} for cue in report.cues]
    counts = {"human": report.human, "ai": report.ai}
    return {"responses": counts, "cues": cues, "normalized": [asdict(cue) for cue in report.normalized]}


def who_knows(cue: Cue, acknowledged: dict[str, ParityAcknowledgement]) -> str | None:
    """Who has acknowledged a cue."""
    return acknowledged[cue.slug].who if cue.slug in acknowledged else None


def print_report(
    report: ParityReport, acknowledged: dict[str, ParityAcknowledgement], name: str, *, everything: bool
) -> Iterator[str]:
    """The report line by line."""
    yield f"{name}: {report.human:,} responses by humans, {report.ai:,} by AI agents; each author of one counts."
    shown = report.cues if everything else report.telling
    yield f"Cues that may give an origin away: {len(report.telling):,}." if report.telling else "No cue tells."
    for cue in shown:
        who = who_knows(cue, acknowledged)
        note = f"; acknowledged by {who}" if who else "" if cue.tells else "; does not tell"
        yield f"  {cue.sentence} Humans {cue.human:,}, AI agents {cue.ai:,}; advantage {cue.advantage:.2f}{note}"
        for example in cue.examples:
            yield f"      {example.origin}, {example.agent}, {example.stimulus}: {example.text}"
    if report.normalized:
        yield f"Taken away by normalizing, alike for all: {len(report.normalized):,}."
    for cue in report.normalized:
        yield f"  {cue.sentence} Humans {cue.human:,}, AI agents {cue.ai:,}"
