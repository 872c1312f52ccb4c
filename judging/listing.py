"""Having platforms put who took part on their lists, each once, so that they shut them out of what comes later."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from judging import ledger, outbox
from judging.leaving_out import LIST
from judging.models import Assignment
from judging.models.recruiting import Outgoing, PlatformSubmission
from judging.recruiters.values import DECIDED

State = Assignment.State
# Once they had begun the trials. Not who is still inside: who returns a place and takes it again is to go on. Not who
# erased their visit.
TOOK_PART = (State.FINISHED, State.SCREENED_OUT, State.WITHDRAWN, State.EXPIRED)
MOST_AT_ONCE = 500


def list_takers(*, at: datetime) -> int:
    """Ask for everybody who took part and is on no list yet; returns how many. What is due is found from rows."""
    asked = Outgoing.objects.filter(
        kind=Outgoing.Kind.LIST,
        submission__identity=OuterRef("identity"),
        part__posting__study=OuterRef("part__posting__study"),
        part__environment=OuterRef("part__environment"),
    )
    took_part = Q(assignment__state__in=TOOK_PART, assignment__began_at__isnull=False)
    rows = PlatformSubmission.objects.filter(
        ~Exists(asked), Q(status__in=DECIDED) | took_part, part__details__has_key=LIST
    )
    rows = rows.exclude(identity__sealed="").exclude(assignment__state=State.ERASED)
    return sum(list_taker(row, at=at) for row in rows.select_related("part__posting")[:MOST_AT_ONCE])


@transaction.atomic
def list_taker(submission: PlatformSubmission, *, at: datetime) -> bool:
    """Ask for one person, once per study and platform."""
    study = ledger.lock_study(submission.part.posting.study_id)
    part = submission.part
    cause = f"list:{study.pk}:{part.environment}:{submission.identity_id}"
    return outbox.put(Outgoing.Kind.LIST, cause=cause, part=part, submission=submission, at=at) is not None
