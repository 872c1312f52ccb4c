"""Postings: opened, extended, paused, closed. Each writes rows; a worker asks the platforms."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from judging import ledger, outbox
from judging.drafting import fill_in
from judging.models import PostingChange, Study
from judging.models.recruiting import Outgoing, Posting, PostingPart
from judging.offers import read_offer
from judging.recruiters.checking import MOST_PLACES
from turingapp.errors import InvalidOffer, Problem, Refused, StudyNotOpen

Kind, Change = Outgoing.Kind, PostingChange.Kind
GROWING = (PostingPart.State.PLANNED, PostingPart.State.OPEN)  # parts that can get more places


@transaction.atomic
def open_posting(posting: Posting, *, at: datetime, by: str = "") -> list[Outgoing]:
    """Ask for all places, once. Raises StudyNotOpen, OverCap and InvalidOffer before anything is asked."""
    study = ledger.lock_study(posting.study_id)
    posting.refresh_from_db()
    if posting.state != Posting.State.DRAFT:
        return []
    if study.state != Study.State.OPEN:
        raise StudyNotOpen(_("%(study)s is not open; open it before people are sent to it.") % {"study": study.title})
    if study.is_simulated:
        raise StudyNotOpen(
            _("%(study)s is judged by robots, never by people; nobody is sent to it.") % {"study": study.title}
        )
    fill_in(posting, read_offer(posting.offer))  # PUBLIC_URL may have been put right since it was drafted
    offer = read_offer(posting.offer)
    ledger.check_study_cap(study, posting.plugin.estimate_cost(offer).total)
    posting.state, posting.opened_at = Posting.State.OPEN, at
    posting.save(update_fields=("state", "opened_at", "offer"))
    note_change(posting, Change.OPEN, by=by, at=at)
    return add_parts(posting, posting.plugin.share_out(offer), at=at)


def note_change(posting: Posting, kind: PostingChange.Kind, *, by: str, at: datetime) -> None:
    """Keep who has changed what, in the transaction of the change."""
    PostingChange.objects.create(posting=posting, kind=kind, places=posting.places, by=by, at=at)


def add_parts(
    posting: Posting, sizes: Sequence[int], *, at: datetime, more: Mapping[str, int] | None = None
) -> list[Outgoing]:
    """Further parts of these sizes, each with its request and its money set aside."""
    first = posting.parts.count() + 1
    rows = []
    for number, places in enumerate(sizes, first):
        part = PostingPart.objects.create(
            posting=posting,
            number=number,
            places=places,
            recruiter=posting.recruiter,
            environment=posting.environment,
        )
        row = outbox.put(
            Kind.OPEN, cause=f"open:{part.pk}", part=part, payload={"places": places, **(more or {})}, at=at
        )
        if row is not None:
            ledger.reserve_places(part, places, outgoing=row, at=at)
            rows.append(row)
    return rows


@transaction.atomic
def extend_posting(
    posting: Posting, more: int, *, at: datetime, seen_places: int | None = None, by: str = ""
) -> list[Outgoing]:
    """Ask for so many more places. Raises StudyNotOpen and OverCap before anything is asked, and Refused where the
    posting no longer asks for as many as whoever decided has seen: a second click adds nothing.
    """
    study = ledger.lock_study(posting.study_id)
    posting.refresh_from_db()
    if posting.state != Posting.State.OPEN or study.state != Study.State.OPEN:
        raise StudyNotOpen(_("Only an open posting of an open study can be extended."))
    if posting.parts.filter(state=PostingPart.State.PAUSED).exists():
        raise StudyNotOpen(_("The posting is paused at its platform; let it go on before you add places."))
    if seen_places not in (None, posting.places):
        raise Refused(
            _("The posting asks for %(number)s places by now, not %(asked)s; look before you add more.")
            % {"number": posting.places, "asked": seen_places}
        )
    if not 1 <= more <= MOST_PLACES:
        raise InvalidOffer([Problem("places", str(more), _("ask for 1 to %(most)s") % {"most": MOST_PLACES})])
    offer = read_offer(posting.offer)
    ledger.check_study_cap(study, posting.plugin.estimate_cost(replace(offer, places=more)).total)
    parts = list(posting.parts.select_for_update(no_key=True).filter(state__in=GROWING))
    grown, further = posting.plugin.plan_extension(offer, [part.places for part in parts], more)
    rows = [grow_part(part, size, at=at) for part, size in zip(parts, grown, strict=False) if size > part.places]
    posting.places += more
    posting.save(update_fields=("places",))
    note_change(posting, Change.EXTEND, by=by, at=at)
    return [*rows, *add_parts(posting, further, at=at)]


def grow_part(part: PostingPart, places: int, *, at: datetime) -> Outgoing:
    """Ask for a part to have so many places in all."""
    more, part.places = places - part.places, places
    part.save(update_fields=("places",))
    number = part.outgoing.filter(kind=Kind.EXTEND).count() + 1
    payload = {"more": more}
    row = outbox.put(Kind.EXTEND, cause=f"extend:{part.pk}:{number}", part=part, payload=payload, at=at)
    if row is None:
        raise InvalidOffer([Problem("part", str(part.number), _("it is being extended already; try again"))])
    ledger.reserve_places(part, more, outgoing=row, at=at)
    return row


@transaction.atomic
def close_posting(posting: Posting, *, at: datetime, by: str = "") -> list[Outgoing]:
    """Stop recruiting now: what was not begun is taken back, every part is closed, and whoever is inside finishes.

    Raises Refused for a draft.
    """
    ledger.lock_study(posting.study_id)
    posting.refresh_from_db()
    if posting.state == Posting.State.DRAFT:
        raise Refused(
            _("Posting %(number)s is a draft, of which no platform knows; discard it instead.") % {"number": posting.pk}
        )
    parts = list(posting.parts.all())
    outbox.cancel_untried(parts, at=at)
    outbox.cancel_switches(parts, at=at)
    if posting.state != Posting.State.CLOSED:
        posting.state, posting.closed_at = Posting.State.CLOSED, at
        posting.save(update_fields=("state", "closed_at"))
        posting.refresh_from_db(fields=("places",))
        note_change(posting, Change.CLOSE, by=by, at=at)
    rows = [outbox.put(Kind.CLOSE, cause=f"close:{part.pk}", part=part, at=at) for part in parts]
    return [row for row in rows if row is not None]


def pause_posting(posting: Posting, *, at: datetime, by: str = "") -> list[Outgoing]:
    """Let nobody more in for the time being."""
    return _switch(posting, Kind.PAUSE, by=by, at=at)


def resume_posting(posting: Posting, *, at: datetime, by: str = "") -> list[Outgoing]:
    """Let people in again after a pause."""
    return _switch(posting, Kind.RESUME, by=by, at=at)


@transaction.atomic
def _switch(posting: Posting, kind: Outgoing.Kind, *, by: str, at: datetime) -> list[Outgoing]:
    """Pause what is open, or go on with what is paused; what stands so already is left as it is."""
    ledger.lock_study(posting.study_id)
    posting.refresh_from_db()
    states = (Posting.State.OPEN, Posting.State.PAUSED)
    before, after = states if kind == Kind.PAUSE else states[::-1]
    if posting.state != before:
        return []
    posting.state = after
    posting.save(update_fields=("state",))
    note_change(posting, Change(kind.value), by=by, at=at)
    parts = list(posting.parts.exclude(state__in=(PostingPart.State.CLOSED, PostingPart.State.FAILED)))
    outbox.cancel_switches(parts, at=at)
    rows = []
    for part in parts:
        number = part.outgoing.filter(kind=kind).count() + 1
        rows.append(outbox.put(kind, cause=f"{kind}:{part.pk}:{number}", part=part, at=at))
    return [row for row in rows if row is not None]
