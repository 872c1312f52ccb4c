"""`manage.py postings [POSTING]`: how all postings stand, a line each, or one as its board shows it."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from judging.management.postings import carry_out, find_posting, refuse
from judging.models.recruiting import Outgoing, Posting
from judging.recruiters.values import Status
from judging.retrying import try_again
from judging.standing import Standing, stand, stand_all
from turingapp.errors import TuringError


class Command(BaseCommand):
    """Lists postings, or shows one."""

    help = "List every posting with its state, people and money; with the number of one its whole board."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("posting", type=int, nargs="?", help="the number of one, for its whole board")
        parser.add_argument("--again", type=int, metavar="REQUEST", help="ask once more for what the platform refused")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["posting"] is not None:
            posting = find_posting(options["posting"])
            if options["again"] is not None:
                self.ask_again(posting, options["again"])
            self.stdout.write("\n".join(write_board(posting, stand(posting))))
            return
        postings = list(Posting.objects.select_related("study"))
        for posting, standing in zip(postings, stand_all(postings), strict=True):
            self.stdout.write(write_line(posting, standing))
        if not postings:
            self.stdout.write("There is no posting yet; open_posting makes one.")

    def ask_again(self, posting: Posting, number: int) -> None:
        """Ask the platform once more, now."""
        row = Outgoing.objects.select_related("part__posting").filter(pk=number, part__posting=posting).first()
        if row is None:
            raise CommandError(f"Posting {posting.pk} has no request {number}; its board lists those that are open.")
        try:
            is_asked = try_again(row, at=timezone.now())
        except TuringError as error:
            raise refuse(error) from None
        if not is_asked:
            self.stdout.write(f"Request {number} has not failed; nothing is asked again.")
        carry_out([row] if is_asked else [], self.stdout)


def write_line(posting: Posting, standing: Standing) -> str:
    """A posting in one line."""
    waiting, approved = standing.count(Status.SUBMITTED), standing.count(Status.APPROVED)
    return (
        f"{posting.pk}  {posting.study.slug}  {posting.recruiter} ({posting.environment})  "
        f"{standing.word.lower()}  {posting.places} wanted, {standing.count(Status.ACTIVE)} in progress, "
        f"{waiting} handed in, {approved} approved  {standing.amounts.paid} paid"
    )


def write_board(posting: Posting, standing: Standing) -> Iterator[str]:
    """A posting in many lines."""
    yield write_line(posting, standing)
    yield f"free places: {standing.free}{' (closing is not confirmed yet)' if standing.is_stopping else ''}"
    for status, number in standing.people:
        yield f"{status.replace('_', ' ')}: {number}"
    if standing.median_seconds is not None:
        yield f"median time: {standing.median_seconds / 60:.1f} minutes"
    amounts = standing.amounts
    yield f"paid: {amounts.rewards} rewards, {amounts.bonuses} bonuses, {amounts.fees} fees"
    yield f"committed beyond that: {amounts.committed}"
    yield f"the study: {standing.study_spent} of its cap of {standing.cap}"
    for part in standing.parts:
        free = "not told yet" if part.available is None else f"{part.available} free"
        where = f"{part.platform_id}  {part.address}".strip()
        yield f"part {part.number}: {part.state}, {part.places} places, {free}  {where}".rstrip()
    for change in posting.changes.all():
        yield f"{change.at:%Y-%m-%d %H:%M} UTC: {change}, {change.places} people wanted"
    for request in standing.requests:
        state = request.word.lower() or f"tried {request.tries} times, next {request.due_at:%H:%M:%S} UTC"
        what = f"{request.what.lower()}, part {request.part}"
        yield f"request {request.number}, {what}: {state}  {request.problem}".rstrip()
