"""Requests to platforms as rows: written with their cause, carried out by a worker, each in the end exactly once."""

import logging
import random
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from judging import ledger
from judging.carrying import DELIVERIES
from judging.models.recruiting import Outgoing, PlatformSubmission, PostingPart, make_token
from judging.trying import Try, list_held
from turingapp.errors import AnswerLost, PermanentServiceError, PlatformRefused, TemporaryServiceError

State = Outgoing.State
LEASE = timedelta(minutes=5)  # a row that its worker has not finished by then is taken up again
FIRST_WAIT, LONGEST_WAIT = timedelta(seconds=10), timedelta(hours=1)
MOST_AT_ONCE = 200
GROWING = (Outgoing.Kind.OPEN, Outgoing.Kind.EXTEND)
SWITCHING = (Outgoing.Kind.PAUSE, Outgoing.Kind.RESUME)
logger = logging.getLogger(__name__)
Clock = Callable[[], datetime]


def put(
    kind: Outgoing.Kind,
    *,
    cause: str,
    part: PostingPart,
    at: datetime,
    submission: PlatformSubmission | None = None,
    payload: dict[str, Any] | None = None,
) -> Outgoing | None:
    """The new row for a cause; None where the cause has one that is due or done. A failed one is due again.

    Called inside the transaction of the cause.
    """
    facts = {"kind": kind, "part": part, "submission": submission, "payload": payload or {}}
    row, is_new = Outgoing.objects.select_for_update(no_key=True).get_or_create(
        cause=cause, defaults={**facts, "due_at": at, "created_at": at}
    )
    if not is_new:
        if row.state not in (State.FAILED, State.CANCELED):
            return None
        put_again(row, payload or {}, at=at)
    return row


def put_again(row: Outgoing, payload: dict[str, Any], *, at: datetime) -> None:
    """Have a request that failed tried anew; with another payload it is another request, which has learned nothing."""
    if row.payload != payload:
        row.token, row.kept, row.payload = make_token(), {}, payload
    row.state, row.due_at, row.over_at = State.DUE, at, None
    row.save(update_fields=("state", "due_at", "over_at", "payload", "token", "kept"))


def carry_out_due(
    *,
    clock: Clock,
    rng: random.Random,
    among: Iterable[int] | None = None,
    log: Callable[[Outgoing, str], None] | None = None,
) -> list[Outgoing]:
    """Carry out what is due, one row after the other; returns the rows that were tried. May run in many workers."""
    tried: list[Outgoing] = []
    only = None if among is None else list(among)
    while len(tried) < MOST_AT_ONCE and (row := claim_next(clock(), only)):
        carry_out(row, clock=clock, rng=rng, log=log or log_step)
        tried.append(row)
    return tried


@transaction.atomic
def claim_next(at: datetime, only: list[int] | None) -> Outgoing | None:
    """The row that has been due longest, leased to this worker; its try is counted before anything is asked."""
    rows = Outgoing.objects.select_for_update(no_key=True, skip_locked=True, of=("self",)).filter(
        state=State.DUE, due_at__lte=at
    )
    if only is not None:
        rows = rows.filter(pk__in=only)
    row = rows.order_by("due_at", "pk").first()
    if row is not None:
        row.tries, row.due_at = row.tries + 1, at + LEASE
        row.save(update_fields=("tries", "due_at"))
    return row


def carry_out(row: Outgoing, *, clock: Clock, rng: random.Random, log: Callable[[Outgoing, str], None]) -> None:
    """One try: ask outside any transaction, then write down what came of it."""
    log(row, "claimed")
    try:
        answer = ask(row, at=clock())
    except TemporaryServiceError as error:
        postpone(row, str(error), at=clock(), rng=rng)
    except AnswerLost as error:
        leave_unclear(row, str(error))
    except PermanentServiceError as error:
        give_up(row, str(error), at=clock())
    else:
        log(row, "asked")
        finish(row, answer, at=clock())
        log(row, "finished")


def ask(row: Outgoing, *, at: datetime) -> dict[str, Any]:
    """Ask the platform. A refusal may mean that it is done already, by a worker thought dead or by the platform itself
    a moment ago; so before a refusal is believed, it is asked as a repeat, which looks first.
    """
    delivery = DELIVERIES[Outgoing.Kind(row.kind)]
    try:
        return delivery.ask(row, Try(row, at))
    except PlatformRefused:
        return delivery.ask(row, Try(row, at, was_refused=True))


def log_step(row: Outgoing, step: str) -> None:
    """Say in the log how far a row is."""
    logger.debug("%s %s of part %s: %s", row.kind, row.pk, row.part_id, step)


def draw_wait(tries: int, rng: random.Random) -> timedelta:
    """How long to wait after so many tries."""
    wait: timedelta = min(FIRST_WAIT * 2 ** min(tries - 1, 10), LONGEST_WAIT)
    return wait * rng.uniform(0.8, 1.2)


def postpone(row: Outgoing, problem: str, *, at: datetime, rng: random.Random) -> None:
    """Try again later: twice as late each time, up to an hour, and not all at the same moment."""
    row.due_at, row.problem = at + draw_wait(row.tries, rng), problem
    list_held(row).update(due_at=row.due_at, problem=problem)


def leave_unclear(row: Outgoing, problem: str) -> None:
    """A person has to look and decide; until then its amounts count, as they may have been paid."""
    list_held(row).update(state=State.UNCLEAR, problem=problem)


@transaction.atomic
def give_up(row: Outgoing, problem: str, *, at: datetime) -> None:
    """The platform says no: the row fails, and its amounts do not count."""
    ledger.lock_study(row.part.posting.study_id)
    if list_held(row).select_for_update(no_key=True).first() is None:
        return
    end(row, State.FAILED, problem, at=at)


@transaction.atomic
def finish(row: Outgoing, answer: dict[str, Any], *, at: datetime) -> None:
    """The platform has done it: write down what it answered, once. The study's row is locked before any other."""
    ledger.lock_study(row.part.posting.study_id)
    locked = Outgoing.objects.select_for_update(no_key=True).get(pk=row.pk)
    if locked.state != State.DUE:
        return
    row.state, row.problem, row.over_at = State.DONE, "", at
    row.save(update_fields=("state", "problem", "over_at"))
    ledger.confirm(row)
    DELIVERIES[Outgoing.Kind(row.kind)].record(row, answer, at)


def end(row: Outgoing, state: Outgoing.State, problem: str, *, at: datetime) -> None:
    """The row is over without having been done: its amounts do not count. The caller has locked it."""
    row.state, row.problem, row.over_at = state, problem, at
    row.save(update_fields=("state", "problem", "over_at"))
    ledger.annul(row)
    DELIVERIES[Outgoing.Kind(row.kind)].give_up(row, at)


def cancel_untried(parts: Iterable[PostingPart], *, at: datetime) -> int:
    """Take back openings and extensions that no worker has begun; inside the caller's transaction."""
    return cancel(Outgoing.objects.filter(part__in=parts, kind__in=GROWING, state=State.DUE, tries=0), at=at)


def cancel_switches(parts: Iterable[PostingPart], *, at: datetime) -> int:
    """Take back pauses and their ends that are not done: tried again later, they would undo what is asked for now."""
    return cancel(Outgoing.objects.filter(part__in=parts, kind__in=SWITCHING, state=State.DUE), at=at)


def cancel(rows: QuerySet[Outgoing], *, at: datetime) -> int:
    """End these rows as canceled."""
    canceled = list(rows.select_for_update(no_key=True, of=("self",)))
    for row in canceled:
        end(row, State.CANCELED, "", at=at)
    return len(canceled)
