"""`manage.py open_study FILE`: freeze a protocol file, check it against its pool, and open the study."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from judging.opening import open_study
from judging.protocol_files import read_protocol
from turingapp.errors import InvalidPayload, PoolTooSmall


class Command(BaseCommand):
    """Opens the study that a protocol file describes."""

    help = "Open the study that a protocol file describes; the same file again changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a protocol file (docs/protocols.md)")
        parser.add_argument("--simulated", action="store_true", help="open a copy for robots, marked as simulated")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            settings = read_protocol(options["file"])
            if options["simulated"]:
                settings = settings.simulate()
            study = open_study(settings, at=timezone.now())
        except InvalidPayload as error:
            raise CommandError("\n".join(str(problem) for problem in error.problems)) from None
        except PoolTooSmall as error:
            raise CommandError(str(error)) from None
        places = sum(study.protocols.latest("version").cells.values_list("places_count", flat=True))
        self.stdout.write(f"{study.title} is open with {places} places: {reverse('join', args=[study.link])}")
