"""`manage.py reconcile [POSTING...]`: ask the platforms about everything and tell what does not agree."""

import random
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from judging import orphans
from judging.management.postings import carry_out, find_posting, refuse
from judging.models.recruiting import Outgoing, Posting
from judging.orphans import Orphan, find_orphans
from judging.reconciling_runs import ask_reconciliation, carry_out_asked
from turingapp.errors import TuringError

BY = "the command line"


class Command(BaseCommand):
    """The platforms are right about people and money; our rows follow."""

    help = "Ask the platforms about every posting now, tell what does not agree, and adopt or close what a crash left."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("posting", type=int, nargs="*", help="all that were opened where none is named")
        parser.add_argument("--adopt", nargs="+", metavar="ID", default=[], help="go on with what a crash has left")
        parser.add_argument("--discard", nargs="+", metavar="ID", default=[], help="close it at the platform instead")

    def handle(self, *args: Any, **options: Any) -> None:
        named = [find_posting(number) for number in options["posting"]]
        postings = named or list(Posting.objects.exclude(state=Posting.State.DRAFT))
        for posting in postings:
            ask_reconciliation(posting, by=BY, at=timezone.now())
        for row in carry_out_asked(clock=timezone.now, rng=random.Random()):
            self.stdout.write(f"Posting {row.posting_id}: {row.news} news, {len(row.findings)} findings")
            for sentence in row.findings:
                self.stdout.write(f"  {sentence}")
        found = {orphan.platform_id: orphan for orphan in self.list_orphans(postings)}
        self.act(found, options["adopt"], orphans.adopt)
        self.act(found, options["discard"], orphans.discard)

    def list_orphans(self, postings: list[Posting]) -> list[Orphan]:
        """All that crashes have left at the platforms of these postings, each told with what to do."""
        found: list[Orphan] = []
        for recruiter, environment in sorted({(posting.recruiter, posting.environment) for posting in postings}):
            try:
                found += find_orphans(recruiter, environment)
            except TuringError as error:
                raise refuse(error) from None
        for orphan in found:
            part = orphan.part
            self.stdout.write(f"{part.recruiter} ({part.environment}) has {orphan.platform_id}. {orphan.advice}")
        return found

    def act(self, found: dict[str, Orphan], ids: list[str], deed: Callable[..., Outgoing | None]) -> None:
        """Adopt or close these, now."""
        for platform_id in ids:
            if platform_id not in found:
                raise CommandError(
                    f"{platform_id} is nothing that a crash has left; there are: {', '.join(found) or 'none'}."
                )
            try:
                row = deed(found[platform_id], at=timezone.now())
            except TuringError as error:
                raise refuse(error) from None
            carry_out([row] if row else [], self.stdout)
