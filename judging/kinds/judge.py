"""People judge responses: human or machine?"""

import random
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from agents.tasks.base import Task
from judging.asking import Given
from judging.drawing import OrderedPlaces, draw_for
from judging.foreseeing import Foreseen, count_most_trials, foresee_judgements
from judging.framing import make_frame
from judging.kinds.base import COME_BACK, StudyKind, tell_least_time
from judging.models import Assignment, Judge, Protocol, Study
from judging.placing import lay_out_places
from judging.planning import check_baseline, check_plan, count_visits_left
from judging.protocol import Settings
from judging.recording import record_judgement
from judging.sampling import draw_sample
from judging.screens import SampleTrial, Screen
from judging.showing import issue_trials, name_partial, show_trial
from judging.telling import find_trial_to_tell, present_feedback


class JudgeKind(StudyKind):
    """A visit is a sequence of trials, each followed by the truth where the protocol says so."""

    slug = Study.Kind.JUDGE
    step = Assignment.Stage.TRIALS.value
    invitation = gettext_noop(
        "You will see what people and machines answered, one answer at a time, and say each time: human or machine?"
    )

    def name_length(self, settings: Settings) -> str:
        """How many trials."""
        number = settings.trials_in_all
        return ngettext("%(number)d trial", "%(number)d trials", number) % {"number": number}

    def tell_done(self, trials: int) -> str:
        """How many trials were judged."""
        told = ngettext("You have judged %(number)d trial.", "You have judged %(number)d trials.", trials)
        return told % {"number": trials} if trials else ""

    def lay_out(self, protocol: Protocol, settings: Settings, *, seed: int) -> None:
        """One place for each view of each response of the pools."""
        lay_out_places(protocol, settings, seed=seed)
        check_plan(protocol, settings)
        check_baseline(protocol, settings)

    def foresee(self, settings: Settings, *, at: datetime) -> Foreseen:
        """Cells, visits, judgements, and the gap that these would show."""
        return foresee_judgements(settings)

    def count_most_trials(self, settings: Settings) -> int:
        """So many as find different stimuli, by the protocol's shares."""
        return count_most_trials(settings)

    def draw(self, judge: Judge, protocol: Protocol, rng: random.Random, *, takes_places: bool) -> OrderedPlaces:
        """Responses by the protocol's shares, each stimulus once."""
        return draw_for(judge, protocol, rng, takes_places=takes_places)

    def count_visits_left(self, protocol: Protocol) -> int:
        """The scarcest pairing decides."""
        return count_visits_left(protocol)

    def describe(self, task: Task) -> tuple[str, ...]:
        """What a judge reads of the task first, with the very words that agents were asked."""
        first, *others = task.guidance
        asked = _("Whoever answered was asked: “%(instruction)s”") % {"instruction": _(task.instruction)}
        return (_(first), asked, *map(_, others))

    def list_rules(self, settings: Settings) -> tuple[str, ...]:
        """What a judge should know of the trials to come, as short sentences."""
        number = settings.trials_in_all
        count = ngettext("There is one trial.", "There are %(number)d trials.", number) % {"number": number}
        rules = [count, _("There is no right or wrong way to judge: say what you believe.")]
        if settings.practice:
            number = settings.practice.trials
            told = ngettext("The first one is for practice.", "The first %(number)d are for practice.", number)
            rules.append(told % {"number": number})
        if settings.feedback_trials:
            rules.append(_("For a while you are told after each answer whether it was right."))
        if settings.min_seconds:
            rules.append(tell_least_time(settings))
        if settings.asks_control:
            rules.append(_("Each trial also asks a short question that shows you looked."))
        if settings.catch:
            rules.append(_("A few trials are easy on purpose. If you get them wrong, the study ends early."))
        rules.append(_(COME_BACK))
        return tuple(rules)

    def sample(self, task: Task, settings: Settings) -> SampleTrial | None:
        """A trial with a made-up answer."""
        return draw_sample(task, settings)

    def present(
        self, assignment: Assignment, problem: str, *, at: datetime, given: Given, seconds_left: int
    ) -> Screen | None:
        """The feedback on the last trial, where there is any, else the next trial."""
        settings = assignment.settings
        if settings.practice or settings.feedback_trials:
            told = find_trial_to_tell(assignment)
            if told is not None:
                frame = make_frame(assignment, problem)
                return present_feedback(assignment, told, frame, name_partial(assignment.task))
        trials = issue_trials(assignment, at=at)
        if not trials:
            return None
        frame = make_frame(assignment, problem, position=trials[0].position, loads=trials[0].loads)
        return show_trial(assignment, trials, frame, given=given, seconds_left=seconds_left)

    def take(
        self, public_id: str, position: int, data: Mapping[str, Any], *, submission: str, at: datetime
    ) -> Assignment:
        """The judgement on a trial."""
        return record_judgement(public_id, position, data, submission=submission, at=at)
