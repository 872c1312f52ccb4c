"""The judgements of a study as a CSV file: the same as the one from its page."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from analysis.exporting import write_judgements
from analysis.management.studies import check_judged, check_version
from analysis.observations import Observations, read_observations
from analysis.released import count_held_back, keep_released
from judging.management.naming import find_study
from judging.models import Assignment


class Command(BaseCommand):
    """Write a study's judgements as CSV."""

    help = "Write the judgements of a study as CSV (columns: docs/results.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The study and the file."""
        parser.add_argument("study", help="name of the study")
        parser.add_argument("file", nargs="?", type=Path, help="file to write; without one the lines are printed")
        parser.add_argument("--protocol-version", type=int, help="only visits of this version of the protocol")
        parser.add_argument("--released", action="store_true", help="only visits whose people agreed to publication")
        parser.add_argument(
            "--for-spreadsheets",
            action="store_true",
            help="put an apostrophe before texts that would start a formula, and a UTF-8 mark in front",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Read the study and write its lines."""
        study, version = find_study(options["study"]), options["protocol_version"]
        check_judged(study)
        check_version(study, version)
        observations = read_observations(study, version)
        held = 0
        if options["released"]:
            observations, held = keep_released(observations), count_held_back(study).visits
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
        self.stderr.write(
            f"{len(observations.everything):,} judgements written to {path}. {say_left_out(observations, held)}"
        )


def say_left_out(observations: Observations, held: int) -> str:
    """How many visits the file holds, and which are not in it and why, to compare with a page's counts."""
    visits = observations.visits
    inside = observations.everything["assignment"].nunique()
    erased = visits.count(Assignment.State.ERASED)
    empty = visits.arrived - inside - erased - held
    outside = {
        "without a judgement on a main trial": empty,
        "erased": erased,
        "without a yes to publication": held,
    }
    told = [f"{number:,} {why}" for why, number in outside.items() if number]
    told += [visits.say_apart()] if visits.say_apart() else []
    return f"They are of {inside:,} of {visits.arrived:,} visits; left out: {', '.join(told) or 'none'}."
