"""`manage.py review_assignments POSTING`: what was handed in, with evidence; approve, reject, pay bonuses."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from judging.deciding import decide
from judging.deciding_runs import Kind, Terms
from judging.evidence import collect_evidence
from judging.management.postings import BY, carry_out, find_posting, refuse
from judging.models import Decision
from judging.models.recruiting import PlatformSubmission, Posting
from judging.recruiters.values import Status
from turingapp.errors import TuringError


class Command(BaseCommand):
    """Without options it lists; each option acts on submissions by their numbers in that list."""

    help = "List a posting's submissions with evidence; approve, reject, pay a bonus or compensate by their numbers."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("posting", type=int, help="the number of the posting")
        parser.add_argument("--approve", type=int, nargs="*", metavar="N", help="these, or all that wait where none")
        parser.add_argument("--reject", type=int, nargs="+", metavar="N", default=[], help="numbers of the list")
        parser.add_argument("--bonus", type=int, nargs="+", metavar="N", default=[], help="numbers of the list")
        parser.add_argument("--compensate", type=int, nargs="+", metavar="N", default=[], help="could not hand it in")
        parser.add_argument("--amount", type=int, default=0, help="of the bonus, in cents or pence")
        parser.add_argument("--name", default="bonus", help="a bonus of one name is paid once to each")
        parser.add_argument("--reason", default="", help="told to the person")
        parser.add_argument("--by", default="", help="who decides; a rejection needs it")

    def handle(self, *args: Any, **options: Any) -> None:
        posting = find_posting(options["posting"])
        terms = Terms(options["amount"], options["reason"], options["name"])
        for kind, rows in choose(posting, options):
            if not rows:
                self.stdout.write("Nobody waits for a decision.")
                continue
            by = options["by"] if kind == Kind.REJECT else options["by"] or BY
            try:
                decision = decide(kind, posting, rows, by=by, clock=timezone.now, terms=terms)
            except TuringError as error:
                raise refuse(error) from None
            self.tell(decision)
        self.list_all(posting)

    def tell(self, decision: Decision) -> None:
        """What came of each, and of what the platform was asked."""
        results = list(decision.results.select_related("outgoing"))
        for result in results:
            self.stdout.write(f"{result.submission_id}: {result.state} {result.reason}".rstrip())
        carry_out([result.outgoing for result in results if result.outgoing], self.stdout)

    def list_all(self, posting: Posting) -> None:
        """The table."""
        rows = PlatformSubmission.objects.filter(part__posting=posting).order_by("pk")
        rows = rows.select_related("assignment", "part__posting")
        evidence = collect_evidence(rows)
        for row in rows:
            self.stdout.write(f"{row.pk}  {row.get_status_display():<12}  {evidence[row.pk].summary}")


def choose(posting: Posting, options: dict[str, Any]) -> Iterator[tuple[Decision.Kind, list[PlatformSubmission]]]:
    """Each decision that the options name, with the submissions it is about."""
    if options["approve"] is not None:
        waiting = PlatformSubmission.objects.filter(part__posting=posting, status=Status.SUBMITTED)
        yield Kind.APPROVE, find(posting, options["approve"]) or list(waiting.select_related("part__posting"))
    for kind in (Kind.REJECT, Kind.BONUS, Kind.COMPENSATE):
        if numbers := options[kind]:
            yield kind, find(posting, numbers)


def find(posting: Posting, numbers: list[int]) -> list[PlatformSubmission]:
    """The posting's submissions of these numbers."""
    found = PlatformSubmission.objects.filter(part__posting=posting, pk__in=numbers).select_related("part__posting")
    rows = {row.pk: row for row in found}
    if missing := [str(number) for number in numbers if number not in rows]:
        raise CommandError(f"Posting {posting.pk} has no submission {', '.join(missing)}.")
    return [rows[number] for number in dict.fromkeys(numbers)]
