"""The page of a trial, from its stimulus and response alone: blind by construction."""

import math
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from agents.normalizations_applied import normalize_response
from agents.tasks.base import Task
from judging.asking import Given, ask_control, ask_extras, ask_verdict
from judging.minimum_time import count_seconds_left
from judging.models import Assignment, Trial
from judging.protocol import Settings
from judging.screens import Frame, Progress, TrialScreen
from turingapp.compiled import Change, Selection, slot

PRELOADED = 2  # trials whose pictures are fetched ahead


class CurrentTrial(NamedTuple):
    """All that is read of a trial for its page; no author is among it."""

    pk: int
    position: int
    issued_at: datetime | None
    painted_at: datetime | None
    loads: int
    control: dict[str, Any] | None
    stimulus: dict[str, Any]
    response: dict[str, Any]  # None where the stimulus is to be answered: its page reads none
    view: int


COLUMNS = (
    *("pk", "position", "issued_at", "painted_at", "loads", "control"),
    *("stimulus__payload", "place__response__payload", "place__view"),
)


def select_ahead(number: int) -> QuerySet[Trial, Any]:
    """So many trials of a visit that wait, the current one first."""
    waiting = Trial.objects.waiting().filter(assignment=slot(Trial, "assignment")).order_by("position")
    return waiting.values_list(*COLUMNS)[:number]


AHEAD = {number: Selection(partial(select_ahead, number)) for number in (1, 1 + PRELOADED)}
ISSUE = Change(
    lambda: Trial.objects.filter(pk=slot(Trial, "id")), issued_at=slot(Trial, "issued_at"), loads=F("loads") + 1
)


def find_trials_ahead(assignment: Assignment) -> list[CurrentTrial]:
    """The current trial, and for a task with pictures the next two; empty after the last."""
    ahead = AHEAD[1 + PRELOADED if assignment.task.needs_picture else 1]
    return [CurrentTrial(*row) for row in ahead.fetch(assignment=assignment.pk)]


def issue_trial(trial: CurrentTrial, *, at: datetime) -> None:
    """Note the first time that the trial was shown, and count the loads."""
    ISSUE.carry_out(id=trial.pk, issued_at=trial.issued_at or at)


def show_trial(
    assignment: Assignment, trials: list[CurrentTrial], frame: Frame, *, given: Given, seconds_left: int, at: datetime
) -> TrialScreen:
    """The page of the first of these trials; of the others only the pictures are fetched ahead."""
    settings, task = assignment.settings, assignment.task
    trial, *later = trials
    return TrialScreen(
        progress=find_progress(settings, trial.position),
        partial=name_partial(task),
        shown=task.show(trial.stimulus, normalize_response(trial.response, settings.steps), trial.view),
        question=_(task.question),
        verdicts=tuple(ask_verdict(task, role, settings, given) for role in task.roles),
        control=ask_control(trial.control, given),
        extras=ask_extras(settings, given),
        preload=list_media(later),
        wait_seconds=count_wait_seconds(trial, settings.min_seconds, at=at),
        seconds_left=seconds_left,
        **frame,
    )


def list_media(trials: list[CurrentTrial]) -> tuple[str, ...]:
    """The pictures of trials to come."""
    return tuple(trial.stimulus["image"]["media"] for trial in trials if trial.stimulus.get("image"))


def find_progress(settings: Settings, position: int) -> Progress:
    """How far the trial at a position is, and the share of the protocol's minutes that is still to come."""
    total = settings.trials_in_all
    return Progress(position, total, max(1, math.ceil(settings.minutes * (total - position + 1) / total)))


def count_wait_seconds(trial: CurrentTrial, min_seconds: float, *, at: datetime) -> float:
    """What is left of the minimum time on a load; all of it before the first painting, from which it runs."""
    if trial.painted_at is None or trial.issued_at is None:
        return min_seconds
    left = count_seconds_left(trial.issued_at, trial.painted_at, min_seconds, at=at)
    return max(math.ceil(left * 10) / 10, 0.0)


def name_partial(task: Task) -> str:
    """The template that draws a trial of this task."""
    return f"tasks/{task.slug}/judge.html"
