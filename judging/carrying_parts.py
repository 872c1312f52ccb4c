"""Parts at a platform opened, extended, paused and closed: what is asked, and what is written down afterwards."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from judging.identities import unseal
from judging.leaving_out import LIST, leave_out
from judging.models.recruiting import Outgoing, PlatformIdentity, Posting, PostingPart
from judging.offers import read_offer
from judging.recruiters.calling import Call
from judging.recruiters.values import Part
from turingapp.errors import TemporaryServiceError

Kind, State = Outgoing.Kind, Outgoing.State
Answer = dict[str, Any]


def describe_part(part: PostingPart) -> Part:
    """The part as its recruiter knows it; raises TemporaryServiceError where it is not made yet."""
    if part.platform_id is None:
        raise TemporaryServiceError(_("Part %(part)s is not made at its platform yet.") % {"part": part.number})
    return Part(part.platform_id, part.environment, part.details)


def ask_open(row: Outgoing, call: Call) -> Answer:
    """Make the part, for everybody whom the study takes or for one person alone."""
    posting, details = row.part.posting, {}
    offer = replace(read_offer(posting.offer), places=row.payload["places"])
    if identity := row.payload.get("identity"):
        person, name = unseal(PlatformIdentity.objects.get(pk=identity)), f"for-one-{row.token}"
        only = posting.plugin.admit_only(person, name=name, environment=posting.environment, call=call)
        offer = replace(offer, requirements=only)
    elif posting.plugin.keeps_lists:
        offer, details[LIST] = leave_out(row.part, offer)
    made = posting.plugin.open_part(offer, environment=posting.environment, call=call)
    return {"platform_id": made.platform_id, "details": {**made.details, **details}}


def record_open(row: Outgoing, answer: Answer, at: datetime) -> None:
    """The part is there and wants to be asked how it stands."""
    part = row.part
    part.platform_id, part.details = answer["platform_id"], answer["details"]
    part.state, part.poll_due_at = PostingPart.State.OPEN, at
    part.save(update_fields=("platform_id", "details", "state", "poll_due_at"))


def give_up_open(row: Outgoing, at: datetime) -> None:
    """The part does not come to be, and the posting asks for its places no more."""
    PostingPart.objects.filter(pk=row.part_id).update(state=PostingPart.State.FAILED)
    ask_for_more(row.part, -row.part.places)


def ask_for_more(part: PostingPart, more: int) -> None:
    """Have the posting of a part ask for so many more people; the caller holds the study's lock."""
    Posting.objects.filter(pk=part.posting_id).update(places=F("places") + more)


def ask_extend(row: Outgoing, call: Call) -> Answer:
    """Raise the number of places of a part. Extensions of one part go one after the other: what a later one asks for
    depends on whether an earlier one was refused, so its number is read only now.
    """
    row.part.posting.plugin.extend(describe_part(row.part), count_wanted(row), call=call)
    return {}


@transaction.atomic
def count_wanted(row: Outgoing) -> int:
    """How many places the part is to have after this extension: all but those of later ones."""
    part = PostingPart.objects.select_for_update(no_key=True).get(pk=row.part_id)
    others = part.outgoing.filter(kind=Kind.EXTEND, state=State.DUE).exclude(pk=row.pk)
    if others.filter(pk__lt=row.pk).exists():
        raise TemporaryServiceError(_("An earlier extension of the same part is still on its way."))
    return part.places - sum(int(payload["more"]) for payload in others.values_list("payload", flat=True))


def give_up_extend(row: Outgoing, at: datetime) -> None:
    """The part keeps the places it had, and the posting asks for no more than before."""
    PostingPart.objects.filter(pk=row.part_id).update(places=F("places") - row.payload["more"])
    ask_for_more(row.part, -row.payload["more"])


def ask_close(row: Outgoing, call: Call) -> Answer:
    """Let nobody more in. A part that was never made needs no closing."""
    part = row.part
    if part.platform_id is None and not part.outgoing.filter(kind=Kind.OPEN, state=State.DUE).exists():
        return {}
    return close_for_good(part, describe_part(part), call)


def close_for_good(part: PostingPart, described: Part, call: Call) -> Answer:
    """Close an object at the platform, and see that it is so."""
    part.posting.plugin.close(described, call=call)
    status = part.posting.plugin.read_part(described)
    if status is not None and status.is_open:
        raise TemporaryServiceError(
            _("The platform still shows %(number)s free places.") % {"number": status.available}
        )
    return {}


def record_close(row: Outgoing, answer: Answer, at: datetime) -> None:
    """Nobody more can come."""
    PostingPart.objects.filter(pk=row.part_id).exclude(state=PostingPart.State.FAILED).update(
        state=PostingPart.State.CLOSED, available=0, poll_due_at=at
    )


def ask_discard(row: Outgoing, call: Call) -> Answer:
    """Let nobody take what a crash has left at the platform."""
    return close_for_good(row.part, Part(row.payload["platform_id"], row.part.environment), call)


def ask_pause(row: Outgoing, call: Call) -> Answer:
    """Let nobody more in for the time being."""
    row.part.posting.plugin.pause(describe_part(row.part), call=call)
    return {}


def record_pause(row: Outgoing, answer: Answer, at: datetime) -> None:
    """Nobody can come until it goes on."""
    rows = PostingPart.objects.filter(pk=row.part_id, state=PostingPart.State.OPEN)
    rows.update(state=PostingPart.State.PAUSED, available=0)


def ask_resume(row: Outgoing, call: Call) -> Answer:
    """Let people in again."""
    posting = row.part.posting
    hours = read_offer(posting.offer).open_hours
    posting.plugin.resume(describe_part(row.part), open_hours=hours, call=call)
    return {}


def record_resume(row: Outgoing, answer: Answer, at: datetime) -> None:
    """People can come again."""
    rows = PostingPart.objects.filter(pk=row.part_id, state=PostingPart.State.PAUSED)
    rows.update(state=PostingPart.State.OPEN, poll_due_at=at)
