"""The results of a study, as tables for people or as JSON: the same numbers as its page."""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from analysis.management.files import write_whole
from analysis.management.studies import check_judged, check_version
from analysis.notices import list_notices
from analysis.observations import Observations, read_observations
from analysis.packages.observing import read_package
from analysis.published.comparing import compare_published
from analysis.published.figures import Published, read_published
from analysis.published.original import ORIGINAL
from analysis.reports import REPORTS, describe_results, make_tables
from analysis.reports.base import Table
from analysis.reports.rates import HOW_TO_READ
from analysis.reports.signs import say_signs
from analysis.writing.rendering import write_study_file
from judging.management.naming import find_study, refusals_told
from turingapp.errors import InvalidPayload

WIDTH_OF_FILES = 200


class Command(BaseCommand):
    """Show what a study has found."""

    help = "Show the results of a study: detectability, agents, groups, the screening."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The study, and how its results are told."""
        parser.add_argument("study", help="name of the study, or the file of a data package (FILE.zip)")
        parser.add_argument("--json", action="store_true", help="all numbers, unrounded, as JSON")
        parser.add_argument("--html", type=Path, metavar="FILE", help="the written report, as one HTML file")
        parser.add_argument(
            "--language",
            default="",
            choices=dict(settings.LANGUAGES),
            help="of that file; without it that of the study",
        )
        parser.add_argument("--unscreened", action="store_true", help="count every judgement, whatever the rules say")
        parser.add_argument(
            "--beside", metavar="FILE", help="published figures as JSON, or 'original' for the original study's"
        )
        parser.add_argument("--protocol-version", type=int, help="only visits of this version of the protocol")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read the study and tell its results."""
        if options["html"] and options["study"].endswith(".zip"):
            raise CommandError("--html is for studies; bring the data package in first, by import_study.")
        observations = read(options["study"], options["protocol_version"])
        study = observations.study
        if options["unscreened"]:
            observations = observations.unscreened()
        if options["beside"]:
            self._compare(observations, options["beside"], as_json=options["json"])
        elif options["html"]:
            write_whole(
                options["html"], write_study_file(observations, at=timezone.now(), language=options["language"])
            )
            self.stderr.write(f"The report on {study.slug} is written to {options['html']}.")
        elif options["json"]:
            self.stdout.write(json.dumps(describe_results(observations), indent=2, ensure_ascii=False, allow_nan=False))
        else:
            self._show(observations)

    def _compare(self, observations: Observations, name: str, *, as_json: bool) -> None:
        with refusals_told():
            table = compare_published(observations, find_published(name, observations.study.task))
        if as_json:
            self.stdout.write(json.dumps(table.to_json(), indent=2, ensure_ascii=False, allow_nan=False))
            return
        text = StringIO()
        print_section(self._open_console(text), table.title, [table])
        self.stdout.write(text.getvalue())

    def _open_console(self, text: StringIO) -> Console:
        width = None if self.stdout.isatty() else WIDTH_OF_FILES
        return Console(file=text, force_terminal=self.stdout.isatty(), width=width, highlight=False)

    def _show(self, observations: Observations) -> None:
        text = StringIO()
        console = self._open_console(text)
        study = observations.study
        console.print(f"{study.title} ({study.slug})", style="bold", markup=False)
        for notice in list_notices(observations):
            console.print(notice, markup=False)
        if observations.version is not None:
            console.print(f"Version {observations.version} of its protocol alone.", markup=False)
        console.print(say_signs(observations), markup=False)
        for slug, tables in make_tables(observations).items():
            print_section(console, REPORTS[slug].title, tables)
        console.print("", *HOW_TO_READ, sep="\n", style="dim", markup=False)
        self.stdout.write(text.getvalue())


def read(name: str, version: int | None) -> Observations:
    """The observations of a study, or of a data package, which needs no database."""
    if not name.endswith(".zip"):
        study = find_study(name)
        check_judged(study)
        check_version(study, version)
        return read_observations(study, version)
    if version is not None:
        raise CommandError("--protocol-version is for studies; a data package is reported as a whole.")
    try:
        return read_package(Path(name))
    except InvalidPayload as error:
        raise CommandError("\n".join(str(problem) for problem in error.problems)) from None


def find_published(name: str, task: str) -> Published:
    """The original study's figures of this task, or those of a file; raises InvalidPayload."""
    if name == "original" and task in ORIGINAL:
        return ORIGINAL[task]
    if not Path(name).is_file():
        raise CommandError(f"There is no file {name}; 'original' stands for the original study's figures.")
    return read_published(Path(name))


def print_section(console: Console, title: str, tables: Sequence[Table]) -> None:
    """The tables of one report under its title; nothing where there are none."""
    if tables:
        console.print(f"\n{title}", style="bold", markup=False)
    for table in tables:
        console.print(draw_grid(table, title=table.title if table.title != title else None))
        if table.note:
            console.print(table.note, style="dim", markup=False)


def draw_grid(table: Table, *, title: str | None) -> Grid:
    """A table for the terminal; small rows are dim."""
    grid = Grid(title=None if title is None else Text(title), title_justify="left")
    for column in table.columns:
        grid.add_column(Text(column.title), justify="right" if column.is_number else "left")
    for row, cells in table.lines:
        grid.add_row(*(Text(cell.text) for cell in cells), style="dim" if row.is_small else "")
    return grid
