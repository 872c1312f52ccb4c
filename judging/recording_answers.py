"""Writing down what a person answered to a stimulus, once."""

import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from agents.accepting import Source, keep_answer
from agents.checking_answers import CheckedAnswer, Handling, check_answer
from agents.models import Answer, AnswerAuthor
from judging.answers import read_ms, read_page_facts
from judging.leasing import holding_trial
from judging.minimum_time import count_seconds_left
from judging.models import Assignment, Attempt, Trial
from judging.painting import find_painted_at
from judging.recording import SEE, find_open_trial, note_progress
from turingapp.errors import TooFast

FEMALE_OR_MALE = ("female", "male")


def record_answer(
    public_id: str, position: int, data: Mapping[str, str], *, submission: str, at: datetime
) -> Assignment:
    """Write down the answer to the stimulus at `position`; it is answered once. Gives the visit after it.

    As with judgements, the assignment's lock orders double clicks and two tabs. Raises TooFast (the attempt is
    recorded), IncompleteAnswer, StaleStep, AssignmentClosed.
    """
    with holding_trial(public_id, position, at=at) as (assignment, asked):
        trial = find_open_trial(assignment, asked, submission)
        if trial is None:
            return assignment
        trial.painted_at = find_painted_at(trial, data, at=at)
        left = count_seconds_left(trial.issued_at, trial.painted_at, assignment.settings.min_seconds, at=at)
        SEE.carry_out(id=assignment.pk, seen_at=at)
        if left > 0:
            Attempt.objects.create(trial=trial, at=at, seconds_left=left)
        else:
            write_answer(assignment, trial, data, submission=submission, at=at)
            note_progress(assignment, trial, position, at=at)
    if left > 0:
        raise TooFast(math.ceil(left))
    return assignment


def write_answer(
    assignment: Assignment, trial: Trial, data: Mapping[str, str], *, submission: str, at: datetime
) -> None:
    """The rows of one accepted answer."""
    facts = read_page_facts(data)
    handling = Handling(facts.get("profile", {}), read_ms(data, "rt_ms"))
    checked = check_answer(
        assignment.task, trial.stimulus.payload, data, earlier=list_earlier(assignment), handling=handling
    )
    keep_for_review(assignment, trial, checked, at=at)
    given = {"painted_at": trial.painted_at, "answered_at": at, "submission": submission}
    Trial.objects.filter(pk=trial.pk).update(**given, rt_ms=handling.rt_ms, answers=facts)


def list_earlier(assignment: Assignment) -> list[dict[str, Any]]:
    """What the same person answered before, in this task and in whatever study."""
    task, person = assignment.task.slug, assignment.judge.person_key
    given = Answer.objects.filter(authors__person_key=person, stimulus__task=task)
    return list(given.order_by("pk").values_list("payload", flat=True))


def keep_for_review(assignment: Assignment, trial: Trial, checked: CheckedAnswer, *, at: datetime) -> None:
    """Keep the answer under the person's key; a preview's or pilot's joins no pool."""
    study = assignment.study
    author = AnswerAuthor(
        role=assignment.task.roles[0],
        visit=assignment.public_id,
        person_key=assignment.judge.person_key,
        gender=name_gender(assignment),
    )
    source = Source(
        study.slug,
        f"{assignment.public_id}/{trial.position}",
        is_simulated=study.is_simulated,
        is_apart=assignment.kind != Assignment.Kind.MAIN,
    )
    keep_answer(trial.stimulus, checked, [author], source, at=at)


def name_gender(assignment: Assignment) -> str:
    """The gender that a person told, where it is one that judges are asked about."""
    gender = assignment.demographics.get("gender", "")
    return gender if gender in FEMALE_OR_MALE else ""
