"""`manage.py run_agents --data DIR`: all AI agents that work offline, over a folder's stimuli, and judged."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from agents.running.rules import MOST_TURNS
from agents.tasks import TASKS
from analysis.evaluations.survey_tables import make_table, write_survey
from analysis.evaluations.surveying import survey_task
from analysis.management.commands.evaluate_judges import draw_tables
from analysis.reports.base import Table

FEWEST_TURNS = 2


class Command(BaseCommand):
    """Reads files and writes none but the table; the database is left alone."""

    help = "Run every offline AI agent over the stimuli of a folder, and have its answers judged."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which stimuli, how many, and where it is told."""
        parser.add_argument("tasks", nargs="*", metavar="TASK", help=f"of {', '.join(TASKS.slugs)}; default: all")
        parser.add_argument(
            "--data", type=Path, required=True, metavar="DIR", help="with DIR/TASK/SET/* and DIR/photographs/*"
        )
        parser.add_argument("--limit", type=int, metavar="N", help="at most so many stimuli a task, by their names")
        parser.add_argument("--seed", type=int, default=0, help="fixes what the agents draw by chance (0)")
        parser.add_argument("--turns", type=int, default=12, help="turns of a dialogue with itself (12)")
        parser.add_argument("--table", type=Path, metavar="FILE", help="write the tables as Markdown")

    def handle(self, *args: Any, **options: Any) -> None:
        """Task after task."""
        folder, unknown = options["data"], set(options["tasks"]) - set(TASKS.slugs)
        if unknown:
            raise CommandError(f"There is no task {sorted(unknown)[0]!r}; there are {', '.join(TASKS.slugs)}.")
        if not folder.is_dir():
            raise CommandError(f"There is no folder {folder}.")
        check_options(options)
        tables: list[Table] = []
        told: list[str] = []
        for slug in options["tasks"] or TASKS.slugs:
            surveys, notes = survey_task(
                folder,
                TASKS[slug],
                limit=options["limit"],
                seed=options["seed"],
                turns=options["turns"],
                cache=settings.VAR_DIR / "embeddings",
            )
            told += notes
            if surveys:
                tables.append(make_table(slug, surveys))
                self.stdout.write(draw_tables(tables[-1:], is_terminal=self.stdout.isatty()))
        for note in told:
            self.stderr.write(note)
        if not tables:
            raise CommandError(f"{folder} has no stimuli: pictures belong into photographs/, others into TASK/SET/.")
        if options["table"]:
            options["table"].write_text(write_survey(tables, told, at=timezone.now()), encoding="utf-8")


def check_options(options: dict[str, Any]) -> None:
    """Raise CommandError before an hour of work that would come to nothing."""
    if options["limit"] is not None and options["limit"] < 1:
        raise CommandError(f"--limit is {options['limit']}: it should be at least 1.")
    if not FEWEST_TURNS <= options["turns"] <= MOST_TURNS:
        raise CommandError(
            f"--turns is {options['turns']}: it should be at least {FEWEST_TURNS} and at most {MOST_TURNS}."
        )
    table = options["table"]
    if table and (table.is_dir() or not table.parent.is_dir()):
        raise CommandError(f"--table is {table}: it should be a file in a folder that is there.")
