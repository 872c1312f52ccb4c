"""Requests that reach a platform after what was asked for later: noticed when a part stands otherwise there, undone."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from judging import ledger, outbox
from judging.models.recruiting import Outgoing, Posting, PostingPart
from judging.recruiters.values import PartStatus

Kind, State = Outgoing.Kind, Outgoing.State
ARRIVES_WITHIN = timedelta(minutes=5)  # no canceled request in a worker's hands comes later
TURNING = (*outbox.SWITCHING, Kind.OPEN, Kind.CLOSE)
WANTED = {Posting.State.OPEN: Kind.RESUME, Posting.State.PAUSED: Kind.PAUSE, Posting.State.CLOSED: Kind.CLOSE}


def has_overtaken(part: PostingPart, *, at: datetime) -> bool:
    """Whether a request of the part may still reach the platform though something else is asked for by now."""
    canceled = Q(kind__in=outbox.SWITCHING, state=State.CANCELED, tries__gt=0, over_at__gt=at - ARRIVES_WITHIN)
    due = Q(kind__in=(*outbox.SWITCHING, *outbox.GROWING), state=State.DUE)
    return part.outgoing.filter(canceled | due).exists()


@transaction.atomic
def put_right(part: PostingPart, status: PartStatus, *, at: datetime) -> Outgoing | None:
    """Ask once more for what the posting wants, where the platform had done it and stands otherwise now.

    None where it stands as wanted, where that is on its way, and where the platform has refused it.
    """
    ledger.lock_study(part.posting.study_id)
    part.posting.refresh_from_db()
    kind = WANTED.get(Posting.State(part.posting.state))
    if kind is None or status.is_open == (kind == Kind.RESUME) or part.platform_id is None:
        return None
    if part.outgoing.filter(kind__in=TURNING, state=State.DUE).exists():
        return None
    if kind == Kind.RESUME and not has_overtaken(part, at=at):  # else it has run out, or was ended there
        return None
    asked = part.outgoing.filter(kind=kind).order_by("pk")
    last = asked.last()
    if last is None or last.state != State.DONE:
        return None
    return outbox.put(kind, cause=f"{kind}:{part.pk}:again:{asked.count()}", part=part, at=at)
