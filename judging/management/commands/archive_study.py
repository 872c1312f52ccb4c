"""`manage.py archive_study STUDY...`: leave closed studies out of lists, or bring them back; their data stay."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from judging.archiving import archive_study, bring_back_study
from judging.management.naming import find_study, refusals_told


class Command(BaseCommand):
    """Archives studies."""

    help = "Leave closed studies out of lists, or bring them back; their data stay."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("studies", nargs="+", metavar="STUDY", help="the study's slug")
        parser.add_argument("--back", action="store_true", help="name them in lists again")

    def handle(self, *args: Any, **options: Any) -> None:
        for slug in options["studies"]:
            study = find_study(slug)
            if options["back"]:
                bring_back_study(study)
                self.stdout.write(f"{study.title} is in lists again.")
                continue
            with refusals_told():
                archive_study(study, at=timezone.now())
            self.stdout.write(f"{study.title} is archived.")
