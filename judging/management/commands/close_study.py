"""`manage.py close_study STUDY`: admit nobody more and close its postings; whoever is inside finishes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from judging.management.naming import find_study
from judging.management.postings import add_by, carry_out
from judging.opening import close_study


class Command(BaseCommand):
    """Closes a study."""

    help = "Close a study and its postings: nobody more is admitted, whoever is inside finishes."

    def add_arguments(self, parser: CommandParser) -> None:
        add_by(parser)
        parser.add_argument("study", help="the study's slug")

    def handle(self, *args: Any, **options: Any) -> None:
        study = find_study(options["study"])
        carry_out(close_study(study, at=timezone.now(), by=options["by"]), self.stdout)
        self.stdout.write(f"{study.title} is closed.")
