"""`manage.py extend_posting POSTING PLACES`: ask for more people."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from judging.management.postings import add_by, carry_out, find_posting, refuse
from judging.recruiting import extend_posting
from turingapp.errors import TuringError


class Command(BaseCommand):
    """Adds places to an open posting."""

    help = "Ask for so many more people; refused where the study's cap would be passed."

    def add_arguments(self, parser: CommandParser) -> None:
        add_by(parser)
        parser.add_argument("posting", type=int, help="the number of the posting")
        parser.add_argument("places", type=int, help="how many more")

    def handle(self, *args: Any, **options: Any) -> None:
        posting = find_posting(options["posting"])
        try:
            rows = extend_posting(posting, options["places"], at=timezone.now(), by=options["by"])
        except TuringError as error:
            raise refuse(error) from None
        carry_out(rows, self.stdout)
        self.stdout.write(f"Posting {posting.pk} asks for {posting.places} people in all.")
