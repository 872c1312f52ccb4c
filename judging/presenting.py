"""What the next page of a visit shows. A trial is shown from its stimulus and response alone: blind by construction."""

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F

from agents.tasks.base import Task
from judging.asking import Given, ask_control, ask_extras, ask_verdict
from judging.forms import ClosingForm, DemographicsForm
from judging.models import Assignment, Trial
from judging.protocol import Settings
from judging.screens import (
    ClosingScreen,
    ConsentScreen,
    DeclinedScreen,
    DemographicsScreen,
    DoneScreen,
    Frame,
    InstructionsScreen,
    Progress,
    Screen,
    TrialScreen,
)
from judging.tokens import name_submission, sign_step

Stage = Assignment.Stage


class CurrentTrial(NamedTuple):
    """All that is read of a trial for its page; no author is among it."""

    pk: int
    position: int
    issued_at: datetime | None
    loads: int
    control: dict[str, Any] | None
    stimulus: dict[str, Any]
    response: dict[str, Any]
    view: int


COLUMNS = (
    *("pk", "position", "issued_at", "loads", "control"),
    *("stimulus__payload", "place__response__payload", "place__view"),
)


def present(
    assignment: Assignment, *, at: datetime, given: Given | None = None, problem: str = "", seconds_left: int = 0
) -> Screen:
    """The page at which the visit stands; `given` keeps what was filled in when an answer was refused.

    Showing a trial notes when it was first issued and counts its loads.
    """
    if assignment.stage == Stage.TRIALS:
        return present_trial(assignment, problem, at=at, given=given or {}, seconds_left=seconds_left)
    if assignment.stage == Stage.OVER:
        return present_end(assignment, make_frame(assignment, problem))
    return present_page(assignment, make_frame(assignment, problem), at=at, given=given)


def make_frame(assignment: Assignment, problem: str, *, position: int = 0, loads: int = 0) -> Frame:
    """What all pages share: the study's name and label, the problem to tell, and which step a form would answer."""
    stage = assignment.stage
    return Frame(
        study_title=assignment.study.title,
        label=assignment.study.label,
        problem=problem,
        step=sign_step(assignment, stage, position),
        submission=name_submission(assignment, stage, position, loads),
    )


def present_page(assignment: Assignment, frame: Frame, *, at: datetime, given: Given | None) -> Screen:
    """One of the pages around the trials."""
    settings, task = assignment.protocol.settings, assignment.study.plugin
    if assignment.stage == Stage.CONSENT:
        return ConsentScreen(paragraphs=split_paragraphs(settings.consent), **frame)
    if assignment.stage == Stage.DEMOGRAPHICS:
        return DemographicsScreen(form=DemographicsForm(settings, at=at, data=given), **frame)
    if assignment.stage == Stage.INSTRUCTIONS:
        return InstructionsScreen(paragraphs=task.guidance, rules=list_rules(settings), **frame)
    return ClosingScreen(form=ClosingForm(data=given), **frame)


def split_paragraphs(text: str) -> tuple[str, ...]:
    """Texts separated by empty lines."""
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


def list_rules(settings: Settings) -> tuple[str, ...]:
    """What a judge should know of the trials to come, as short sentences."""
    count = f"There are {settings.trials} trials." if settings.trials > 1 else "There is one trial."
    rules = [count, "There is no right or wrong way to judge: say what you believe."]
    if settings.min_seconds:
        rules.append(f"Take your time: an answer counts after {settings.min_seconds:g} seconds.")
    if settings.control:
        rules.append("Each trial also asks a short question that shows you looked.")
    rules.append("You can reload a page, or come back later by the same address, and go on where you stopped.")
    return tuple(rules)


def present_end(assignment: Assignment, frame: Frame) -> Screen:
    """The last page: thanks and code, or the way out."""
    if assignment.state == Assignment.State.FINISHED:
        debrief = split_paragraphs(assignment.protocol.settings.debrief)
        return DoneScreen(paragraphs=debrief, code=assignment.code, **frame)
    return DeclinedScreen(**frame)


def find_current_trial(assignment: Assignment) -> CurrentTrial | None:
    """The first trial that is not answered yet; None after the last."""
    unanswered = Trial.objects.filter(assignment=assignment, answered_at=None).order_by("position")
    return next((CurrentTrial(*row) for row in unanswered.values_list(*COLUMNS)[:1]), None)


def issue_trial(trial: CurrentTrial, *, at: datetime) -> None:
    """Note the first time that the trial was shown, and count the loads."""
    Trial.objects.filter(pk=trial.pk).update(issued_at=trial.issued_at or at, loads=F("loads") + 1)


def present_trial(assignment: Assignment, problem: str, *, at: datetime, given: Given, seconds_left: int) -> Screen:
    """The page of the current trial."""
    settings, task = assignment.protocol.settings, assignment.study.plugin
    trial = find_current_trial(assignment)
    if trial is None:  # the last one was answered, in another window, since the visit was looked up
        assignment.refresh_from_db()
        return present(assignment, at=at)
    issue_trial(trial, at=at)
    return TrialScreen(
        progress=Progress(trial.position, settings.trials),
        partial=name_partial(task),
        shown=task.show(trial.stimulus, trial.response, trial.view),
        question=task.question,
        verdicts=tuple(ask_verdict(task, role, settings, given) for role in task.roles),
        control=ask_control(trial.control, given),
        extras=ask_extras(settings, given),
        min_seconds=settings.min_seconds,
        seconds_left=seconds_left,
        **make_frame(assignment, problem, position=trial.position, loads=trial.loads + 1),
    )


def name_partial(task: Task) -> str:
    """The template that draws a trial of this task."""
    return f"tasks/{task.slug}/judge.html"
