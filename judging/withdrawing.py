"""Stopping a visit: the answers are kept, or erased down to a tombstone that keeps the counts true."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from agents.taking_back import take_back_answers
from judging.conversing.leaving import leave_conversation
from judging.ending import end_visit
from judging.identities import forget_erased
from judging.leasing import add_taken, lock_visit, release_places
from judging.models import Assignment, Judge
from judging.models.visits import IMPORTED
from judging.taking_back import close_places, empty_taken_back
from judging.tombstones import forget_judge, name_tombstone
from turingapp.errors import AssignmentClosed

State = Assignment.State
Kind = Assignment.Kind


@transaction.atomic
def stop_and_keep(assignment: Assignment, *, at: datetime) -> None:
    """End an open visit as its judge asks; what was answered stays. Asked twice, it is done once."""
    locked = lock_visit(assignment.pk, assignment.study_id)
    if locked.state == State.WITHDRAWN:
        return
    if locked.state != State.OPEN:
        raise AssignmentClosed(_("This visit is over already; its answers are kept unless you erase them."))
    release_places(locked, at=at)
    end_visit(locked, State.WITHDRAWN, at=at)
    locked.save()
    leave_conversation(locked, erases=False, at=at)


def erase(assignment: Assignment, *, at: datetime) -> None:
    """Delete everything that was given in a visit.

    What of it had joined a pool is emptied as soon as no judge is about to see it; the worker does the rest.
    """
    erase_visit(assignment, at=at)
    empty_taken_back(at=at)


@transaction.atomic
def erase_visit(assignment: Assignment, *, at: datetime) -> None:
    """Delete everything that the judge gave, whether the visit goes on or is over.

    What stays is a tombstone: that a visit was there, when, its code, and a keyed hash by which the same person is
    recognized in this study alone, so that nobody is paid twice for erasing. The places it had judged can be judged by
    others. A judge with no other visit is nobody's any more: the key by which the person was known goes, and the
    platform's id of them as soon as no money is on its way to them.
    """
    locked = lock_visit(assignment.pk, assignment.study_id)
    if locked.state == State.ERASED:
        return
    if locked.kind == Kind.MAIN and locked.environment != IMPORTED:  # those never took places here
        answered = locked.trials.filter(answered_at__isnull=False).select_related("place")
        add_taken((trial.place for trial in answered), -1)
    release_places(locked, at=at)
    locked.trials.all().delete()
    locked.steps.all().delete()
    locked.steps.all().delete()
    close_places(take_back_answers(locked.public_id))
    leave_conversation(locked, erases=True, at=at)
    end_visit(locked, State.ERASED, at=at)
    locked.demographics, locked.comprehension, locked.closing, locked.signs = {}, {}, {}, {}
    locked.utc_offset_minutes, locked.releases, locked.erased_at = None, None, at
    judge = Judge.objects.select_for_update(no_key=True).get(pk=locked.judge_id)
    locked.platform_assignment = name_tombstone(locked.study, judge.person_key)
    locked.save()
    forget_judge(judge)
    forget_erased(at=at, assignment=locked)


def find_by_code(code: str) -> Assignment | None:
    """The visit that a completion code belongs to."""
    wanted = "".join(code.split()).upper()
    return Assignment.objects.filter(code=wanted).select_related("study").first() if wanted else None
