"""`manage.py load_sample`: the sample's pool, its six open studies and their copies for robots."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from turingapp.errors import InvalidPayload, PoolTooSmall
from turingapp.workplace.sample import load_sample


class Command(BaseCommand):
    """Loads the sample; loading again changes nothing."""

    help = "Load the sample and open its studies; what is there already stays as it is."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One number."""
        parser.add_argument("--seed", type=int, default=0, help="fixes what agents and studies draw by chance (0)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Load, then say what was opened."""
        try:
            opened = load_sample(at=timezone.now(), seed=options["seed"])
        except (InvalidPayload, PoolTooSmall) as error:
            raise CommandError(str(error)) from None
        if options["verbosity"] > 0:
            self.stdout.write(f"{len(opened)} studies of the sample were opened." if opened else "The sample is there.")
