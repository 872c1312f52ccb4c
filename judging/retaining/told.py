"""What people told of themselves, erased once its time is over: answers about the person and the last comment."""

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet

from judging.demographics import LABELS
from judging.models import Assignment, Study
from judging.needed import COMMENT, TOLD, drop_comment, keep_told

BATCH = 500


def select(study: Study) -> QuerySet[Assignment]:
    """The visits with something that goes; what screening looks at stays."""
    asked = Q(pk=None)
    for protocol in study.protocols.all():
        needed = TOLD & {rule.rule for rule in protocol.settings.screening}
        asked |= Q(protocol=protocol, demographics__has_any_keys=[name for name in LABELS if name not in needed])
    commented = Q(closing__has_key=COMMENT) & ~Q(closing__comment="")
    return study.assignments.filter(asked | commented)


def count(study: Study) -> int:
    """How many visits have something that goes."""
    return select(study).count()


def erase(study: Study, *, at: datetime) -> Iterator[int]:
    """Erase it, batch by batch; how many visits each."""
    while rows := erase_some(study):
        yield rows


@transaction.atomic
def erase_some(study: Study) -> int:
    """One batch, locked."""
    visits = list(select(study).select_for_update(no_key=True, of=("self",)).order_by("pk")[:BATCH])
    for visit in visits:
        visit.demographics = keep_told(visit.demographics, visit.settings)
        visit.closing = drop_comment(visit.closing)
    Assignment.objects.bulk_update(visits, ("demographics", "closing"))
    return len(visits)
