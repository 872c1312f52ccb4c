"""For how long a study keeps each kind of data, and when that time is over."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from judging.models import Assignment, Kept, RetentionDone, RetentionRule, Study
from judging.models.visits import IMPORTED

MOST_DAYS = 36_500


@dataclass(frozen=True, slots=True)
class Term:
    """How long one kind of data of a study is kept: `days` after its end, None for as long as the study is here."""

    study: Study
    kind: Kept
    days: int | None
    is_own: bool  # the study's rule, not the installation's
    ended_at: datetime | None
    done: RetentionDone | None = None

    @property
    def due_at(self) -> datetime | None:
        """When it goes; None while nobody knows, or never."""
        return None if self.days is None or self.ended_at is None else self.ended_at + timedelta(days=self.days)

    def is_due(self, *, at: datetime) -> bool:
        """Whether its time is over, and it is not erased yet."""
        return self.is_over(at=at) and (self.done is None or self.done.at is None)

    def is_over(self, *, at: datetime) -> bool:
        """Whether its time is over."""
        return self.due_at is not None and self.due_at <= at


def list_terms(study: Study) -> list[Term]:
    """The term of each kind, by the study's own rule or by the installation's."""
    rules = {rule.kind: rule.days for rule in study.retention_rules.all()}
    done = {one.kind: one for one in study.retention_done.all()}
    days = {kind: rules.get(kind, settings.RETAIN_DAYS[kind]) for kind in Kept}
    is_limited = any(one is not None for one in days.values())
    ended_at = find_end(study) if is_limited else None  # reads the visits, which most studies need not
    return [Term(study, kind, days[kind], kind in rules, ended_at, done.get(kind)) for kind in Kept]


def find_end(study: Study) -> datetime | None:
    """When a study ended: closed, and nobody inside any more; open visits of an imported one stay so. None before."""
    if study.state != Study.State.CLOSED or study.closed_at is None:
        return None
    main = study.assignments.filter(kind=Assignment.Kind.MAIN)
    if main.filter(state=Assignment.State.OPEN).exclude(environment=IMPORTED).exists():
        return None
    last = main.exclude(over_at=None).order_by("-over_at").values_list("over_at", flat=True).first()
    return max(study.closed_at, last or study.closed_at)


def list_due(*, at: datetime) -> Iterator[Term]:
    """What is to be erased now, over all studies."""
    closed = Study.objects.filter(state=Study.State.CLOSED).prefetch_related("retention_rules", "retention_done")
    for study in closed.order_by("closed_at", "pk"):
        yield from (term for term in list_terms(study) if term.is_due(at=at))


@transaction.atomic
def set_term(study: Study, kind: Kept, days: int | None, *, by: str, at: datetime) -> None:
    """Give a study a rule of its own; what is erased already stays erased."""
    RetentionRule.objects.update_or_create(study=study, kind=kind, defaults={"days": days, "set_by": by, "set_at": at})


def drop_term(study: Study, kind: Kept) -> None:
    """Let the installation's rule hold again."""
    RetentionRule.objects.filter(study=study, kind=kind).delete()
