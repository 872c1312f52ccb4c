"""`manage.py pause_posting POSTING`: let nobody more in for the time being; `--resume` lets people in again."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from judging.management.postings import add_by, carry_out, find_posting
from judging.recruiting import pause_posting, resume_posting


class Command(BaseCommand):
    """Pauses a posting, or goes on with it."""

    help = "Let nobody more in for the time being; whoever is inside finishes. --resume goes on."

    def add_arguments(self, parser: CommandParser) -> None:
        add_by(parser)
        parser.add_argument("posting", type=int, help="the number of the posting")
        parser.add_argument("--resume", action="store_true", help="let people in again")

    def handle(self, *args: Any, **options: Any) -> None:
        posting = find_posting(options["posting"])
        switch = resume_posting if options["resume"] else pause_posting
        carry_out(switch(posting, at=timezone.now(), by=options["by"]), self.stdout)
        self.stdout.write(f"Posting {posting.pk} is {posting.get_state_display().lower()}.")
