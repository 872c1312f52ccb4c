"""`manage.py close_posting POSTING...`: stop recruiting now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from judging.management.postings import add_by, carry_out, find_posting, refuse
from judging.models.recruiting import Posting
from judging.recruiting import close_posting
from turingapp.errors import TuringError


class Command(BaseCommand):
    """Closes postings; whoever is inside finishes and is paid."""

    help = "Stop recruiting now: nobody more can take a place, whoever is inside finishes."

    def add_arguments(self, parser: CommandParser) -> None:
        add_by(parser)
        parser.add_argument("posting", type=int, nargs="*", help="the numbers of the postings")
        parser.add_argument("--all", action="store_true", help="every open or paused posting")

    def handle(self, *args: Any, **options: Any) -> None:
        postings = [find_posting(number) for number in options["posting"]]
        if options["all"]:
            postings = list(Posting.objects.filter(state__in=(Posting.State.OPEN, Posting.State.PAUSED)))
        if not postings and not options["all"]:
            raise CommandError("Name the postings to close, or say --all.")
        for posting in postings:
            try:
                rows = close_posting(posting, at=timezone.now(), by=options["by"])
            except TuringError as error:
                raise refuse(error) from None
            carry_out(rows, self.stdout)
            left = sum(part.available or 0 for part in posting.parts.all())
            self.stdout.write(f"Posting {posting.pk} is closed; {left} places are still free at the platform.")
