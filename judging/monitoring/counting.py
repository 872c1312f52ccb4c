"""Bringing the tallies of visits up to date: only visits that were seen since are counted anew."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, F, Max, Q, QuerySet

from judging.models import Assignment, Attempt, ControlAnswer, Study, Trial, VisitTally
from judging.models.studies import find_settings

MOST_AT_ONCE = 200  # visits that one look counts; the worker sees to the rest
# Before the newest tally: whoever is counted later than others may have been seen before.
LATELY = timedelta(minutes=10)
SECONDS = 10.0  # that the worker goes on for
READ = ("study_id", "protocol_id", "kind", "stage", "state", "consented_at", "began_at", "demographics")
READ_TOO = ("comprehension", "seen_at")
COUNTED = ("study", "is_main", "state", "page", "done", "answered", "controls", "controls_right", "early", "seen_at")
Stage, State = Assignment.Stage, Assignment.State


@dataclass(slots=True)
class Counts:
    """What belongs to one visit."""

    answered: int = 0
    aside: int = 0
    controls: int = 0
    controls_right: int = 0
    early: int = 0


def list_behind(studies: Iterable[Study], *, since: datetime | None = None) -> QuerySet[Assignment]:
    """Visits that were seen or ended since they were counted; those seen last come first.

    Each visit is held against its tally; of many visits only those seen after `since`, which an index finds.
    """
    is_level = Q(tally__seen_at=F("seen_at"), tally__state=F("state"))
    visits = Assignment.objects.filter(study__in=studies).filter(Q(tally=None) | ~is_level)
    return (visits if since is None else visits.filter(seen_at__gt=since)).order_by("-seen_at", "-pk")


def count_behind(studies: Iterable[Study], *, since: datetime | None = None, most: int = MOST_AT_ONCE) -> int:
    """Count so many visits that are behind; returns how many there were to count. May run in many processes."""
    visits = list(list_behind(studies, since=since).only(*READ, *READ_TOO)[:most])
    if visits:
        # The visits were read before their trials: what comes in between leaves them behind, and is counted next time.
        counts = count_trials(visits)
        VisitTally.objects.bulk_create(
            [make_tally(visit, counts[visit.pk]) for visit in visits],
            update_conflicts=True,
            unique_fields=["assignment"],
            update_fields=COUNTED,
        )
    return len(visits)


def bring_up_to_date(studies: Sequence[Study]) -> int:
    """Count what is behind, as far as one look does; returns how many visits have never been counted yet.

    A look every few seconds holds only those visits against their tallies that were seen shortly before the newest
    tally, or later, and all of them where one has none. The rest, such as old visits that expired, the worker counts.
    """
    tallies = VisitTally.objects.filter(study__in=studies)
    newest = tallies.aggregate(Max("seen_at"))["seen_at__max"]
    counted = count_behind(studies, since=None if newest is None else newest - LATELY)
    lacking = Assignment.objects.filter(study__in=studies).count() - tallies.count()
    return lacking if counted or not lacking else max(0, lacking - count_behind(studies))


def count_all_behind(*, clock: Callable[[], datetime], seconds: float = SECONDS) -> int:
    """Count visits of all studies for so many seconds, or until none is behind; returns how many were counted."""
    until, counted = clock() + timedelta(seconds=seconds), 0
    studies = list(Study.objects.only("pk"))
    while (more := count_behind(studies)) and clock() < until:
        counted += more
    return counted + more


def count_trials(visits: Sequence[Assignment]) -> dict[int, Counts]:
    """By visit: what was answered, put aside, controlled and refused, with three queries."""
    found: defaultdict[int, Counts] = defaultdict(Counts)
    trials = Trial.objects.filter(assignment__in=visits).order_by().values_list("assignment_id")
    for visit, answered, aside in trials.annotate(Count("answered_at"), Count("put_aside_at")):
        found[visit].answered, found[visit].aside = answered, aside
    controls = ControlAnswer.objects.filter(trial__assignment__in=visits).values_list("trial__assignment_id")
    for visit, asked, right in controls.annotate(asked=Count("id"), right=Count("id", filter=Q(is_right=True))):
        found[visit].controls, found[visit].controls_right = asked, right
    early = Attempt.objects.filter(trial__assignment__in=visits).values_list("trial__assignment_id")
    for visit, number in early.annotate(Count("id")):
        found[visit].early = number
    return found


def make_tally(visit: Assignment, counts: Counts) -> VisitTally:
    """The row of one visit."""
    done = counts.answered + counts.aside
    return VisitTally(
        assignment=visit,
        study_id=visit.study_id,
        is_main=visit.kind == Assignment.Kind.MAIN,
        state=visit.state,
        page=find_page(visit, done),
        done=done,
        answered=counts.answered,
        controls=counts.controls,
        controls_right=counts.controls_right,
        early=counts.early,
        seen_at=visit.seen_at,
    )


def find_page(visit: Assignment, done: int) -> Assignment.Stage:
    """The page at which a visit stands; of one that ended before its end, the page at which it did."""
    if visit.state in (State.OPEN, State.FINISHED):
        return Stage(visit.stage)
    settings = find_settings(visit.protocol_id)
    if visit.consented_at is None:
        return Stage.CONSENT
    if visit.began_at is not None:
        return Stage.CLOSING if done >= settings.trials_in_all else Stage.TRIALS
    if visit.comprehension:
        return Stage.COMPREHENSION
    return Stage.DEMOGRAPHICS if settings.demographics and not visit.demographics else Stage.INSTRUCTIONS
