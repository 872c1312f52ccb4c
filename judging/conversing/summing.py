"""The conversations of a study as a few numbers: how they ended, what AI agents could not answer, what hangs."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, QuerySet

from agents.failures import Failure
from agents.models import AskedTurn, Room
from judging.models import Assignment, Seating, Study

OVERDUE_AFTER = timedelta(seconds=30)  # a worker takes a turn within seconds

State, Stage = Assignment.State, Assignment.Stage


@dataclass(frozen=True, slots=True)
class Summary:
    """The numbers at a glance."""

    gone: int  # who came to wait and was not seen just now, or missed a partner
    endings: tuple[tuple[str, int], ...]  # the most frequent first
    failures: tuple[tuple[str, int], ...]  # tries of AI agents that gave no answer, by why
    overdue: int  # turns that no worker takes

    @property
    def over(self) -> int:
        """Conversations that are over."""
        return sum(number for _, number in self.endings)

    @property
    def failed(self) -> int:
        """Tries of AI agents that gave no answer."""
        return sum(number for _, number in self.failures)


def sum_up(study: Study, rooms: QuerySet[Room], *, waiting: int, at: datetime) -> Summary:
    """The numbers of these rooms of a study, of whose people `waiting` wait now."""
    endings = rooms.filter(phase=Room.Phase.OVER).order_by().values_list("ending").annotate(number=Count("pk"))
    asked = AskedTurn.objects.filter(seat__room__in=rooms.order_by())
    kinds = Counter(
        entry["kind"] for turn in asked.exclude(failures=[]).values_list("failures", flat=True) for entry in turn
    )
    talking = asked.filter(seat__room__phase=Room.Phase.OPEN)
    due = talking.filter(state=AskedTurn.State.DUE, due_at__lt=at - OVERDUE_AFTER)
    return Summary(
        gone=count_unseated(study) - waiting,
        endings=tuple(
            (Room.Ending(ending).label, number) for ending, number in sorted(endings, key=lambda row: -row[1])
        ),
        failures=tuple((Failure(kind).label, number) for kind, number in kinds.most_common()),
        overdue=due.count(),
    )


def count_unseated(study: Study) -> int:
    """People of open visits who came to wait and have no seat."""
    unseated = Seating.objects.filter(seat=None, assignment__study=study, assignment__state=State.OPEN)
    return unseated.filter(assignment__stage=Stage.TRIALS).count()
