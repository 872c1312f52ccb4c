"""Objects at a platform that a crash has left: found by the mark they carry, then adopted or closed there."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from judging import ledger, outbox
from judging.models.recruiting import Outgoing, PostingPart
from judging.recruiters import RECRUITERS
from judging.retrying import IN_STATES, ask_again
from turingapp.errors import Refused

Kind, State = Outgoing.Kind, Outgoing.State


@dataclass(frozen=True, slots=True)
class Orphan:
    """An object of the account that carries the mark of our request and belongs to no part of ours."""

    platform_id: str
    opening: Outgoing  # the request that has made it

    @property
    def part(self) -> PostingPart:
        """The part that it was made for."""
        return self.opening.part

    @property
    def is_waited_for(self) -> bool:
        """Whether the worker will find and adopt it by itself."""
        return self.part.platform_id is None and self.opening.state == State.DUE

    @property
    def is_adoptable(self) -> bool:
        """Whether our part has no object and its request was given up."""
        is_wanted = self.part.posting.state in IN_STATES[Kind.OPEN]
        return is_wanted and self.part.platform_id is None and self.opening.state == State.FAILED

    @property
    def advice(self) -> str:
        """What it is, and what to do."""
        where = _("part %(part)s of posting %(posting)s") % {"part": self.part.number, "posting": self.part.posting_id}
        if self.is_waited_for:
            return _("Made for %(where)s; the worker adopts it at its next try. There is nothing to do.") % {
                "where": where
            }
        if self.is_adoptable:
            return _(
                "Made for %(where)s, whose opening was given up. Adopt it to go on with it, or close it there."
            ) % {"where": where}
        return _(
            "Made for %(where)s, which has another object or is over. Close it there, so that nobody takes it."
        ) % {"where": where}


def find_orphans(recruiter: str, environment: str) -> list[Orphan]:
    """The orphans of an account; asks the platform. What was closed as an orphan is none any more."""
    parts = PostingPart.objects.filter(recruiter=recruiter, environment=environment)
    known = set(parts.values_list("platform_id", flat=True))
    rows = Outgoing.objects.filter(part__in=parts).select_related("part__posting__study")
    openings = {row.token: row for row in rows.filter(kind=Kind.OPEN)}
    if not openings:
        return []
    closed = set(rows.filter(kind=Kind.DISCARD, state=State.DONE).values_list("payload__platform_id", flat=True))
    return [
        Orphan(platform_id, openings[token])
        for token, platform_id in RECRUITERS[recruiter].list_parts(environment)
        if token in openings and platform_id not in known | closed
    ]


@transaction.atomic
def adopt(orphan: Orphan, *, at: datetime) -> Outgoing | None:
    """Ask for the opening once more: the recruiter finds the object by its mark and goes on with it.

    None where it is asked already. Raises Refused where our part has another object, and OverCap.
    """
    fresh = lock(orphan)
    if fresh.is_waited_for or fresh.part.platform_id == fresh.platform_id:
        return None
    if not fresh.is_adoptable:
        raise Refused(_("It cannot be adopted. %(advice)s") % {"advice": fresh.advice})
    return ask_again(fresh.opening, at=at)


@transaction.atomic
def discard(orphan: Orphan, *, at: datetime) -> Outgoing | None:
    """Have it closed at the platform; None where that is asked already. Raises Refused where the worker adopts it."""
    fresh = lock(orphan)
    if fresh.is_waited_for or fresh.part.platform_id == orphan.platform_id:
        raise Refused(_("It is not closed: it belongs to part %(part)s.") % {"part": fresh.part.number})
    cause, payload = f"discard:{orphan.platform_id}"[:100], {"platform_id": orphan.platform_id}
    return outbox.put(Kind.DISCARD, cause=cause, part=fresh.part, payload=payload, at=at)


def lock(orphan: Orphan) -> Orphan:
    """The orphan as our rows tell of it now, with its study locked."""
    ledger.lock_study(orphan.part.posting.study_id)
    rows = Outgoing.objects.select_for_update(no_key=True, of=("self",)).select_related("part__posting")
    return Orphan(orphan.platform_id, rows.get(pk=orphan.opening.pk))
