"""Asking platforms how things stand: which parts are due, what is new, and when to ask again."""

import random
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Count

from agents.people import make_person_key
from judging import ledger
from judging.carrying_parts import describe_part
from judging.following import take_told
from judging.models.recruiting import Outgoing, PlatformSubmission, PostingPart
from judging.overtaking import TURNING, has_overtaken, put_right
from judging.recruiters.values import UNDECIDED, PartStatus, Submission
from turingapp.errors import ServiceError

FEWEST_REQUESTS = 2  # of a poll: one for the part, one for each page of its submissions
SUBMISSIONS_PER_REQUEST = 100
LEASE = timedelta(minutes=5)  # a part that its worker has not asked about by then is taken up again
SOONEST, LATEST = timedelta(minutes=1), timedelta(minutes=15)
State = PostingPart.State


@dataclass(slots=True)
class Polled:
    """What one look at a part brought."""

    part: PostingPart
    news: int = 0
    problem: str = ""


def poll_due(*, at: datetime, rng: random.Random, requests: int | None = None) -> list[Polled]:
    """Ask about the parts that have waited longest, within the budget of requests. May run in many workers."""
    budget = settings.PLATFORM_REQUESTS_PER_MINUTE if requests is None else requests
    return [poll(part, at=at, rng=rng) for part in claim_due(budget, at=at)]


@transaction.atomic
def claim_due(requests: int, *, at: datetime) -> list[PostingPart]:
    """The parts that have waited longest, as many as so many requests suffice for, leased to this worker. One whose
    submissions alone take more is asked alone.
    """
    due = PostingPart.objects.select_for_update(no_key=True, skip_locked=True, of=("self",)).select_related("posting")
    waiting = list(
        due.filter(platform_id__isnull=False, poll_due_at__lte=at).order_by("poll_due_at", "pk")[
            : requests // FEWEST_REQUESTS
        ]
    )
    rows = PlatformSubmission.objects.filter(part__in=waiting).values_list("part").annotate(Count("pk"))
    known = dict(rows.order_by())
    claimed: list[PostingPart] = []
    for part in waiting:
        requests -= FEWEST_REQUESTS + known.get(part.pk, 0) // SUBMISSIONS_PER_REQUEST
        if requests < 0 and claimed:
            break
        claimed.append(part)
    PostingPart.objects.filter(pk__in=[part.pk for part in claimed]).update(poll_due_at=at + LEASE)
    return claimed


def poll(part: PostingPart, *, at: datetime, rng: random.Random) -> Polled:
    """Ask how one part stands, outside any transaction, then write down what is new."""
    plugin, described = part.posting.plugin, describe_part(part)
    try:
        status = plugin.read_part(described)
        told = list(plugin.list_submissions(described))
    except ServiceError as error:
        plan_next(part, news=0, at=at, rng=rng)
        return Polled(part, problem=str(error))
    news = sum(take_told(part, submission, at=at) for submission in find_new(part, told))
    news += record_status(part, status, at=at)
    settle(part, at=at)
    plan_next(part, news=news, at=at, rng=rng)
    return Polled(part, news)


def find_new(part: PostingPart, told: list[Submission]) -> list[Submission]:
    """Those that say something we have not written down; a poll of a thousand known ones writes nothing."""
    rows = part.submissions.values_list("platform_assignment", "identity__person_key", "status", "code")
    known = {(assignment, key): (status, code) for assignment, key, status, code in rows}
    return [
        submission
        for submission in told
        if known.get((submission.platform_assignment, make_person_key(part.recruiter, submission.person)))
        != (submission.status, submission.code)
    ]


def plan_next(part: PostingPart, *, news: int, at: datetime, rng: random.Random) -> None:
    """Ask again soon where something happens, ever later where nothing does, never again where all is decided."""
    part.quiet_polls = 0 if news else part.quiet_polls + 1
    wait = min(SOONEST * 2 ** min(part.quiet_polls, 10), LATEST) * rng.uniform(0.8, 1.2)
    part.polled_at = at
    part.poll_due_at = None if is_over(part, at=at) else at + wait
    part.save(update_fields=("quiet_polls", "polled_at", "poll_due_at"))


def is_over(part: PostingPart, *, at: datetime) -> bool:
    """Whether nothing more can come of a part."""
    if not part.posting.plugin.calls_platform:
        return True
    is_settled = ledger.find_reserved(part) == 0 and not has_overtaken(part, at=at)
    return part.state == State.CLOSED and is_settled and not part.submissions.filter(status__in=UNDECIDED)


def record_status(part: PostingPart, status: PartStatus | None, *, at: datetime) -> int:
    """The part's numbers; closed or paused at the platform is so here. Open there though not wanted is closed again."""
    if status is None:
        return 0
    rows = PostingPart.objects.filter(pk=part.pk)
    rows.update(available=status.available, address=status.address, busy=status.busy)
    if put_right(part, status, at=at):
        rows.exclude(state=State.FAILED).update(state=State.OPEN)
    elif status.is_open:
        rows.filter(state=State.PAUSED).update(state=State.OPEN)
    elif status.is_paused:
        rows.filter(state=State.OPEN).update(state=State.PAUSED)
    elif not part.outgoing.filter(kind__in=TURNING, state=Outgoing.State.DUE).exists():
        rows.filter(state=State.OPEN).update(state=State.CLOSED)
    is_new = part.available != status.available
    part.refresh_from_db(fields=("available", "address", "busy", "state"))
    return int(is_new)


@transaction.atomic
def settle(part: PostingPart, *, at: datetime) -> None:
    """Give back the money for places that nobody will fill any more; what is handed in keeps its share."""
    if part.state != State.CLOSED or part.busy or not part.posting.plugin.calls_platform:
        return
    ledger.lock_study(part.posting.study_id)
    waiting = part.submissions.filter(status__in=UNDECIDED).count()
    surplus = ledger.find_reserved(part) - waiting * ledger.count_place(part)
    if surplus > 0:
        ledger.release_reserved(part, surplus, outgoing=None, at=at)
