"""`manage.py clone_study STUDY NEW_SLUG`: open a study with the settings of another, and nothing else of it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse
from django.utils import timezone

from judging.management.naming import find_study, refusals_told
from judging.management.postings import add_by
from judging.opening import clone_study


class Command(BaseCommand):
    """Clones a study."""

    help = "Open a study with the settings of another: no visits, no judgements, places of its own."

    def add_arguments(self, parser: CommandParser) -> None:
        add_by(parser)
        parser.add_argument("study", help="the study to clone")
        parser.add_argument("slug", help="name of the new study")
        parser.add_argument("--title", default="", help="title of the new study; without one that of the old")

    def handle(self, *args: Any, **options: Any) -> None:
        with refusals_told():
            study = clone_study(
                find_study(options["study"]),
                options["slug"],
                title=options["title"],
                at=timezone.now(),
                by=options["by"],
            )
        self.stdout.write(f"{study.title} is open as {study.slug}: {reverse('join', args=[study.link])}")
