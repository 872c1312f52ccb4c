"""Reconciliations that somebody asked for: written down, carried out by a worker, kept with what they found."""

import random
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from judging import ledger
from judging.models import Reconciliation
from judging.models.recruiting import Outgoing, Posting
from judging.orphans import Orphan, find_orphans
from judging.reconciling import list_known, reconcile
from turingapp.errors import ServiceError

LEASE = timedelta(minutes=5)  # a worker that gives no sign for so long is taken for dead
Clock = Callable[[], datetime]


@transaction.atomic
def ask_reconciliation(posting: Posting, *, by: str, at: datetime) -> Reconciliation:
    """Write down that a posting is to be reconciled; the one that is asked for already where there is one."""
    ledger.lock_study(posting.study_id)
    row, _ = Reconciliation.objects.get_or_create(
        posting=posting, over_at=None, defaults={"by": by, "asked_at": at, "parts": len(list_known(posting))}
    )
    return row


def carry_out_asked(*, clock: Clock, rng: random.Random) -> list[Reconciliation]:
    """Carry out all that were asked for, one after the other; may run in many workers."""
    rows = []
    while row := claim_next(clock()):
        carry_out(row, clock=clock, rng=rng)
        rows.append(row)
    return rows


@transaction.atomic
def claim_next(at: datetime) -> Reconciliation | None:
    """The one that has waited longest, or whose worker has died, now this worker's."""
    due = Q(taken_at=None) | Q(taken_at__lt=at - LEASE)
    rows = Reconciliation.objects.select_for_update(no_key=True, skip_locked=True, of=("self",)).filter(
        due, over_at=None
    )
    row = rows.select_related("posting__study").order_by("asked_at", "pk").first()
    if row is not None:
        row.taken_at = at
        row.save(update_fields=("taken_at",))
    return row


def carry_out(row: Reconciliation, *, clock: Clock, rng: random.Random) -> None:
    """Ask the platform outside any transaction, saying how far it is, then write down what was found."""

    def tell(done: int) -> None:
        Reconciliation.objects.filter(pk=row.pk, over_at=None).update(done=done, taken_at=clock())

    found = reconcile(row.posting, at=clock(), rng=rng, tell=tell)
    row.news, row.findings, row.orphans = found.news, found.findings, []
    try:
        orphans = find_orphans(row.posting.recruiter, row.posting.environment)
    except ServiceError as error:
        row.findings.append(str(error))
    else:
        mine = [orphan for orphan in orphans if orphan.part.posting_id == row.posting_id]
        row.orphans = [{"platform_id": orphan.platform_id, "opening": orphan.opening.pk} for orphan in mine]
    row.done, row.over_at = row.parts, clock()
    row.save(update_fields=("news", "findings", "orphans", "done", "over_at"))


def find_last(posting: Posting) -> Reconciliation | None:
    """The last one that is over."""
    return posting.reconciliations.exclude(over_at=None).first()


def list_orphans(posting: Posting) -> list[Orphan]:
    """What the last reconciliation has found and nobody has dealt with since; asks nobody."""
    last = find_last(posting)
    if last is None or not last.orphans:
        return []
    closed = posting.parts.filter(outgoing__kind=Outgoing.Kind.DISCARD, outgoing__state=Outgoing.State.DONE)
    gone = {*closed.values_list("outgoing__payload__platform_id", flat=True)}
    gone |= {*posting.parts.values_list("platform_id", flat=True)}
    openings = Outgoing.objects.filter(pk__in=[row["opening"] for row in last.orphans])
    rows = {row.pk: row for row in openings.select_related("part__posting__study")}
    return [
        Orphan(row["platform_id"], rows[row["opening"]])
        for row in last.orphans
        if row["platform_id"] not in gone and row["opening"] in rows
    ]
