"""The page of a trial, from its stimulus and response alone: blind by construction."""

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F

from agents.tasks.base import Task
from judging.asking import Given, ask_control, ask_extras, ask_verdict
from judging.models import Assignment, Trial
from judging.screens import Frame, Progress, TrialScreen

PRELOADED = 2  # trials whose pictures are fetched ahead


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


def find_trials_ahead(assignment: Assignment) -> list[CurrentTrial]:
    """The current trial, and for a task with pictures the next two; empty after the last."""
    ahead = 1 + PRELOADED if assignment.study.plugin.needs_picture else 1
    waiting = Trial.objects.waiting().filter(assignment=assignment).order_by("position")
    return [CurrentTrial(*row) for row in waiting.values_list(*COLUMNS)[:ahead]]


def issue_trial(trial: CurrentTrial, *, at: datetime) -> None:
    """Note the first time that the trial was shown, and count the loads."""
    Trial.objects.filter(pk=trial.pk).update(issued_at=trial.issued_at or at, loads=F("loads") + 1)


def show_trial(
    assignment: Assignment, trials: list[CurrentTrial], frame: Frame, *, given: Given, seconds_left: int
) -> TrialScreen:
    """The page of the first of these trials; of the others only the pictures are fetched ahead."""
    settings, task = assignment.protocol.settings, assignment.study.plugin
    trial, *later = trials
    return TrialScreen(
        progress=Progress(trial.position, settings.trials_in_all),
        partial=name_partial(task),
        shown=task.show(trial.stimulus, trial.response, trial.view),
        question=task.question,
        verdicts=tuple(ask_verdict(task, role, settings, given) for role in task.roles),
        control=ask_control(trial.control, given),
        extras=ask_extras(settings, given),
        preload=tuple(other.stimulus["image"]["media"] for other in later if other.stimulus.get("image")),
        min_seconds=settings.min_seconds,
        seconds_left=seconds_left,
        **frame,
    )


def name_partial(task: Task) -> str:
    """The template that draws a trial of this task."""
    return f"tasks/{task.slug}/judge.html"
