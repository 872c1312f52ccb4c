"""People answer the stimuli of a task, as agents do."""

import random
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from agents.tasks import TASKS
from agents.tasks.base import Task
from judging.asking import Given
from judging.drawing import OrderedPlaces
from judging.foreseeing import Foreseen
from judging.framing import make_frame
from judging.kinds.base import COME_BACK, StudyKind, tell_least_time
from judging.models import Assignment, Judge, Protocol, Study
from judging.protocol import Settings
from judging.recording_answers import record_answer
from judging.screens import AnswerScreen, SampleTrial, Screen
from judging.sharing_out import count_answer_visits_left, draw_stimuli, foresee_answers, lay_out_stimuli, list_stimuli
from judging.showing import find_progress, issue_trials, list_media
from judging.tokens import ANSWER

SEED = 0  # the same sample for everybody


class RespondKind(StudyKind):
    """A visit is a sequence of stimuli, each to be answered by the person."""

    slug = Study.Kind.RESPOND
    step = ANSWER
    invitation = gettext_noop(
        "You will be given a small task several times over, and answer each time in your own way."
    )

    def name_length(self, settings: Settings) -> str:
        """How many answers."""
        number = settings.trials_in_all
        return ngettext("%(number)d answer", "%(number)d answers", number) % {"number": number}

    def tell_done(self, trials: int) -> str:
        """How many answers were given."""
        told = ngettext("You have given %(number)d answer.", "You have given %(number)d answers.", trials)
        return told % {"number": trials} if trials else ""

    def lay_out(self, protocol: Protocol, settings: Settings, *, seed: int) -> None:
        """One place for each stimulus of the pools."""
        lay_out_stimuli(protocol, settings, seed=seed)

    def foresee(self, settings: Settings, *, at: datetime) -> Foreseen:
        """Visits and answers that the stimuli have room for."""
        return foresee_answers(settings)

    def count_most_trials(self, settings: Settings) -> int:
        """One for each stimulus of the pools, at most."""
        return min(settings.trials, list_stimuli(settings).count())

    def draw(self, judge: Judge, protocol: Protocol, rng: random.Random, *, takes_places: bool) -> OrderedPlaces:
        """The stimuli answered least, none that the person has seen."""
        return draw_stimuli(judge, protocol, rng, takes_places=takes_places)

    def count_visits_left(self, protocol: Protocol) -> int:
        """So many as there are answers still to be given, by the visit."""
        return count_answer_visits_left(protocol)

    def describe(self, task: Task) -> tuple[str, ...]:
        """The very words that agents are asked."""
        return (_(task.instruction), _("Answer in your own words, without the help of anybody or any program."))

    def list_rules(self, settings: Settings) -> tuple[str, ...]:
        """How many there are, how to write, and that one can come back."""
        number = settings.trials
        count = ngettext("There is one to answer.", "There are %(number)d to answer.", number) % {"number": number}
        rules = [count, *map(_, TASKS[settings.task].writing_rules)]
        if settings.min_seconds:
            rules.append(tell_least_time(settings))
        rules.append(_(COME_BACK))
        return tuple(rules)

    def sample(self, task: Task, settings: Settings) -> SampleTrial | None:
        """A made-up stimulus with the fields to answer it."""
        made = task.sample(random.Random(SEED))
        return SampleTrial(
            partial=name_answer_partial(task),
            shown=task.ask(made.stimulus),
            note=_("Sample: this material is made up and belongs to no study."),
            question=_(task.instruction),
            verdicts=(),
            control=None,
            is_answered=True,
        )

    def present(
        self, assignment: Assignment, problem: str, *, at: datetime, given: Given, seconds_left: int
    ) -> Screen | None:
        """The next stimulus to answer."""
        trials = issue_trials(assignment, at=at)
        if not trials:
            return None
        trial, *later = trials
        task, settings = assignment.task, assignment.settings
        return AnswerScreen(
            progress=find_progress(settings, trial.position),
            partial=name_answer_partial(task),
            shown=task.ask(trial.stimulus),
            given=given,
            question=_(task.instruction),
            rules=tuple(map(_, task.writing_rules)),
            preload=list_media(later),
            wait_seconds=settings.min_seconds,
            seconds_left=seconds_left,
            **make_frame(assignment, problem, step=ANSWER, position=trial.position, loads=trial.loads),
        )

    def take(
        self, public_id: str, position: int, data: Mapping[str, Any], *, submission: str, at: datetime
    ) -> Assignment:
        """The answer to a stimulus."""
        return record_answer(public_id, position, data, submission=submission, at=at)


def name_answer_partial(task: Task) -> str:
    """The template that asks a person for an answer to this task."""
    return f"tasks/{task.slug}/respond.html"
