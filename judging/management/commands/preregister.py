"""`manage.py preregister STUDY FILE`: lock a study's plan before anybody has come, or export it."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from judging.management.naming import refusals_told
from judging.models import Preregistration
from judging.models.preregistrations import find_preregistration
from judging.osf import describe_form, write_markdown
from judging.preregistering import list_deviations, lock_plan
from judging.preregistration_files import read_plan

WHO = "the command line"


class Command(BaseCommand):
    """Locks a plan, and tells what was done otherwise."""

    help = "Lock the hypotheses, margin, family of tests, sample, stopping rule and protocol of a study."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("study", help="name of the study, which need not be open yet")
        parser.add_argument("file", type=Path, nargs="?", help="the plan (docs/preregistration.md); none to look")
        parser.add_argument("--osf", type=Path, metavar="FILE", help="write the OSF's form, as .md or .json")

    def handle(self, *args: Any, **options: Any) -> None:
        with refusals_told():
            if options["file"] is not None:
                locked = lock_plan(read_plan(options["file"]), slug=options["study"], who=WHO, at=timezone.now())
            else:
                locked = self._find(options["study"])
        self.stdout.write(f"{locked.study_slug}: locked {locked.locked_at:%Y-%m-%d %H:%M} UTC, SHA-256 {locked.sha256}")
        if locked.fault:
            self.stdout.write(locked.fault)
        for deviation in list_deviations(locked):
            self.stdout.write(f"Version {deviation.version} deviates:")
            for change in deviation.changes:
                self.stdout.write(f"  {change}")
        if options["osf"] is not None:
            self._export(locked, options["osf"])

    def _find(self, slug: str) -> Preregistration:
        locked = find_preregistration(slug)
        if locked is None:
            known = ", ".join(Preregistration.objects.values_list("study_slug", flat=True)) or "none"
            raise CommandError(f"Nothing is preregistered for {slug!r}; there is: {known}.")
        return locked

    def _export(self, locked: Preregistration, path: Path) -> None:
        if path.suffix not in (".md", ".json"):
            raise CommandError(f"{path} ends in {path.suffix!r}; the form is written as .md or .json.")
        as_json = path.suffix == ".json"
        text = json.dumps(describe_form(locked), indent=2, ensure_ascii=False) if as_json else write_markdown(locked)
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
