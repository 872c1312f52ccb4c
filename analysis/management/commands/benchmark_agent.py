"""Checks, judges and ranks a new AI agent from a file {stimulus: response}, as the original benchmark takes it."""

import json
from argparse import ArgumentParser
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.text import slugify
from rich.console import Console

from agents.tasks import TASKS
from analysis.ai_judges import AI_JUDGES, DEFAULT_JUDGE
from analysis.evaluations.benchmarking import Submission, check_answers, list_some, queue_for_people, read_answers
from analysis.evaluations.benchmarking_tables import describe_benchmark, make_tables
from analysis.evaluations.items import ItemSet, drop_repeated_agents, read_folder
from analysis.evaluations.sources import read_pool
from analysis.management.commands.report import WIDTH_OF_FILES, draw_grid
from turingapp.errors import TuringError


class Command(BaseCommand):
    """Benchmark an agent."""

    help = "Check, judge and rank a new AI agent by its file {stimulus: response}."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, and what its answers are answers to."""
        parser.add_argument("task", metavar="TASK", help=f"one of {', '.join(TASKS.slugs)}")
        parser.add_argument("file", metavar="FILE", type=Path, help="JSON: {stimulus: response}")
        parser.add_argument("--agent", required=True, metavar="NAME", help="the new agent's name")
        parser.add_argument("--pool", default="", help="the pool whose stimuli it answered (default: the only one)")
        parser.add_argument("--data", type=Path, metavar="DIR", help="known answers from DIR/TASK/SET/*, no database")
        parser.add_argument("--judge", default=DEFAULT_JUDGE, metavar="NAME", help=", ".join(AI_JUDGES.slugs))
        parser.add_argument("--load", action="store_true", help="load the answers into the pool, for human judges")
        parser.add_argument("--json", action="store_true", help="all figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the file, judge its answers by judges that never saw the agent, rank it."""
        if not options["file"].is_file():
            raise CommandError(f"There is no file {options['file']}.")
        agent = slugify(options["agent"])
        try:
            known = drop_repeated_agents(find_known(options))
            answers = read_answers(options["file"].read_bytes(), name=options["file"].name)
            submission = check_answers(answers, agent=agent, known=known)
            found = describe_benchmark(
                known, submission, judge=AI_JUDGES[options["judge"]], cache=settings.VAR_DIR / "embeddings"
            )
        except TuringError as error:
            raise CommandError(str(error)) from None
        if options["json"]:
            self.stdout.write(json.dumps(found, indent=2, ensure_ascii=False, allow_nan=False))
        else:
            self._show(found, submission)
        if options["load"]:
            self._load(known, submission, data=options["data"])

    def _show(self, found: dict[str, Any], submission: Submission) -> None:
        text = StringIO()
        console = Console(file=text, width=WIDTH_OF_FILES, highlight=False)
        for line in describe_check(submission):
            console.print(line, markup=False)
        for table in make_tables(found):
            console.print(draw_grid(table, title=table.title))
            if table.note:
                console.print(table.note, style="dim", markup=False)
        self.stdout.write(text.getvalue())

    def _load(self, known: ItemSet, submission: Submission, *, data: Path | None) -> None:
        if data is not None:
            raise CommandError("Answers to files have no pool to be loaded into; leave --data or --load away.")
        self.stdout.write(queue_for_people(submission, task=known.task, pool=known.name, at=timezone.now()))


def find_known(options: dict[str, Any]) -> ItemSet:
    """The answers that the new agent stands beside; raises CommandError or CannotJudge."""
    if options["task"] not in TASKS:
        raise CommandError(f"No task is called {options['task']!r}; there are {', '.join(TASKS.slugs)}.")
    if options["data"] is None:
        return read_pool(options["task"], options["pool"])
    sets = [one for one in read_folder(options["data"], tasks=[options["task"]]) if one.agents]
    named = [one for one in sets if not options["pool"] or one.name.endswith(f"/{options['pool']}")]
    if len(named) != 1:
        names = ", ".join(one.name.partition("/")[2] for one in sets) or "none"
        raise CommandError(f"Name one set with --pool; the sets with AI agents are: {names}.")
    return named[0]


def describe_check(submission: Submission) -> list[str]:
    """What is wrong with the file, in sentences."""
    lines = [f"{submission.agent}: {len(submission.items):,} answers can be used."]
    if submission.is_complete:
        return [*lines, "The file is complete."]
    if submission.missing:
        lines.append(f"Missing: {len(submission.missing):,} stimuli ({list_some(submission.missing)}).")
    if submission.unknown:
        lines.append(f"Unknown: {len(submission.unknown):,} stimuli ({list_some(submission.unknown)}).")
    if submission.malformed:
        lines.append(f"Malformed: {len(submission.malformed):,} ({list_some(submission.malformed)}).")
    return lines
