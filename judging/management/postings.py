"""What the commands about postings share: finding one, working off its requests, and telling what came of it."""

import random
from collections.abc import Iterable

from django.core.management.base import CommandError, CommandParser, OutputWrapper
from django.utils import timezone

from judging import outbox
from judging.models import Study
from judging.models.recruiting import Outgoing, Posting
from turingapp.errors import InvalidPayload, TuringError

BY = "the command line"


def add_by(parser: CommandParser, *, default: str = BY) -> None:
    """The option that says who does it."""
    parser.add_argument("--by", metavar="NAME", default=default, help="who does it; kept with what is done")


def find_study(slug: str) -> Study:
    """The study of that name."""
    study = Study.objects.filter(slug=slug).first()
    if study is None:
        known = ", ".join(Study.objects.values_list("slug", flat=True)) or "none"
        raise CommandError(f"No study is called {slug!r}; there are: {known}.")
    return study


def find_posting(number: int) -> Posting:
    """The posting of that number."""
    posting = Posting.objects.filter(pk=number).first()
    if posting is None:
        known = ", ".join(f"{row.pk} ({row})" for row in Posting.objects.all()) or "none"
        raise CommandError(f"There is no posting {number}; there are: {known}.")
    return posting


def refuse(error: TuringError) -> CommandError:
    """What the command says of an error of ours: each problem in a line."""
    problems = error.problems if isinstance(error, InvalidPayload) else ()
    return CommandError("\n".join(str(problem) for problem in problems) or str(error))


def carry_out(rows: Iterable[Outgoing], stdout: OutputWrapper) -> None:
    """Work these requests off now, as the worker would, and say how each stands."""
    keys = [row.pk for row in rows]
    outbox.carry_out_due(clock=timezone.now, rng=random.Random(), among=keys)
    for row in Outgoing.objects.filter(pk__in=keys).select_related("part"):
        told = row.part.platform_id or "" if row.state == Outgoing.State.DONE else row.problem
        again = "; the worker tries again" if row.state == Outgoing.State.DUE else ""
        stdout.write(f"{row.get_kind_display()}: {row.get_state_display().lower()} {told}{again}")
