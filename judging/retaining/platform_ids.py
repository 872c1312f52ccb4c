"""Ids of people at platforms, forgotten once the last study that keeps them lets go and no money is on its way."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import QuerySet

from judging.identities import forget
from judging.models import Kept, PlatformIdentity, Study
from judging.retaining.terms import list_terms


def select(study: Study) -> QuerySet[PlatformIdentity]:
    """The ids of those who came to a study by a platform."""
    came = PlatformIdentity.objects.exclude(sealed="").filter(submissions__part__posting__study=study)
    return came.order_by("pk").distinct()


def list_going(study: Study, *, at: datetime | None) -> list[PlatformIdentity]:
    """Those of them that no other study still keeps; all for None."""
    rows = select(study)
    if at is None:
        return list(rows)
    others = Study.objects.filter(postings__parts__submissions__identity__in=rows).exclude(pk=study.pk).distinct()
    keeping = [other.pk for other in others if not is_over(other, at=at)]
    kept = PlatformIdentity.objects.filter(submissions__part__posting__study__in=keeping)
    return list(rows.exclude(pk__in=kept.values("pk")))


def is_over(study: Study, *, at: datetime) -> bool:
    """Whether a study keeps its people's ids no longer."""
    return next(term for term in list_terms(study) if term.kind == Kept.IDENTITIES).is_over(at=at)


def count(study: Study) -> int:
    """How many ids the study keeps."""
    return select(study).count()


def count_going(study: Study, *, at: datetime) -> int:
    """How many of them wait for nothing but money."""
    return len(list_going(study, at=at))


def erase(study: Study, *, at: datetime) -> Iterator[int]:
    """Forget them one by one; those on whom money waits are tried again another time."""
    for identity in list_going(study, at=at):
        if forget(identity, at=at):
            yield 1
