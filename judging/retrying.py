"""Asking again for what a platform has refused, after whatever was wrong with it is put right."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from judging import ledger, outbox
from judging.carrying_parts import ask_for_more
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
    row = Outgoing.objects.select_for_update(no_key=True, of=("self",)).select_related("part__posting").get(pk=row.pk)
    if row.state != Outgoing.State.FAILED:
        return None
    kind, posting = Kind(row.kind), row.part.posting
    if posting.state not in IN_STATES.get(kind, (posting.state,)):
        state = posting.get_state_display().lower()
        raise Refused(
            _("The posting is %(state)s by now, so there is no use in asking again: %(kind)s.")
            % {"state": state, "kind": row.get_kind_display()}
        )
    if kind in (Kind.OPEN, Kind.EXTEND):
        claim_places(study, row)
    again = outbox.put(kind, cause=row.cause, part=row.part, payload=row.payload, at=at)
    if again is not None and kind in (Kind.OPEN, Kind.EXTEND):
        ledger.reserve_places(row.part, count_places(row.payload), outgoing=again, at=at)
    return again


def claim_places(study: Study, row: Outgoing) -> None:
    """Give the posting back the places that it lost by the refusal. Raises OverCap, and Refused while another
    extension of the part is on its way: each asks for a number that counts those before it.
    """
    part, more = row.part, count_places(row.payload)
    if part.posting.plugin.calls_platform:
        ledger.check_study_cap(study, Money(more * ledger.count_place(part), part.posting.currency))
    if row.kind == Kind.EXTEND:
        if part.outgoing.filter(kind=Kind.EXTEND, state=Outgoing.State.DUE).exists():
            raise Refused(_("Another extension of this part is on its way; ask again once it is done."))
        part.places += more
    else:
        part.state = PostingPart.State.PLANNED
    part.save(update_fields=("state", "places"))
    ask_for_more(part, more)


def count_places(payload: dict[str, int]) -> int:
    """How many places a request adds: an opening all of them, an extension the difference."""
    return payload["more"] if "more" in payload else payload["places"]
