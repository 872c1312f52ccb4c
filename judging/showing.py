"""The page of a trial, from its stimulus and response alone: blind by construction."""

import math
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from django.db.models import F, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from agents.normalizations_applied import normalize_response
from agents.tasks.base import Task
from judging.asking import Given, ask_control, ask_extras, ask_verdict
from judging.models import Assignment, Trial
from judging.protocol import Settings
from judging.screens import Frame, Progress, TrialScreen
from turingapp.compiled import Change, Selection, slot

PRELOADED = 2  # trials whose pictures are fetched ahead


class CurrentTrial(NamedTuple):
    """All that is read of a trial for its page; no author is among it."""

    position: int
    issued_at: datetime | None
    loads: int
    control: dict[str, Any] | None
    stimulus: dict[str, Any]
    response: dict[str, Any]  # None where the stimulus is to be answered: its page reads none
    view: int


COLUMNS = (
    *("position", "issued_at", "loads", "control"),
    *("stimulus__payload", "place__response__payload", "place__view"),
)


def select_ahead(*columns: str, number: int) -> QuerySet[Trial, Any]:
    """These columns of so many trials of a visit that wait, the current one first."""
    waiting = Trial.objects.waiting().filter(assignment=slot(Trial, "assignment")).order_by("position")
    return waiting.values_list(*columns)[:number]


AHEAD = {number: Selection(partial(select_ahead, *COLUMNS, number=number)) for number in (1, 1 + PRELOADED)}
ISSUE = Change(
    lambda: Trial.objects.filter(pk=Subquery(select_ahead("pk", number=1))),
    issued_at=Coalesce("issued_at", slot(Trial, "issued_at")),
    loads=F("loads") + 1,
)


def issue_trials(assignment: Assignment, *, at: datetime) -> list[CurrentTrial]:
    """The trial to be shown, and for a task with pictures the two after it; empty after the last.

    The first time that it was shown is noted, and its loads are counted.
    """
    ahead = AHEAD[1 + PRELOADED if assignment.task.needs_picture else 1]
    visit = {"assignment": assignment.pk}
    while True:
        trials = [CurrentTrial(*row) for row in ahead.fetch(ISSUE.fill(**visit, issued_at=at), **visit)]
        if not trials or trials[0].issued_at:  # else another window's answer came in between
            return trials


def show_trial(
    assignment: Assignment, trials: list[CurrentTrial], frame: Frame, *, given: Given, seconds_left: int
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
        wait_seconds=settings.min_seconds,
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


def name_partial(task: Task) -> str:
    """The template that draws a trial of this task."""
    return f"tasks/{task.slug}/judge.html"
