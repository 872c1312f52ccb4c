"""`manage.py review_assignments POSTING`: what was handed in, with evidence; approve, reject, pay bonuses."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from judging.compensating import compensate
from judging.evidence import collect_evidence
from judging.management.postings import carry_out, find_posting, refuse
from judging.models.recruiting import PlatformSubmission, Posting
from judging.recruiters.base import Status
from judging.reviewing import Decided, approve_all, pay_bonus, reject
from turingapp.errors import TuringError


class Command(BaseCommand):
    """Without options it lists; each option acts on submissions by their numbers in that list."""

    help = "List a posting's submissions with evidence; approve, reject, pay a bonus or compensate by their numbers."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("posting", type=int)
        parser.add_argument("--approve", type=int, nargs="*", metavar="N", help="these, or all that wait where none")
        parser.add_argument("--reject", type=int, nargs="+", metavar="N", default=[])
        parser.add_argument("--bonus", type=int, nargs="+", metavar="N", default=[])
        parser.add_argument("--compensate", type=int, nargs="+", metavar="N", default=[], help="could not hand it in")
        parser.add_argument("--amount", type=int, default=0, help="of the bonus, in cents or pence")
        parser.add_argument("--name", default="bonus", help="a bonus of one name is paid once to each")
        parser.add_argument("--reason", default="", help="told to the person")
        parser.add_argument("--by", default="", help="who rejects")

    def handle(self, *args: Any, **options: Any) -> None:
        posting = find_posting(options["posting"])
        try:
            results = self.act(posting, options)
        except TuringError as error:
            raise refuse(error) from None
        for result in results:
            self.stdout.write(f"{result.submission.pk}: {result.result} {result.reason}".rstrip())
        carry_out([result.outgoing for result in results if result.outgoing], self.stdout)
        self.list_all(posting)

    def act(self, posting: Posting, options: dict[str, Any]) -> list[Decided]:
        """Do what the options ask."""
        now, amount, reason = timezone.now(), options["amount"], options["reason"]
        results: list[Decided] = []
        if options["approve"] is not None:
            waiting = PlatformSubmission.objects.filter(part__posting=posting, status=Status.SUBMITTED)
            results += approve_all(find(posting, options["approve"]) or waiting, at=now)
        results += [reject(row, reason=reason, by=options["by"], at=now) for row in find(posting, options["reject"])]
        results += [
            pay_bonus(row, amount=amount, reason=reason, name=options["name"], at=now)
            for row in find(posting, options["bonus"])
        ]
        for row in find(posting, options["compensate"]):
            done = compensate(row, amount=amount, reason=reason, at=now)
            results.append(done if isinstance(done, Decided) else Decided(row, "asked", f"posting {done.pk}"))
        return results

    def list_all(self, posting: Posting) -> None:
        """The table."""
        rows = PlatformSubmission.objects.filter(part__posting=posting).select_related("assignment")
        for row in rows.order_by("pk"):
            self.stdout.write(f"{row.pk}  {row.get_status_display():<12}  {collect_evidence(row).summary}")


def find(posting: Posting, numbers: list[int]) -> list[PlatformSubmission]:
    """The posting's submissions of these numbers."""
    rows = {row.pk: row for row in PlatformSubmission.objects.filter(part__posting=posting, pk__in=numbers)}
    if missing := [str(number) for number in numbers if number not in rows]:
        raise CommandError(f"Posting {posting.pk} has no submission {', '.join(missing)}.")
    return [rows[number] for number in numbers]
