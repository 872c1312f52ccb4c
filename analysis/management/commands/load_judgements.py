"""`manage.py load_judgements FILE... --format NAME --study SLUG --task TASK`: judgements that were made elsewhere."""

from argparse import ArgumentParser
from itertools import chain
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from agents.loading_report import describe_result, list_lines, write_refused
from agents.management.loading import check_paths, check_pool
from agents.tasks import TASKS
from analysis.loading.formats import JUDGEMENT_FORMATS
from analysis.loading.formats.base import Options
from analysis.loading.formats.dialogues import read_labels
from analysis.loading.judgements import Destination, Source, load_judgements
from judging.management.naming import refusals_told
from turingapp.errors import UnknownPlugin


class Command(BaseCommand):
    """Loads judgements; loading twice changes nothing."""

    help = "Load judgements from the original study's files, or a crowd platform's, into a closed study."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The files, where they go, and what may be said besides."""
        parser.add_argument("paths", metavar="FILE", nargs="+", type=Path, help="files of this format")
        parser.add_argument("--format", required=True, help=f"one of {', '.join(JUDGEMENT_FORMATS.slugs)}")
        parser.add_argument("--study", required=True, metavar="SLUG", help="the study, which is made where it is new")
        parser.add_argument("--task", required=True, help=f"one of {', '.join(TASKS.slugs)}")
        parser.add_argument("--pool", default="", help="the pool that may hold the responses that were judged")
        parser.add_argument("--labels", type=Path, metavar="FILE", help="conversations and classes, such as 22 HAI")
        parser.add_argument("--with-debug", action="store_true", help="with visits in psiTurk's debug mode")
        parser.add_argument("--simulated", action="store_true", help="programs have judged; the study says so")
        parser.add_argument("--dry-run", action="store_true", help="check everything, write nothing")
        parser.add_argument("--strict", action="store_true", help="all rows or none")
        parser.add_argument("--refused", type=Path, metavar="FILE", help="write all refused rows to this CSV file")

    def handle(self, *args: Any, paths: list[Path], **options: Any) -> None:
        """Load, then say what was done."""
        try:
            form, task = JUDGEMENT_FORMATS[options["format"]], TASKS[options["task"]]
        except UnknownPlugin as error:
            raise CommandError(str(error)) from None
        check_paths([*paths, options["labels"]] if options["labels"] else paths, None)
        pool = check_pool(options["pool"]) if options["pool"] else ""
        to = Destination(options["study"], task.slug, pool, says=form.says, is_simulated=options["simulated"])
        switches = {"strict": options["strict"], "dry_run": options["dry_run"]}
        with refusals_told():
            labels = read_labels(options["labels"]) if options["labels"] else {}
            besides = Options(labels, options["with_debug"])
            rows = chain.from_iterable(form.read_judgements(path, task.slug, besides) for path in paths)
            result = load_judgements(
                rows, to=to, sources=[Source.of_file(path) for path in paths], at=timezone.now(), **switches
            )
        if options["refused"]:
            write_refused(options["refused"], result.refused)
        for line in describe_result(result, "judged trials", pool=f"the study {to.slug}", dry_run=options["dry_run"]):
            self.stdout.write(line)
        for line in list_lines("Refused", result.refused):
            self.stdout.write(line)
        if result.refused and (options["strict"] or not result.loaded + result.unchanged):
            why = "--strict loads all rows or none" if options["strict"] else "no row could be used"
            raise CommandError(f"Nothing was loaded: {why}; refused: {len(result.refused):,}.")
