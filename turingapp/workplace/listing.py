"""What the list of studies shows: each with its state, its links and its counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count
from django.urls import reverse

from agents.models import Answer
from analysis.wording import say_count
from judging.kind_rules import KIND_RULES
from judging.models import Assignment, Judgement, Study, Trial


@dataclass(frozen=True, slots=True)
class StudyLine:
    """One study of the list."""

    study: Study
    join_url: str
    visits: int
    finished: int
    given: str  # how many judgements, answers or conversations

    @property
    def is_joinable(self) -> bool:
        """Whether people may come by the link."""
        return self.study.state == Study.State.OPEN and not self.study.is_simulated


def describe_studies(studies: Sequence[Study]) -> list[StudyLine]:
    """The lines of these studies, with three queries for all of them."""
    visits = (
        Assignment.objects.filter(study__in=studies, kind=Assignment.Kind.MAIN)
        .values_list("study_id", "state")
        .annotate(Count("id"))
    )
    by_state = {(study, state): number for study, state, number in visits}
    main = Judgement.objects.filter(
        trial__assignment__study__in=studies,
        trial__assignment__kind=Assignment.Kind.MAIN,
        trial__kind=Trial.Kind.MAIN,
    )
    given = dict(main.values_list("trial__assignment__study__slug").annotate(Count("id")))
    collected = Answer.objects.filter(source__in=[study.slug for study in studies]).exclude(state=Answer.State.APART)
    given |= dict(collected.values_list("source").annotate(Count("id")))
    return [
        StudyLine(
            study=study,
            join_url=reverse("join", args=[study.link]),
            visits=sum(by_state.get((study.pk, state), 0) for state in Assignment.State),
            finished=by_state.get((study.pk, Assignment.State.FINISHED), 0),
            given=say_count(given.get(study.slug, 0), KIND_RULES[study.kind].gives),
        )
        for study in studies
    ]
