"""People who come from a platform: who they are, whether they may begin, and how they go back."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agents.people import make_person_key
from judging import ledger
from judging.admitting import Arrival, admit
from judging.following import end_other_holds
from judging.identities import find_identity, unseal
from judging.models import Assignment, Study
from judging.models.recruiting import PlatformSubmission, Posting, PostingPart
from judging.noticing import find_accepted
from judging.offers import read_offer
from judging.recruiters.values import DECIDED, Coming, Exit, Outcome, Status
from turingapp.errors import HandedIn, NotEligible, StudyNotOpen, TooLate

OUTCOMES = {
    Assignment.State.FINISHED: Outcome.COMPLETE,
    Assignment.State.SCREENED_OUT: Outcome.SCREENED_OUT,
    Assignment.State.WITHDRAWN: Outcome.SCREENED_OUT,
    Assignment.State.ERASED: Outcome.SCREENED_OUT,
}


def read_coming(posting: Posting, query: Mapping[str, str]) -> Coming:
    """Who stands at the door, by the address; writes nothing. Raises NotEligible for what no platform sends."""
    coming = posting.plugin.read_arrival(read_offer(posting.offer), query)
    if not coming.is_preview:
        find_part(posting, coming)
    return coming


def find_part(posting: Posting, coming: Coming) -> PostingPart:
    """The part that the address names; the only one where it names none."""
    parts = list(posting.parts.exclude(platform_id=None))
    named = [part for part in parts if coming.part_id and part.platform_id == coming.part_id]
    if named:
        return named[0]
    if posting.plugin.calls_platform or not parts:
        raise NotEligible(_("This address is not one that the platform made: please start from the platform again."))
    return parts[0]


def look_at_door(posting: Posting, coming: Coming, *, at: datetime) -> Assignment | None:
    """The visit of who comes, where they have one; raises what `begin` would, as far as rows tell. Writes nothing."""
    key = make_person_key(posting.recruiter, coming.person)
    held = PlatformSubmission.objects.filter(identity__recruiter=posting.recruiter, identity__person_key=key)
    part = find_part(posting, coming)
    row = held.filter(part=part, platform_assignment=coming.platform_assignment).first()
    refuse_handed_in(posting, row, key)
    refuse_too_late(row, part, coming, at=at)
    visits = Assignment.objects.filter(platform=posting.recruiter, environment=posting.environment)
    visit = visits.filter(study=posting.study_id, judge__person_key=key).first()
    if visit is None and posting.study.state != Study.State.OPEN:
        raise StudyNotOpen(_("This study is closed. Thank you for your interest."))
    return visit


@transaction.atomic
def begin(
    posting: Posting, coming: Coming, *, at: datetime, seed: int, utc_offset_minutes: int | None = None
) -> Assignment:
    """The visit of who pressed "Begin", made or resumed. Raises NotEligible, StudyNotOpen and StudyFull.

    A person has one visit per study, by whatever part they come; an id that was handed on is theirs from now on.
    """
    if coming.is_preview or not coming.person:
        raise NotEligible(_("This is a preview: accept the work at the platform first, then begin."))
    ledger.lock_study(posting.study_id)
    part = find_part(posting, coming)
    identity = find_identity(posting.recruiter, coming.person, at=at)
    row, __ = PlatformSubmission.objects.select_for_update(no_key=True).get_or_create(
        part=part,
        platform_assignment=coming.platform_assignment,
        identity=identity,
        defaults={"status": Status.ACTIVE, "created_at": at, "seen_at": at},
    )
    refuse_handed_in(posting, row, identity.person_key)
    row.accepted_at = refuse_too_late(row, part, coming, at=at)
    arrival = Arrival(posting.recruiter, posting.environment, coming.platform_assignment, identity.person_key)
    row.assignment = admit(posting.study, arrival, at=at, seed=seed, utc_offset_minutes=utc_offset_minutes)
    row.status, row.seen_at = Status.ACTIVE, at
    row.save(update_fields=("assignment", "status", "seen_at", "accepted_at"))
    end_other_holds(row)
    return row.assignment


def refuse_handed_in(posting: Posting, row: PlatformSubmission | None, person_key: str) -> None:
    """Raise HandedIn for who has handed in this piece or another of the same study: once each, whatever the door."""
    if row is not None and row.status in DECIDED:
        raise HandedIn(_("You have handed this in already. Thank you; there is nothing more to do."))
    others = PlatformSubmission.objects.filter(
        part__posting__study=posting.study_id,
        part__posting__environment=posting.environment,
        identity__recruiter=posting.recruiter,
        identity__person_key=person_key,
        status__in=DECIDED,
    )
    if others.exists():
        raise HandedIn(
            _("You have taken part in this study already. Please return this one; your pay is not affected.")
        )


def refuse_too_late(
    row: PlatformSubmission | None, part: PostingPart, coming: Coming, *, at: datetime
) -> datetime | None:
    """When the place was taken, as far as the platform has told. Raises TooLate where that is so long ago that a visit
    no longer fits; who has begun goes on.
    """
    by_platform = find_accepted(part, coming.platform_assignment)
    accepted_at = by_platform or (row.accepted_at if row else None)
    has_begun = row is not None and row.assignment_id is not None
    offer = read_offer(part.posting.offer)
    if accepted_at and offer.allowed_minutes and not has_begun:
        left = accepted_at + timedelta(minutes=offer.allowed_minutes) - at
        if left < timedelta(minutes=offer.minutes):
            told = ngettext(
                "This takes about %(minutes)d minute, and the platform leaves you less. Please return it there, so "
                "that nothing of your work is lost.",
                "This takes about %(minutes)d minutes, and the platform leaves you less. Please return it there, so "
                "that nothing of your work is lost.",
                offer.minutes,
            )
            raise TooLate(told % {"minutes": offer.minutes})
    return accepted_at


def find_submission(assignment: Assignment) -> PlatformSubmission | None:
    """The hold by which this person came last; None for those who came by a link of ours."""
    rows = PlatformSubmission.objects.filter(assignment=assignment).select_related("part__posting", "identity")
    return rows.order_by("-seen_at", "-pk").first()


def find_exit(assignment: Assignment, outcome: Outcome | None = None) -> Exit | None:
    """The way back to the platform for a visit that is over; None where nobody waits for them there.

    Read from rows each time, never from what the browser remembers; it tells nobody that anything was handed in.
    """
    row = find_submission(assignment)
    if row is None or not row.identity.sealed:
        return None
    ended = outcome or OUTCOMES.get(Assignment.State(assignment.state), Outcome.FAILED)
    posting, coming = row.part.posting, read_hold(row)
    offer, code = read_offer(posting.offer), assignment.code
    return posting.plugin.find_exit(offer, ended, environment=posting.environment, coming=coming, code=code)


def find_return(assignment: Assignment) -> tuple[str, Exit | None]:
    """How who has earned nothing returns their place, in words and by an address; empty where they hold none."""
    row = find_submission(assignment)
    if row is None or not row.identity.sealed:
        return "", None
    return lead_back(row.part.posting, read_hold(row))


def lead_back(posting: Posting, coming: Coming) -> tuple[str, Exit | None]:
    """How a place is returned at the platform, in words and by an address; nothing is handed in by it."""
    way_back = posting.plugin.find_return(read_offer(posting.offer), environment=posting.environment, coming=coming)
    return _(posting.plugin.how_to_return) if posting.plugin.how_to_return else "", way_back


def read_hold(row: PlatformSubmission) -> Coming:
    """A hold as the address told of it when its holder came."""
    return Coming(row.part.platform_id or "", row.platform_assignment, unseal(row.identity))


def turn_away(posting: Posting, coming: Coming, outcome: Outcome) -> Exit:
    """The fair way out for somebody who cannot begin: the study is full, or not for them."""
    offer = read_offer(posting.offer)
    return posting.plugin.find_exit(offer, outcome, environment=posting.environment, coming=coming, code="")


def note_sent_back(assignment: Assignment, *, at: datetime) -> None:
    """Our page has sent this person back. The platform alone says whether it has arrived, so it is asked soon."""
    if not PlatformSubmission.objects.filter(assignment=assignment, is_told_done=False).update(is_told_done=True):
        return
    parts = PostingPart.objects.filter(submissions__assignment=assignment)
    PostingPart.objects.filter(pk__in=parts.values("pk"), poll_due_at__gt=at).update(poll_due_at=at)
