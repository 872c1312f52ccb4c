"""One visit page by page: when each was shown and left, what was refused there, and what was answered.

Who made what was judged is told by `tell_truth` alone, for those who may see it. Who visits is not told at all.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from agents.models import Answer, Origin
from judging.answers import CONFIDENCES
from judging.asking import name_speaker
from judging.kinds import MEETINGS
from judging.models import Assignment, Trial, VisitStep
from judging.monitoring.counting import find_page
from judging.needed import drop_comment
from judging.telling import ORIGINS

Stage, State = Assignment.Stage, Assignment.State
Facts = tuple[tuple[str, str], ...]
AFTER = (Stage.CLOSING, Stage.OVER)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A form that was refused."""

    at: datetime
    why: str


@dataclass(slots=True)
class ReplayedPage:
    """One page of the visit; `left_at` is None where nothing was handed in on it."""

    stage: Assignment.Stage
    shown_at: datetime
    left_at: datetime | None = None
    trial: Trial | None = None
    refusals: list[Refusal] = field(default_factory=list)
    facts: Facts = ()

    @property
    def seconds(self) -> float | None:
        """How long it stood open."""
        return (self.left_at - self.shown_at).total_seconds() if self.left_at else None


def replay(visit: Assignment, *, with_comment: bool) -> list[ReplayedPage]:
    """The pages of a visit in the order in which they were shown.

    The comment of the last page may tell who somebody is, and is for those alone who decide on their pay.
    """
    if not with_comment:
        visit.closing = drop_comment(visit.closing)
    steps = list(visit.steps.order_by("at", "pk"))
    pages = [*replay_before(visit, steps), *replay_trials(visit)]
    times = [page.left_at or page.shown_at for page in pages]
    pages += replay_after(visit, steps, since=max(times, default=visit.arrived_at))
    pages = pages or [ReplayedPage(find_page(visit, done=0), visit.arrived_at)]
    for step in steps:
        if step.outcome != VisitStep.Outcome.TAKEN:
            shown = [page for page in pages if page.shown_at <= step.at] or pages[:1]
            shown[-1].refusals.append(Refusal(step.at, step.get_outcome_display()))
    return pages


def replay_before(visit: Assignment, steps: list[VisitStep]) -> Iterator[ReplayedPage]:
    """The pages up to the trials: those that were answered, and the one at which the visit stands or ended."""
    shown_at, taken = visit.arrived_at, [step for step in steps if step.outcome == VisitStep.Outcome.TAKEN]
    if visit.consented_at is not None and Stage.CONSENT not in {step.stage for step in taken}:
        taken.insert(0, VisitStep(stage=Stage.CONSENT, at=visit.consented_at))  # visits of before steps were noted
    last = find_page(visit, done=0)
    facts = describe_before(visit)
    for step in taken:
        stage = Stage(step.stage)
        if stage not in AFTER:
            yield ReplayedPage(stage, shown_at, step.at, facts=facts.get(stage, ()))
            shown_at = step.at
    if visit.began_at is None and last not in AFTER and last != Stage.TRIALS:
        yield ReplayedPage(last, shown_at, visit.over_at, facts=() if visit.over_at is None else facts.get(last, ()))


def describe_before(visit: Assignment) -> Mapping[Assignment.Stage, Facts]:
    """What was answered before the trials, page by page."""
    told = {Stage.DEMOGRAPHICS: write_pairs(visit.demographics)}
    if visit.comprehension:
        answers = tuple(
            (_("Answer %(number)s") % {"number": number}, str(answer))
            for number, answer in enumerate(visit.comprehension.get("answers", ()), 1)
        )
        told[Stage.COMPREHENSION] = ((_("Tries"), str(visit.comprehension.get("tries", 0))), *answers)
    return told


def replay_trials(visit: Assignment) -> Iterator[ReplayedPage]:
    """The trials that were shown, in their order; in a study of conversations one page stands for all of it."""
    trials = visit.trials.filter(issued_at__isnull=False).order_by("position")
    given = list_given(visit)
    related = trials.select_related("stimulus", "place__response", "control_answer")
    for trial in related.prefetch_related("judgements", "attempts"):
        page = ReplayedPage(Stage.TRIALS, trial.issued_at or visit.arrived_at, trial.answered_at or trial.put_aside_at)
        page.trial, page.facts = trial, (*given.get(trial.stimulus_id, ()), *describe_trial(trial))
        page.refusals = [Refusal(one.at, say_early(one.seconds_left)) for one in trial.attempts.all()]
        yield page
    if visit.began_at is not None and visit.study.kind in MEETINGS:
        yield ReplayedPage(Stage.TRIALS, visit.began_at)


def say_early(seconds: float) -> str:
    """By how much an answer came too soon."""
    return _("%(seconds)s s too early") % {"seconds": f"{seconds:.1f}"}


def list_given(visit: Assignment) -> dict[int, Facts]:
    """By stimulus: what was answered to it, in a study in which people answer."""
    answers = Answer.objects.filter(authors__visit=visit.public_id)
    return {answer.stimulus_id: write_pairs(answer.payload) for answer in answers}


def write_pairs(values: Mapping[str, Any]) -> Facts:
    """What was answered under each name, as it was."""
    return tuple((str(name), str(value)) for name, value in values.items())


def describe_trial(trial: Trial) -> Iterator[tuple[str, str]]:
    """What was answered on a trial, and what its page noticed."""
    for judgement in trial.judgements.all():
        yield say_role(judgement.role), _(ORIGINS[Origin(judgement.verdict)])
        if judgement.gender_guess:
            yield _("Gender"), judgement.gender_guess
    control = getattr(trial, "control_answer", None)
    if control is not None and trial.control:
        yield str(trial.control["question"]), f"{control.answer} ({_('right') if control.is_right else _('wrong')})"
    if confidence := trial.answers.get("confidence"):
        yield _("Confidence"), _(CONFIDENCES.get(confidence, confidence))
    if reason := trial.answers.get("reason"):
        yield _("Reason"), str(reason)
    if trial.put_aside_at is not None:
        yield _("Put aside"), trial.put_aside_why
    if trial.rt_ms is not None:
        yield _("Reaction time"), f"{trial.rt_ms / 1000:.1f} s"
    if hidden := trial.answers.get("hidden_ms"):
        yield _("Out of sight"), f"{hidden / 1000:.1f} s"
    if trial.loads > 1:
        yield _("Reloads"), str(trial.loads - 1)


def say_role(role: str) -> str:
    """Whose origin a verdict is on."""
    return _("Verdict") if role == "agent" else name_speaker(role)


def replay_after(visit: Assignment, steps: list[VisitStep], *, since: datetime) -> Iterator[ReplayedPage]:
    """The last questions, and the end."""
    closing = next((step for step in steps if step.stage == Stage.CLOSING and step.outcome == "taken"), None)
    stands_there = find_page(visit, done=visit.trials.exclude(issued_at=None).count()) == Stage.CLOSING
    if closing is not None or stands_there:
        left_at = closing.at if closing else visit.over_at
        yield ReplayedPage(Stage.CLOSING, since, left_at, facts=write_pairs(visit.closing))
    if visit.over_at is not None:
        yield ReplayedPage(Stage.OVER, visit.over_at, facts=((_("How it ended"), str(visit.get_state_display())),))


def tell_truth(trial: Trial) -> Facts:
    """Who made what was judged, by role; nothing where a stimulus is answered."""
    if trial.place.response is None:
        return ()
    authors = trial.place.response.authorships.select_related("agent").order_by("role")
    return tuple((say_truth(one.role), f"{_(ORIGINS[Origin(one.agent.origin)])}: {one.agent.title}") for one in authors)


def say_truth(role: str) -> str:
    """Whose origin is told."""
    return _("In truth") if role == "agent" else _("In truth, %(speaker)s") % {"speaker": name_speaker(role)}
