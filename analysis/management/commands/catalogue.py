"""`manage.py catalogue TASK`: the AI agents of a task, what they answered, and how like people's that is."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from agents.tasks import TASKS
from analysis.catalogue.tables import find_catalogue
from analysis.reports.base import Table


class Command(BaseCommand):
    """Prints the catalogue of a task."""

    help = "Print the AI agents of a task: answers, coverage, refusals, standard scores, how often taken for human."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The task."""
        parser.add_argument("task", metavar="TASK", help=f"one of {', '.join(TASKS.slugs)}")
        parser.add_argument("--json", action="store_true", help="all numbers, unrounded, as JSON")

    def handle(self, *args: Any, task: str, **options: Any) -> None:
        """Print it."""
        if task not in TASKS:
            raise CommandError(f"No task is called {task!r}; there are {', '.join(TASKS.slugs)}.")
        found = find_catalogue(task)
        sentences = [*found.notices, *found.correlations]
        if options["json"]:
            document = {**found.table.to_json(), "sentences": sentences}
            self.stdout.write(json.dumps(document, ensure_ascii=False, indent=2))
            return
        for line in (*print_lines(found.table), *sentences, found.table.note):
            self.stdout.write(line)


def print_lines(table: Table) -> list[str]:
    """A table for a terminal: a block of lines for each agent, since it has many columns."""
    lines = []
    for _, cells in table.lines:
        lines.append(cells[0].text)
        told = zip(table.columns[1:], cells[1:], strict=True)
        lines.append("  " + "; ".join(f"{column.title} {cell.text}" for column, cell in told if cell.text))
    return lines
