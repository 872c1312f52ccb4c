"""`manage.py open_study FILE`: freeze a protocol file, check it against its pool, and open the study."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse
from django.utils import timezone

from judging.acknowledging import list_open_cues
from judging.management.naming import refusals_told
from judging.management.postings import add_by
from judging.models import Study
from judging.opening import open_study
from judging.protocol_files import read_protocol


class Command(BaseCommand):
    """Opens the study that a protocol file describes."""

    help = "Open the study that a protocol file describes; the same file again changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        add_by(parser)
        parser.add_argument("file", type=Path, help="a protocol file (docs/protocols.md)")
        parser.add_argument("--simulated", action="store_true", help="open a copy for robots, marked as simulated")

    def handle(self, *args: Any, **options: Any) -> None:
        with refusals_told():
            settings = read_protocol(options["file"])
            if options["simulated"]:
                settings = settings.simulate()
            study = open_study(settings, at=timezone.now(), by=options["by"])
        places = study.protocols.latest("version").count_places()
        self.stdout.write(f"{study.title} is open with {places} places: {reverse('join', args=[study.link])}")
        self.tell_open_cues(study)

    def tell_open_cues(self, study: Study) -> None:
        """Say where form alone may give an origin away and nobody knows of it; the study is open all the same."""
        for pool, cues in list_open_cues(study).items():
            if cues:
                self.stdout.write(
                    f"Cues in pool {pool} that may give an origin away and that nobody has acknowledged: {len(cues)}; "
                    f"see `manage.py parity {study.task} --pool {pool}`."
                )
