"""Erasing what is due, by a worker: found from rows, batch by batch, broken off and gone on with at any point."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F

from judging.models import Kept, RetentionDone, Study
from judging.retaining import conversations, platform_ids, signs, told
from judging.retaining.terms import Term, list_due

SECONDS = 60.0  # that one run goes on for


@dataclass(frozen=True, slots=True)
class Eraser:
    """How data of one kind are counted and erased; `count_left` is what the end of a run has to find at none."""

    count: Callable[[Study], int]
    erase: Callable[..., Iterator[int]]
    count_left: Callable[[Study, datetime], int]


ERASERS = {
    Kept.IDENTITIES: Eraser(
        platform_ids.count, platform_ids.erase, lambda study, at: platform_ids.count_going(study, at=at)
    ),
    Kept.DEMOGRAPHICS: Eraser(told.count, told.erase, lambda study, _: told.count(study)),
    Kept.CONVERSATIONS: Eraser(conversations.count, conversations.erase, lambda study, _: conversations.count(study)),
    Kept.SIGNS: Eraser(signs.count, signs.erase, lambda study, _: signs.count(study)),
}


def carry_out_due(*, clock: Callable[[], datetime], seconds: float | None = SECONDS) -> int:
    """Erase what is due for so many seconds, all of it for None; how many rows.

    It may run twice at once: every batch is locked, and looked at again once it is.
    """
    until, rows = None if seconds is None else clock() + timedelta(seconds=seconds), 0
    for term in list_due(at=clock()):
        for batch in carry_out(term, clock=clock):
            rows += batch
            if until is not None and clock() >= until:
                return rows
    return rows


def carry_out(term: Term, *, clock: Callable[[], datetime]) -> Iterator[int]:
    """Erase one kind of data of one study; notes how much as it goes, and the time once nothing is left."""
    eraser, at = ERASERS[term.kind], clock()
    done, _ = RetentionDone.objects.get_or_create(study=term.study, kind=term.kind, defaults={"rows": 0})
    for rows in eraser.erase(term.study, at=at):
        RetentionDone.objects.filter(pk=done.pk).update(rows=F("rows") + rows)
        yield rows
    if not eraser.count_left(term.study, at):
        RetentionDone.objects.filter(pk=done.pk, at=None).update(at=clock())
