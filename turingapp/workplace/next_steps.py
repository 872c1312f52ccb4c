"""The one obvious next thing to do about each study, of what whoever looks may do."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agents.models import Answer
from judging.models import Assignment, PlatformSubmission, Posting, Study
from judging.recruiters.values import Status
from turingapp.members.matrix import CHANGE_STUDY, RECRUIT, REVIEW, SEE_STUDY, Deed
from turingapp.members.rights import Rights
from turingapp.workplace.progress import Progress


@dataclass(frozen=True, slots=True)
class NextStep:
    """What to do, where, and the deed that it takes."""

    says: str
    url: str
    deed: Deed


@dataclass(frozen=True, slots=True)
class Standing:
    """What waits for a decision, by study: submissions and answers; and which studies have postings."""

    submissions: Mapping[int, int]
    answers: Mapping[str, int]
    posted: frozenset[int]

    @classmethod
    def read(cls, studies: Sequence[Study]) -> "Standing":
        """With three queries."""
        waiting = PlatformSubmission.objects.filter(part__posting__study__in=studies, status=Status.SUBMITTED)
        answers = Answer.objects.filter(source__in=[study.slug for study in studies], state=Answer.State.WAITING)
        return cls(
            dict(waiting.order_by().values_list("part__posting__study").annotate(Count("pk"))),
            dict(answers.order_by().values_list("source").annotate(Count("pk"))),
            frozenset(Posting.objects.filter(study__in=studies).values_list("study", flat=True)),
        )


def choose_next(
    study: Study, states: Mapping[str, int], progress: Progress | None, standing: Standing, rights: Rights
) -> NextStep | None:
    """The first step that applies and is allowed."""
    steps = list_steps(study, states, progress, standing)
    return next((step for step in steps if rights.allow(step.deed, [study.pk])), None)


def list_steps(
    study: Study, states: Mapping[str, int], progress: Progress | None, standing: Standing
) -> Iterator[NextStep]:
    """What could be done now, the most pressing first."""
    finished, visits = states[Assignment.State.FINISHED], sum(states.values())
    is_open = study.state == Study.State.OPEN
    if number := standing.submissions.get(study.pk, 0):
        said = ngettext("Review %(number)d submission", "Review %(number)d submissions", number)
        yield make_step(said % {"number": number}, "people", study, REVIEW)
    if number := standing.answers.get(study.slug, 0):
        said = ngettext("Look at %(number)d answer", "Look at %(number)d answers", number)
        yield make_step(said % {"number": number}, "answers", study, REVIEW)
    if is_open and not study.is_simulated:
        if finished and progress is not None and progress.is_reached:
            yield make_step(_("Close it: the plan is met"), "close", study, CHANGE_STUDY)
        if not visits and study.pk not in standing.posted:
            yield make_step(_("Bring people"), "bring_people", study, RECRUIT)
        yield make_step(_("Watch it"), "monitor", study, SEE_STUDY)
    if finished:
        name, says = ("report", _("Read the report")) if study.rule.judges_responses else ("study", _("See results"))
        yield make_step(says, name, study, SEE_STUDY)
    if is_open:
        yield make_step(_("Send robots through it"), "protocol", study, CHANGE_STUDY)
    elif study.archived_at is None:
        yield make_step(_("Archive it"), "protocol", study, CHANGE_STUDY)
    yield make_step(_("Look at it"), "protocol", study, SEE_STUDY)


def make_step(says: str, name: str, study: Study, deed: Deed) -> NextStep:
    """A step that is done on one of the study's pages."""
    return NextStep(says, reverse(f"workplace:{name}", args=[study.slug]), deed)
