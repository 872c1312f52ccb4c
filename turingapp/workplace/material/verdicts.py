"""What judges said of responses, over the studies that whoever looks may see."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet

from agents.models import Origin
from judging.models import Assignment, Judgement, Study, TrialKind


@dataclass(frozen=True, slots=True)
class Verdicts:
    """How often a response was judged in a role, and how often as a human's."""

    judged: int
    human: int

    @property
    def percent(self) -> int:
        """The share of verdicts that say human."""
        return round(100 * self.human / self.judged)


def select_verdicts(studies: "QuerySet[Study]") -> "QuerySet[Judgement]":
    """The verdicts of main trials of main visits to these studies, before any screening."""
    return Judgement.objects.filter(
        trial__kind=TrialKind.MAIN,
        trial__assignment__kind=Assignment.Kind.MAIN,
        trial__assignment__study__in=studies,
    )


def count_verdicts(responses: Sequence[int], studies: "QuerySet[Study]", *by: str) -> dict[tuple[Any, ...], Verdicts]:
    """The verdicts on these responses, by response, role and whatever else is named."""
    told = select_verdicts(studies).filter(trial__place__response__in=responses).order_by()
    rows = told.values_list("trial__place__response", "role", *by).annotate(
        judged=Count("pk"), human=Count("pk", filter=Q(verdict=Origin.HUMAN))
    )
    return {tuple(key): Verdicts(judged, human) for *key, judged, human in rows}
