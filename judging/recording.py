"""Writing down a judgement and its control answer, once."""

import math
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from judging.answers import TrialAnswer, read_trial_answer
from judging.ending import end_visit
from judging.leasing import holding_trial
from judging.minimum_time import count_seconds_left
from judging.models import Assignment, Attempt, ControlAnswer, Judgement, Trial, TrialKind
from judging.painting import find_painted_at
from judging.tokens import NOT_SHOWN_YET
from turingapp.compiled import Change, Insertion, send, slot
from turingapp.errors import AssignmentClosed, StaleStep, TooFast

GIVEN = ("painted_at", "answered_at", "submission", "rt_ms", "answers")
ANSWER = Change(lambda: Trial.objects.filter(pk=slot(Trial, "id")), **{name: slot(Trial, name) for name in GIVEN})
SEE = Change(lambda: Assignment.objects.filter(pk=slot(Assignment, "id")), seen_at=slot(Assignment, "seen_at"))
JUDGE, CONTROL = Insertion(Judgement), Insertion(ControlAnswer)


def record_judgement(
    public_id: str, position: int, data: Mapping[str, str], *, submission: str, at: datetime
) -> Assignment:
    """Write down what the judge said on the trial at `position`; a trial is judged once. Gives the visit after it.

    The assignment's row lock orders double clicks and two tabs: the second finds the trial answered and gets
    StaleStep, unless it is the same form sent again, which is no news. Raises TooFast (the attempt is recorded),
    IncompleteAnswer, AssignmentClosed.
    """
    with holding_trial(public_id, position, at=at) as (assignment, asked):
        trial = find_open_trial(assignment, asked, submission)
        if trial is None:
            return assignment
        settings = assignment.settings
        trial.painted_at = find_painted_at(trial, data, at=at)
        left = count_seconds_left(trial.issued_at, trial.painted_at, settings.min_seconds, at=at)
        if left > 0:
            Attempt.objects.create(trial=trial, at=at, seconds_left=left)
            SEE.carry_out(id=assignment.pk, seen_at=at)
        else:
            answer = read_trial_answer(assignment.task, settings, trial, data)
            write_answer(assignment, trial, answer, submission=submission, at=at)
            if trial.kind == TrialKind.CATCH:
                end_after_wrong_catches(assignment, at=at)
            note_progress(assignment, trial, position, at=at)
    if left > 0:
        raise TooFast(math.ceil(left))
    return assignment


def find_open_trial(assignment: Assignment, trial: Trial | None, submission: str) -> Trial | None:
    """The trial that a form asks for, if it can be answered; None where this very form was accepted before."""
    if trial is not None and trial.answered_at is not None and trial.submission == submission:
        return None
    if assignment.state != Assignment.State.OPEN:
        raise AssignmentClosed(_("This visit is over; nothing more can be answered."))
    if trial is None or trial.is_done or assignment.stage != Assignment.Stage.TRIALS:
        raise StaleStep(_("That page was answered already. Here is where you are."))
    if trial.issued_at is None:
        raise StaleStep(_(NOT_SHOWN_YET))
    return trial


def write_answer(assignment: Assignment, trial: Trial, answer: TrialAnswer, *, submission: str, at: datetime) -> None:
    """The rows of one accepted answer."""
    rows = [
        JUDGE.fill(trial_id=trial.pk, role=role, verdict=verdict, gender_guess=answer.gender_guesses.get(role, ""))
        for role, verdict in answer.verdicts.items()
    ]
    if answer.control is not None and trial.control:
        is_right = answer.control == trial.control["truth"]
        rows.append(CONTROL.fill(trial_id=trial.pk, answer=answer.control, is_right=is_right))
    trial.answered_at = at
    given = {"painted_at": trial.painted_at, "answered_at": at, "submission": submission}
    answered = ANSWER.fill(id=trial.pk, **given, rt_ms=answer.rt_ms, answers=answer.others)
    send(*rows, answered, SEE.fill(id=assignment.pk, seen_at=at))


def note_progress(assignment: Assignment, trial: Trial, position: int, *, at: datetime) -> None:
    """Move a visit that was seen on to the closing questions after the last trial; trials are answered in order."""
    assignment.seen_at = at
    is_late = position >= assignment.settings.trials_in_all
    if is_late and not trial.gives_feedback:
        close_trials_if_done(assignment)
    if assignment.stage != Assignment.Stage.TRIALS:
        assignment.save(update_fields=("stage", "state", "over_at", "code"))


def close_trials_if_done(assignment: Assignment) -> None:
    """Set the next stage of an open visit in which no trial waits any more; the caller saves it."""
    if assignment.state == Assignment.State.OPEN and not assignment.trials.waiting().exists():
        asks = assignment.settings.closing
        if asks:
            assignment.stage = Assignment.Stage.CLOSING
        else:
            end_visit(assignment, Assignment.State.FINISHED, at=assignment.seen_at)


@transaction.atomic
def go_past_trials(assignment: Assignment, *, at: datetime) -> None:
    """Set the next stage of a visit in which no trial waits any more, where that was not done with its last answer."""
    locked = Assignment.objects.select_for_update(no_key=True).get(pk=assignment.pk)
    if locked.stage == Assignment.Stage.TRIALS:
        locked.seen_at = at
        close_trials_if_done(locked)
        locked.save()


def end_after_wrong_catches(assignment: Assignment, *, at: datetime) -> None:
    """End the visit where more catch trials than allowed were judged wrong; it is paid in part."""
    settings = assignment.settings
    if settings.catch is None:
        return
    wrong = Judgement.objects.wrong().filter(trial__assignment=assignment, trial__kind=TrialKind.CATCH)
    if wrong.values("trial").distinct().count() > settings.catch.allowed:
        end_visit(assignment, Assignment.State.SCREENED_OUT, at=at)
