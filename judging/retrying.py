"""Asking again for what a platform has refused, after whatever was wrong with it is put right."""

from datetime import datetime

from django.db import transaction

from judging import ledger, outbox
from judging.models import Study
from judging.models.recruiting import Outgoing, Posting, PostingPart
from judging.recruiters.money import Money
from judging.reviewing import retry
from turingapp.errors import Refused

Kind = Outgoing.Kind
# In which states of its posting a request still makes sense; closing and all about submissions always do.
IN_STATES = {
    Kind.OPEN: (Posting.State.OPEN, Posting.State.PAUSED),
    Kind.EXTEND: (Posting.State.OPEN,),
    Kind.PAUSE: (Posting.State.PAUSED,),
    Kind.RESUME: (Posting.State.OPEN,),
}


def try_again(row: Outgoing, *, at: datetime) -> bool:
    """Ask once more for what has failed, its money set aside anew; false where it is on its way or done by now.

    Raises Refused where the posting has gone on since, and OverCap.
    """
    if row.submission_id is None or row.kind == Kind.LIST:
        return ask_again(row, at=at) is not None
    decided = retry(row, at=at)
    if decided is not None and decided.result == "refused":
        raise Refused(decided.reason)
    return decided is not None and decided.outgoing is not None


@transaction.atomic
def ask_again(row: Outgoing, *, at: datetime) -> Outgoing | None:
    """The request of a posting's part, due again."""
    study = ledger.lock_study(row.part.posting.study_id)
    row = Outgoing.objects.select_for_update(of=("self",)).select_related("part__posting").get(pk=row.pk)
    if row.state != Outgoing.State.FAILED:
        return None
    kind, posting = Kind(row.kind), row.part.posting
    if posting.state not in IN_STATES.get(kind, (posting.state,)):
        state = posting.get_state_display().lower()
        raise Refused(f"The posting is {state} by now, so there is no use in asking again: {row.get_kind_display()}.")
    payload = dict(row.payload)
    if kind in (Kind.OPEN, Kind.EXTEND):
        payload = claim_places(study, row, payload)
    again = outbox.put(kind, cause=row.cause, part=row.part, payload=payload, at=at)
    if again is not None and kind in (Kind.OPEN, Kind.EXTEND):
        ledger.reserve_places(row.part, count_places(payload), outgoing=again, at=at)
    return again


def claim_places(study: Study, row: Outgoing, payload: dict[str, int]) -> dict[str, int]:
    """Give the part back the places that it lost by the refusal. Raises OverCap."""
    part, more = row.part, count_places(payload)
    if part.posting.plugin.calls_platform:
        ledger.check_study_cap(study, Money(more * ledger.count_place(part), part.posting.currency))
    if row.kind == Kind.OPEN:
        part.state = PostingPart.State.PLANNED
    else:
        part.places += more
        payload = {"places": part.places, "more": more}
    part.save(update_fields=("state", "places"))
    return payload


def count_places(payload: dict[str, int]) -> int:
    """How many places a request adds: an opening all of them, an extension the difference."""
    return payload["more"] if "more" in payload else payload["places"]
