"""How well AI judges tell humans from machines: on a study, on all responses of a task, or on files."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from agents.tasks import TASKS
from analysis.ai_judges import AI_JUDGES, DEFAULT_JUDGE, YARDSTICK
from analysis.embedders import find_best_embedder, find_embedder
from analysis.embedders.base import Embedder
from analysis.evaluations.across import evaluate_across, make_across_table
from analysis.evaluations.evaluating import Evaluation, choose_judges
from analysis.evaluations.files import read_every_view, read_files
from analysis.evaluations.findings import LIMITS, describe_evaluation
from analysis.evaluations.items import ItemSet, Unit, drop_repeated_agents
from analysis.evaluations.markdown import write_page
from analysis.evaluations.people import describe_people
from analysis.evaluations.places import SETTINGS, Setting
from analysis.evaluations.predictions import list_predictions, write_predictions
from analysis.evaluations.sources import read_source
from analysis.evaluations.tables import make_tables
from analysis.evaluations.thresholds import find_labeled
from analysis.management.commands.report import WIDTH_OF_FILES, draw_grid
from analysis.reports.base import Table
from turingapp.errors import TuringError


class Command(BaseCommand):
    """Evaluate AI judges."""

    help = "Evaluate AI judges by cross-validation that keeps each stimulus in one fold."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to judge, by whom, and how it is told."""
        parser.add_argument("source", nargs="?", metavar="STUDY_OR_TASK", help="a study's name, or a task")
        parser.add_argument("--data", type=Path, metavar="DIR", help="read DIR/TASK/SET/* instead of the database")
        parser.add_argument("--judge", action="append", default=[], metavar="NAME", help=", ".join(AI_JUDGES.slugs))
        parser.add_argument("--embedder", metavar="NAME", help="vectors other than MiniLM's: transformer:MODEL, …")
        parser.add_argument("--unit", choices=list(Unit), default=Unit.PART, help="judge turns alone, or whole sides")
        parser.add_argument("--turns", type=int, help="only the first turns of each conversation")
        parser.add_argument(
            "--setting", action="append", choices=list(Setting), default=[], help="default: the first 4"
        )
        parser.add_argument(
            "--threshold-on",
            type=Path,
            metavar="FILE",
            help="stimuli, one a line, whose human answers set the threshold",
        )
        parser.add_argument("--across", action="store_true", help="with --data: learn from one set, judge another")
        parser.add_argument("--table", type=Path, metavar="FILE", help="with --data: write all results as Markdown")
        parser.add_argument("--json", action="store_true", help="all figures, unrounded, as JSON")
        parser.add_argument("--predictions", type=Path, metavar="FILE", help="write every prediction to this CSV file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Evaluate set after set, tell each, and then what they say together."""
        named = read_stimuli(options["threshold_on"])
        if (options["across"] or options["table"]) and not options["data"]:
            raise CommandError("--across and --table compare sets of files; give their folder with --data.")
        options["embedder"] = find_embedder(options["embedder"]) if options["embedder"] else find_best_embedder()
        found: list[dict[str, Any]] = []
        predictions: list[tuple[Any, ...]] = []
        for evaluation in self._evaluate(named, options):
            people = None if options["data"] else describe_people(options["source"])
            found.append({**describe_evaluation(evaluation), "people": people})
            predictions.extend(list_predictions(evaluation) if options["predictions"] else ())
            if not options["json"]:
                self.stdout.write(draw(found[-1], is_terminal=self.stdout.isatty()))
        if not found:
            raise CommandError("Nothing could be evaluated; the lines above say why.")
        if named and not any(one["threshold_on"] for one in found):
            raise CommandError(f"Nothing judged has human answers to the stimuli of {options['threshold_on']}.")
        if options["predictions"]:
            write_predictions(options["predictions"], predictions)
        self._tell_end(found, self._judge_across(options) if options["across"] else [], options)

    def _evaluate(self, named: list[str], options: dict[str, Any]) -> Iterator[Evaluation]:
        """Each set once it is judged; what cannot be judged is said and passed over."""
        judges, wanted = choose(options["judge"]), tuple(map(Setting, options["setting"])) or SETTINGS
        cache, embedder = settings.VAR_DIR / "embeddings", options["embedder"]
        for items in self._read(options):
            evaluation = Evaluation(items, cache, judges, embedder=embedder, settings=wanted)
            try:
                evaluation.labeled = find_labeled(items.items, named)
                self._run(evaluation)
            except TuringError as error:
                self.stderr.write(f"{items.name}: {error}")
                continue
            yield evaluation

    def _tell_end(self, found: list[dict[str, Any]], pairs: list[dict[str, Any]], options: dict[str, Any]) -> None:
        across = make_across_table(pairs) if pairs else None
        if options["table"]:
            options["table"].write_text(write_page(found, across=across, at=timezone.now()), encoding="utf-8")
        if options["json"]:
            told = {"sets": found, "across": pairs} if options["across"] else found
            self.stdout.write(json.dumps(told, indent=2, ensure_ascii=False, allow_nan=False))
            return
        if across:
            self.stdout.write(draw_tables([across], is_terminal=self.stdout.isatty()))
        self.stdout.write("\n".join(LIMITS))

    def _judge_across(self, options: dict[str, Any]) -> list[dict[str, Any]]:
        """Each task's sets by what was learned from another; by the default judge and the yardstick."""
        sets: dict[str, list[ItemSet]] = {}
        for items in self._read({**options, "table": None}):
            sets.setdefault(items.task, []).append(items)
        judges = [AI_JUDGES[name] for name in options["judge"] or (DEFAULT_JUDGE, YARDSTICK)]
        embedder: Embedder | None = options["embedder"]
        rows: list[dict[str, Any]] = []
        for task, of_task in sets.items():
            try:
                rows += evaluate_across(of_task, judges, cache=settings.VAR_DIR / "embeddings", embedder=embedder)
            except TuringError as error:
                self.stderr.write(f"{task}: {error}")
        return rows

    def _read(self, options: dict[str, Any]) -> Iterator[ItemSet]:
        source, folder = options["source"], options["data"]
        unit, turns = Unit(options["unit"]), options["turns"]
        if folder is None and not source:
            raise CommandError("Name a study or a task, or give a folder of files with --data.")
        if folder is None:
            try:
                yield drop_repeated_agents(read_source(source, unit=unit, turns=turns))
            except TuringError as error:
                raise CommandError(str(error)) from None
            return
        if not folder.is_dir():
            raise CommandError(f"There is no folder {folder}.")
        if source and source not in TASKS:
            raise CommandError(f"With --data the first word is a task: {', '.join(TASKS.slugs)}.")
        tasks = [source] if source else list(TASKS.slugs)
        yield from (
            read_every_view(folder, tasks) if options["table"] else read_files(folder, tasks, unit=unit, turns=turns)
        )

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


def read_stimuli(path: Path | None) -> list[str]:
    """The stimuli of a file, one a line; CommandError where it cannot be read or names none."""
    if path is None:
        return []
    try:
        found = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} cannot be read as text: {error}.") from None
    stimuli = list(dict.fromkeys(line.strip() for line in found if line.strip()))
    if not stimuli:
        raise CommandError(f"{path} names no stimulus; it should have one a line.")
    return stimuli


def draw(description: dict[str, Any], *, is_terminal: bool) -> str:
    """One set's counts, notes and tables."""
    counts = f"{description['items']:,} items, {description['humans']:,} by humans, {description['stimuli']:,} stimuli"
    lines = [f"{description['set']}: {counts}, {len(description['agents'])} AI agents", *description["notes"]]
    people = description["people"]
    if people:
        who = "robots" if people["is_simulated"] else "people"
        lines.append(f"{people['judges']:,} {who} judged these: {people['balanced_accuracy']:.1%} right")
    return "\n  ".join(lines) + "\n" + draw_tables(make_tables(description), is_terminal=is_terminal)


def draw_tables(tables: list[Table], *, is_terminal: bool) -> str:
    """Tables below each other, with their notes."""
    text = StringIO()
    width = None if is_terminal else WIDTH_OF_FILES
    console = Console(file=text, force_terminal=is_terminal, width=width, highlight=False)
    for table in tables:
        console.print(draw_grid(table, title=table.title))
        if table.note:
            console.print(table.note, style="dim", markup=False)
    return text.getvalue()
