"""A study from a data package that was written elsewhere."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from analysis.packages.importing import import_study
from judging.management.naming import refusals_told


class Command(BaseCommand):
    """Bring a study here."""

    help = "Read a data package of export_study: a closed study with the same report (docs/data-package.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, and the name that the study gets here."""
        parser.add_argument("file", type=Path, help="the package")
        parser.add_argument("--as", dest="slug", default="", metavar="SLUG", help="another name for the study")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read the package as a whole or not at all."""
        with refusals_told():
            study = import_study(options["file"], slug=options["slug"], at=timezone.now())
        visits = study.assignments.count()
        self.stdout.write(f"{study.slug} is here with {visits:,} visits, closed. {study.label}")
