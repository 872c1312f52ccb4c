"""A sample of a trial, for previews: made up by the task, so nothing of the study is given away or counted."""

import random

from django.utils.translation import gettext as _

from agents.tasks.base import Task
from judging.asking import ask_control, ask_verdict
from judging.protocol import Settings
from judging.screens import SampleTrial
from judging.showing import name_partial

SEED = 0  # the same sample for everybody


def draw_sample(task: Task, settings: Settings) -> SampleTrial:
    """What a trial of this task looks like, with the questions of this protocol."""
    rng = random.Random(SEED)
    made = task.sample(rng)
    asked = task.control(made.stimulus, rng) if settings.control else None
    control = {"question": asked.question, "options": asked.options} if asked else None
    return SampleTrial(
        partial=name_partial(task),
        shown=task.show(made.stimulus, made.response, task.views(made.response)[0]),
        note=_("Sample: the answer is made up and belongs to no study."),
        question=_(task.question),
        verdicts=tuple(ask_verdict(task, role, settings, {}) for role in task.roles),
        control=ask_control(control, {}),
    )
