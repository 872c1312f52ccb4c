"""What the list of studies shows: each with its state, progress, spending, warnings, and the next thing to do."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count
from django.urls import reverse

from agents.models import Answer
from judging.models import Assignment, Study
from judging.recruiters.money import Money
from turingapp.members.matrix import SEE_MONEY
from turingapp.members.rights import Rights
from turingapp.words import count_later, ngettext_noop
from turingapp.workplace.list_warnings import list_warnings, sum_spending
from turingapp.workplace.next_steps import NextStep, Standing, choose_next
from turingapp.workplace.progress import Progress, find_progress

State = Assignment.State
GIVEN = {
    "answer": ngettext_noop("%(number)s answer", "%(number)s answers"),
    "conversation": ngettext_noop("%(number)s conversation", "%(number)s conversations"),
    "choice": ngettext_noop("%(number)s choice", "%(number)s choices"),
}


@dataclass(frozen=True, slots=True)
class StudyLine:
    """One study of the list."""

    study: Study
    join_url: str
    visits: int
    finished: int
    given: str  # how many answers or conversations; empty where people judge
    progress: Progress | None
    spent: Sequence[Money]
    warnings: Sequence[str]
    next: NextStep | None

    @property
    def is_joinable(self) -> bool:
        """Whether people may come by the link."""
        return self.study.state == Study.State.OPEN and not self.study.is_simulated


def describe_studies(studies: Sequence[Study], rights: Rights) -> list[StudyLine]:
    """The lines of these studies, as whoever looks may see them; as many queries for all as for one."""
    states, answers = count_visits(studies), count_answers(studies)
    progress = find_progress(studies, {study.pk: states[study.pk][State.FINISHED] for study in studies})
    spent, warnings, standing = sum_spending(studies), list_warnings(studies, states), Standing.read(studies)
    return [
        StudyLine(
            study=study,
            join_url=reverse("join", args=[study.link]),
            visits=sum(states[study.pk].values()),
            finished=states[study.pk][State.FINISHED],
            given=say_given(study, answers.get(study.slug, 0)),
            progress=progress.get(study.pk),
            spent=spent[study.pk] if rights.allow(SEE_MONEY, [study.pk]) else [],
            warnings=warnings[study.pk],
            next=choose_next(study, states[study.pk], progress.get(study.pk), standing, rights),
        )
        for study in studies
    ]


def count_visits(studies: Sequence[Study]) -> Mapping[int, Mapping[str, int]]:
    """The visits that count, by study and state."""
    rows = (
        Assignment.objects.filter(study__in=studies, kind=Assignment.Kind.MAIN)
        .order_by()
        .values_list("study_id", "state")
        .annotate(Count("pk"))
    )
    found: defaultdict[int, dict[str, int]] = defaultdict(lambda: dict.fromkeys(State, 0))
    for study, state, number in rows:
        found[study][state] = number
    return found


def count_answers(studies: Sequence[Study]) -> dict[str, int]:
    """What people answered or talked, by the study's name."""
    sources = [study.slug for study in studies if not study.rule.judges_responses]
    collected = Answer.objects.filter(source__in=sources).exclude(state=Answer.State.APART)
    return dict(collected.order_by().values_list("source").annotate(Count("pk")))


def say_given(study: Study, answers: int) -> str:
    """How many answers or conversations there are; of judgements the progress tells."""
    return "" if study.rule.judges_responses else count_later(GIVEN[study.rule.gives], answers).say()
