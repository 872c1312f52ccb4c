"""A study as a data package: the same as the one from its page."""

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from analysis.management.studies import check_judged
from analysis.packages import SMALLEST_GROUP
from analysis.packages.writing import write_package
from judging.management.naming import find_study


class Command(BaseCommand):
    """Write a study's data package."""

    help = "Write everything that the report of a study needs into one ZIP file (docs/data-package.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The study, the file, and what goes in."""
        parser.add_argument("study", help="name of the study")
        parser.add_argument("file", type=Path, help="file to write, such as study.zip")
        parser.add_argument("--with-media", action="store_true", help="add the pictures, not only their digests")
        parser.add_argument(
            "--smallest-group",
            type=read_size,
            default=SMALLEST_GROUP,
            metavar="N",
            help="leave out what fewer than N judges told of themselves (5); 1 leaves out nothing",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Pack the study and say what is in the file and what is not."""
        study, path = find_study(options["study"]), options["file"]
        check_judged(study)
        try:
            manifest = write_package(
                study,
                path,
                at=timezone.now(),
                with_media=options["with_media"],
                smallest=options["smallest_group"],
            )
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
        rows = ", ".join(f"{name} {number:,}" for name, number in manifest["rows"].items() if number)
        self.stdout.write(f"{study.slug} is packed into {path}: {rows}.")
        for sentence in manifest["left_out"]:
            self.stdout.write(f"Not in it: {sentence}")


def read_size(text: str) -> int:
    """A number of people, at least 1."""
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is no number of people; it should be 1 or more, such as {SMALLEST_GROUP}")
    return int(text)
