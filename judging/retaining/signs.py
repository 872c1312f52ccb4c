"""What browsers told, erased once its time is over: signs of programs, counts of keys and pointer, the clock."""

from collections.abc import Iterator
from datetime import datetime
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import Q, QuerySet

from judging.models import Assignment, Protocol, Study, Trial
from judging.needed import SIGNS, list_noticed

BATCH = 1000


def select_visits(study: Study) -> QuerySet[Assignment]:
    """The visits with something that goes."""
    keeping = [one.pk for one in study.protocols.all() if needs_signs(one)]
    has_signs = ~Q(signs={}) & ~Q(protocol__in=keeping)
    return study.assignments.filter(has_signs | Q(utc_offset_minutes__isnull=False))


def select_trials(study: Study) -> QuerySet[Trial]:
    """The trials with something that goes: what no screening rule of their protocol looks at."""
    wanted = [
        Q(assignment__protocol=one, answers__has_any_keys=list_noticed(one.settings)) for one in study.protocols.all()
    ]
    return Trial.objects.filter(reduce(or_, wanted, Q(pk=None)), assignment__study=study)


def needs_signs(protocol: Protocol) -> bool:
    """Whether a screening rule looks at the signs of whole visits."""
    return bool(SIGNS & {rule.rule for rule in protocol.settings.screening})


def count(study: Study) -> int:
    """How many visits and trials have something that goes."""
    return select_visits(study).count() + select_trials(study).count()


def erase(study: Study, *, at: datetime) -> Iterator[int]:
    """Erase it, batch by batch; how many rows each."""
    while rows := erase_of_visits(study):
        yield rows
    last = 0
    while found := erase_of_trials(study, after=last):
        last = found[-1]
        yield len(found)


@transaction.atomic
def erase_of_visits(study: Study) -> int:
    """One batch of visits, locked."""
    visits = list(
        select_visits(study)
        .select_for_update(no_key=True, of=("self",))
        .select_related("protocol")
        .order_by("pk")[:BATCH]
    )
    for visit in visits:
        visit.utc_offset_minutes = None
        visit.signs = visit.signs if needs_signs(visit.protocol) else {}
    Assignment.objects.bulk_update(visits, ("signs", "utc_offset_minutes"))
    return len(visits)


@transaction.atomic
def erase_of_trials(study: Study, *, after: int) -> list[int]:
    """One batch of trials, locked; their numbers."""
    rows = select_trials(study).filter(pk__gt=after).select_related("assignment__protocol").order_by("pk")
    trials = list(rows.select_for_update(no_key=True, of=("self",))[:BATCH])
    for trial in trials:
        going = list_noticed(trial.assignment.settings)
        trial.answers = {name: value for name, value in trial.answers.items() if name not in going}
    Trial.objects.bulk_update(trials, ("answers",))
    return [trial.pk for trial in trials]
