"""What the two loading commands have in common: arguments, a progress bar, the summary."""

import os
import re
import sys
from abc import ABC, abstractmethod
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from agents.formats import FORMATS
from agents.formats.base import Format
from agents.loading import LoadResult
from agents.loading_report import describe_result, list_lines, write_refused
from agents.tasks import TASKS
from agents.tasks.base import Task
from turingapp.errors import InvalidPayload, ServiceError, StorageFull, UnknownPlugin

PUT_ASIDE = "Files of the archive put aside"
LONGEST_POOL = 60
POOL = re.compile(r"[-a-zA-Z0-9_]+")

Item = TypeVar("Item")


class LoadCommand(BaseCommand, ABC):
    """Base of the loading commands; the exit code is 1 where nothing good came of it."""

    things = ""  # what the summary counts
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The same for stimuli and responses."""
        parser.add_argument("task", metavar="TASK", help=f"one of {', '.join(TASKS.slugs)}")
        parser.add_argument("paths", metavar="FILE", nargs="+", type=Path, help="files of this format")
        parser.add_argument("--format", default="native", help=f"one of {', '.join(FORMATS.slugs)} (default: native)")
        parser.add_argument("--set", metavar="NAME=VALUE", action="append", default=[], help="an option of the format")
        parser.add_argument("--pool", default="", help="the set to load into (default: the name of the format)")
        parser.add_argument("--media", type=Path, metavar="PATH", help="the folder, or a ZIP file, of the pictures")
        parser.add_argument("--dry-run", action="store_true", help="check everything, write nothing")
        parser.add_argument("--strict", action="store_true", help="all rows or none")
        parser.add_argument("--refused", type=Path, metavar="FILE", help="write all refused rows to this CSV file")

    def handle(self, *args: Any, paths: list[Path], **options: Any) -> None:
        """Load, then say what was done."""
        task, form = find_plugins(options["task"], options["format"])
        form = configure_format(form, options["set"])
        pool = check_pool(options["pool"] or form.slug)
        check_paths(paths, options["media"])
        with_bar = sys.stderr.isatty() and options["verbosity"] > 0
        switches = {"media": options["media"], "strict": options["strict"], "dry_run": options["dry_run"]}
        try:
            result = self.load(paths, form, with_bar=with_bar, task=task, pool=pool, **switches)
        except (InvalidPayload, ServiceError, StorageFull) as error:
            raise CommandError(f"{str(error).removesuffix('.')}.") from None
        if options["refused"]:
            write_refused(options["refused"], [*result.refused, *result.put_aside])
        if options["verbosity"] > 0:
            for line in describe_result(result, self.things, pool=f"{task.slug}/{pool}", dry_run=options["dry_run"]):
                self.stdout.write(line)
            for title, problems in (("Refused", result.refused), (PUT_ASIDE, result.put_aside)):
                for line in list_lines(title, problems):
                    self.stdout.write(line)
            if result.loaded and not options["dry_run"]:
                for line in self.advise(task.slug, pool):
                    self.stdout.write(line)
        if result.refused and (options["strict"] or not result.loaded + result.unchanged):
            why = "--strict loads all rows or none" if options["strict"] else "no row could be used"
            raise CommandError(f"Nothing was loaded: {why}; refused: {len(result.refused):,}.")

    @abstractmethod
    def load(self, paths: list[Path], form: Format, *, with_bar: bool, **options: Any) -> LoadResult:
        """Read the files and load what they hold."""

    def advise(self, task: str, pool: str) -> Iterator[str]:
        """What to look at next, in sentences."""
        yield from ()


def find_plugins(task: str, name: str) -> tuple[Task, Format]:
    """The task and the format, where the format has that task; CommandError otherwise."""
    try:
        found, form = TASKS[task], FORMATS[name]
    except UnknownPlugin as error:
        raise CommandError(str(error)) from None
    if form.tasks is not None and task not in form.tasks:
        raise CommandError(f"The format {name} holds {', '.join(form.tasks)}, not {task}.")
    return found, form


def configure_format(form: Format, settings: list[str]) -> Format:
    """The format with the options given as NAME=VALUE; CommandError where it has no such option."""
    try:
        return form.configure(read_assignments(settings))
    except InvalidPayload as error:
        raise CommandError(f"{error}.") from None


def read_assignments(settings: list[str]) -> dict[str, str]:
    """Options given as NAME=VALUE; CommandError where one is not."""
    for setting in settings:
        if "=" not in setting:
            raise CommandError(f"The option {setting!r} should be NAME=VALUE.")
    return dict(setting.split("=", 1) for setting in settings)


def check_pool(pool: str) -> str:
    """The pool's name; CommandError where it cannot be one."""
    if len(pool) > LONGEST_POOL or not POOL.fullmatch(pool):
        rule = f"it should be at most {LONGEST_POOL} letters, digits, hyphens and underscores"
        raise CommandError(f"The pool is {pool!r}: {rule}.")
    return pool


def check_paths(paths: list[Path], media: Path | None) -> None:
    """CommandError for what is not there."""
    for path in paths:
        if not path.is_file():
            raise CommandError(f"There is no file {path}.")
        if not os.access(path, os.R_OK):
            raise CommandError(f"The file {path} may not be read by this user.")
    if media is not None and not (media.is_dir() or media.is_file()):
        raise CommandError(f"There is no folder or ZIP file {media}.")


def show_progress(items: Iterable[Item], name: str, *, with_bar: bool) -> Iterator[Item]:
    """The items, counted on the terminal as they pass."""
    if not with_bar:
        yield from items
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}: {task.completed:,} rows"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        yield from progress.track(items, total=None, description=name)
