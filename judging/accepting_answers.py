"""Which answers of a study wait for a look, and taking them into its pool: one reviewed step."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from agents.accepting import accept, leave_out
from agents.models import Answer
from judging.models import Assignment, Study

State = Answer.State


@dataclass(frozen=True, slots=True)
class AnswerCounts:
    """How it stands with the answers of a study; `early` are those of visits that still go on."""

    waiting: int
    flagged: int  # of those that wait
    early: int
    accepted: int
    left_out: int

    @property
    def unflagged(self) -> int:
        """Of those that wait."""
        return self.waiting - self.flagged


def list_answers(study: Study) -> QuerySet[Answer]:
    """The answers that a study collected."""
    return Answer.objects.filter(source=study.slug)


def list_early(study: Study) -> QuerySet[Answer]:
    """The waiting answers of visits that go on: their people may still take them back."""
    inside = Assignment.objects.filter(study=study, state=Assignment.State.OPEN)
    return list_answers(study).filter(state=State.WAITING, authors__visit__in=inside.values("public_id"))


def list_waiting(study: Study) -> QuerySet[Answer]:
    """The answers that can be decided on, each person's together, in the order in which they came."""
    waiting = list_answers(study).filter(state=State.WAITING).exclude(pk__in=list_early(study).values("pk"))
    return waiting.order_by("pk")


def count_answers(study: Study) -> AnswerCounts:
    """How many answers there are in each state."""
    states = dict(list_answers(study).order_by().values_list("state").annotate(Count("pk")))
    counts = list_waiting(study).order_by().aggregate(waiting=Count("pk"), flagged=Count("pk", filter=~Q(flags=[])))
    return AnswerCounts(
        waiting=counts["waiting"],
        flagged=counts["flagged"],
        early=list_early(study).distinct().count(),
        accepted=states.get(State.ACCEPTED, 0),
        left_out=states.get(State.LEFT_OUT, 0),
    )


def name_answers_pool(study: Study) -> str:
    """The pool that accepted answers join, by the study's present protocol."""
    settings = study.protocols.latest("version").settings
    return settings.answers_pool or settings.pool.names[0]


def accept_answers(study: Study, chosen: QuerySet[Answer], *, by: str, at: datetime) -> int:
    """Take those of the chosen answers that can be decided on into the study's pool; how many there were."""
    return accept(choose_waiting(study, chosen), pool=name_answers_pool(study), by=by, at=at)


def leave_out_answers(study: Study, chosen: QuerySet[Answer], *, by: str, at: datetime) -> int:
    """Keep those of the chosen answers that can be decided on out of every pool; how many there were."""
    return leave_out(choose_waiting(study, chosen), by=by, at=at)


def choose_waiting(study: Study, chosen: QuerySet[Answer]) -> QuerySet[Answer]:
    """Those of the chosen answers that this study may decide on now."""
    keys = list(list_waiting(study).filter(pk__in=chosen.values("pk")).values_list("pk", flat=True))
    return Answer.objects.filter(pk__in=keys)
