"""The judgements of a study as a CSV file: the same as the one from its page."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from analysis.exporting import write_judgements
from analysis.management.studies import check_version, find_study
from analysis.observations import read_observations


class Command(BaseCommand):
    """Write a study's judgements as CSV."""

    help = "Write the judgements of a study as CSV (columns: docs/results.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The study and the file."""
        parser.add_argument("study", help="name of the study")
        parser.add_argument("file", nargs="?", type=Path, help="file to write; without one the lines are printed")
        parser.add_argument("--protocol-version", type=int, help="only visits of this version of the protocol")
        parser.add_argument(
            "--for-spreadsheets",
            action="store_true",
            help="put an apostrophe before texts that would start a formula, and a UTF-8 mark in front",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Read the study and write its lines."""
        study, version = find_study(options["study"]), options["protocol_version"]
        check_version(study, version)
        observations = read_observations(study, version)
        chunks = write_judgements(observations, for_spreadsheets=options["for_spreadsheets"])
        path: Path | None = options["file"]
        if path is None:
            for chunk in chunks:
                self.stdout.write(chunk, ending="")
            return
        try:
            with path.open("w", encoding="utf-8", newline="") as file:
                file.writelines(chunks)
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}.") from error
        self.stderr.write(f"{len(observations.everything):,} judgements written to {path}.")
