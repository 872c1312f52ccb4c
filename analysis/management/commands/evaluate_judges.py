"""How well AI judges tell humans from machines: on a study, on all responses of a task, or on files."""

import csv
import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import astuple
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from agents.tasks import TASKS
from analysis.ai_judges import AI_JUDGES
from analysis.embedders import find_best_embedder, find_embedder
from analysis.evaluating import SETTINGS, Evaluation, Setting, choose_judges
from analysis.evaluating_computed import add_computed
from analysis.evaluating_items import ItemSet, Unit, drop_repeated_agents, read_folder
from analysis.evaluating_people import describe_people
from analysis.evaluating_sources import read_source
from analysis.evaluating_tables import LIMITS, describe_embedder, describe_evaluation, make_tables
from analysis.management.commands.report import WIDTH_OF_FILES, draw_grid
from turingapp.errors import TuringError

COLUMNS = (
    "set",
    "judge",
    "setting",
    "seed",
    "fold",
    "held_out",
    "item",
    "stimulus",
    "origin",
    "agent",
    "p_human",
    "embedder",
)


class Command(BaseCommand):
    """Evaluate AI judges."""

    help = "Evaluate AI judges by cross-validation that keeps each stimulus in one fold."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to judge, by whom, and how it is told."""
        parser.add_argument("source", nargs="?", metavar="STUDY_OR_TASK", help="a study's name, or a task")
        parser.add_argument("--data", type=Path, metavar="DIR", help="read DIR/TASK/SET/* instead of the database")
        parser.add_argument("--judge", action="append", default=[], metavar="NAME", help=", ".join(AI_JUDGES.slugs))
        parser.add_argument(
            "--embedder", metavar="NAME", help="sentence vectors other than MiniLM: transformer:MODEL, …"
        )
        parser.add_argument("--unit", choices=list(Unit), default=Unit.PART, help="judge turns alone, or whole sides")
        parser.add_argument("--turns", type=int, help="only the first turns of each conversation")
        parser.add_argument(
            "--setting", action="append", choices=list(Setting), default=[], help="default: the first 4"
        )
        parser.add_argument("--json", action="store_true", help="all figures, unrounded, as JSON")
        parser.add_argument("--predictions", type=Path, metavar="FILE", help="write every prediction to this CSV file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Evaluate set after set; what cannot be evaluated is said and passed over."""
        found: list[dict[str, Any]] = []
        predictions: list[tuple[Any, ...]] = []
        judges = choose(options["judge"])
        for items in self._read(options):
            evaluation = Evaluation(
                items,
                settings.VAR_DIR / "embeddings",
                judges,
                embedder=find_embedder(options["embedder"]) if options["embedder"] else find_best_embedder(),
                settings=tuple(map(Setting, options["setting"])) or SETTINGS,
            )
            try:
                self._run(evaluation)
            except TuringError as error:
                self.stderr.write(f"{items.name}: {error}")
                continue
            people = None if options["data"] else describe_people(options["source"])
            found.append({**describe_evaluation(evaluation), "people": people})
            predictions.extend(list_predictions(evaluation))
            if not options["json"]:
                self.stdout.write(draw(found[-1], is_terminal=self.stdout.isatty()))
        if not found:
            raise CommandError("Nothing could be evaluated; the lines above say why.")
        if options["predictions"]:
            write_predictions(options["predictions"], predictions)
        self._tell_end(found, as_json=options["json"])

    def _tell_end(self, found: list[dict[str, Any]], *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(found, indent=2, ensure_ascii=False, allow_nan=False))
            return
        self.stdout.write("\n".join(LIMITS))

    def _read(self, options: dict[str, Any]) -> Iterator[ItemSet]:
        source, folder = options["source"], options["data"]
        how = {"unit": Unit(options["unit"]), "turns": options["turns"]}
        if folder is None and not source:
            raise CommandError("Name a study or a task, or give a folder of files with --data.")
        if folder is None:
            try:
                yield drop_repeated_agents(read_source(source, **how))
            except TuringError as error:
                raise CommandError(str(error)) from None
            return
        if not folder.is_dir():
            raise CommandError(f"There is no folder {folder}.")
        if source and source not in TASKS:
            raise CommandError(f"With --data the first word is a task: {', '.join(TASKS.slugs)}.")
        for items in read_folder(folder, tasks=[source] if source else [], **how):
            yield drop_repeated_agents(add_computed(items, folder / items.name))

    def _run(self, evaluation: Evaluation) -> None:
        """Judge all folds, with a bar on a terminal."""
        places = evaluation.run()
        if not sys.stderr.isatty():
            for _ in places:
                pass
            return
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:.0f}%"),
            TimeRemainingColumn(),
        )
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            bar = progress.add_task(evaluation.items.name, total=evaluation.size)
            for _ in places:
                progress.advance(bar)


def choose(names: list[str]) -> Any:
    """The judges; CommandError for a name that none has."""
    try:
        return choose_judges(names)
    except TuringError as error:
        raise CommandError(str(error)) from None


def draw(description: dict[str, Any], *, is_terminal: bool) -> str:
    """One set's tables."""
    text = StringIO()
    console = Console(
        file=text, force_terminal=is_terminal, width=None if is_terminal else WIDTH_OF_FILES, highlight=False
    )
    counts = f"{description['items']:,} items, {description['humans']:,} by humans, {description['stimuli']:,} stimuli"
    console.print(f"{description['set']}: {counts}, {len(description['agents'])} AI agents", style="bold", markup=False)
    for note in description["notes"]:
        console.print(f"  {note}", style="dim", markup=False)
    people = description["people"]
    if people:
        who = "robots" if people["is_simulated"] else "people"
        console.print(
            f"  {people['judges']:,} {who} judged these: {people['balanced_accuracy']:.1%} right", markup=False
        )
    for table in make_tables(description):
        console.print(draw_grid(table, title=table.title))
        if table.note:
            console.print(table.note, style="dim", markup=False)
    return text.getvalue()


def list_predictions(evaluation: Evaluation) -> Iterator[tuple[Any, ...]]:
    """Every out-of-fold prediction with its fold, seed and what it rests on."""
    model = describe_embedder(evaluation)
    for place, fold, p in evaluation.list_known():
        for row, value in zip(fold.test, p, strict=True):
            item = evaluation.items.items[row]
            yield (evaluation.items.name, *astuple(place), item.key, item.group, item.origin, item.agent, value, model)


def write_predictions(path: Path, rows: list[tuple[Any, ...]]) -> None:
    """All predictions as CSV."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(rows)
