"""`manage.py reconcile [POSTING...]`: ask the platforms about everything and tell what does not agree."""

import random
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from judging.management.postings import find_posting, refuse
from judging.models.recruiting import Posting
from judging.reconciling import find_orphans, reconcile
from turingapp.errors import TuringError


class Command(BaseCommand):
    """The platforms are right about people and money; our rows follow."""

    help = "Ask the platforms about every posting now, and tell what does not agree with our rows."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("posting", type=int, nargs="*", help="all that were opened where none is named")

    def handle(self, *args: Any, **options: Any) -> None:
        postings = [find_posting(number) for number in options["posting"]]
        for posting in postings or Posting.objects.exclude(state=Posting.State.DRAFT):
            found = reconcile(posting, at=timezone.now(), rng=random.Random())
            self.stdout.write(f"Posting {posting.pk}: {found.news} news, {len(found.findings)} findings")
            for sentence in found.findings:
                self.stdout.write(f"  {sentence}")
        for recruiter, environment in sorted(set(Posting.objects.values_list("recruiter", "environment"))):
            try:
                orphans = find_orphans(recruiter, environment)
            except TuringError as error:
                raise refuse(error) from None
            for platform_id in orphans:
                self.stdout.write(f"{recruiter} ({environment}) has {platform_id}, which a crash has left behind.")
