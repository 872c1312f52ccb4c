"""One step of a visit: what the form of each page does to the assignment, and where the visit stands then."""

import random
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from agents.normalizing import make_storable
from judging.forms import ClosingForm, DemographicsForm
from judging.leasing import lock_visit, release_places, retake_places
from judging.models import Assignment
from judging.recording import record_judgement
from judging.tokens import read_step
from turingapp.errors import AssignmentClosed, IncompleteAnswer, StaleStep

Stage = Assignment.Stage
ORDER = (Stage.CONSENT, Stage.DEMOGRAPHICS, Stage.INSTRUCTIONS, Stage.TRIALS, Stage.CLOSING, Stage.OVER)
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that are mistaken for another
CODE_LENGTH = 10


def take_step(public_id: str, data: Mapping[str, str], *, at: datetime) -> None:
    """Do what the form says, if it belongs to where the visit with this public id stands.

    Raises StaleStep, AssignmentClosed, TooFast, IncompleteAnswer; a form sent twice is accepted twice and written once.
    """
    stage, position = read_step(public_id, data.get("step", ""))
    if stage == Stage.TRIALS:
        record_judgement(public_id, position, data, submission=data.get("submission", "")[:64], at=at)
        return
    assignment = Assignment.objects.get(public_id=public_id)
    if assignment.released_at is not None:
        retake_places(assignment, at=at)
    answer_page(assignment, stage, data, at=at)


@transaction.atomic
def answer_page(assignment: Assignment, stage: str, data: Mapping[str, str], *, at: datetime) -> None:
    """Take the answers of one of the pages around the trials and go on to the next page."""
    locked = lock_visit(assignment.pk, assignment.study_id)
    if stage not in ORDER:
        raise StaleStep("This form does not belong to this visit.")
    if locked.stage != stage:
        if ORDER.index(Stage(stage)) < ORDER.index(Stage(locked.stage)):
            return  # sent before: the visit stands further on
        raise StaleStep("That page was not shown yet. Here is where you are.")
    if locked.state != Assignment.State.OPEN:
        raise AssignmentClosed("This visit is over; nothing more can be answered.")
    locked.seen_at = at
    PAGES[Stage(stage)](locked, data, at)
    skip_empty_pages(locked, at=at)
    locked.save()


def answer_consent(assignment: Assignment, data: Mapping[str, str], at: datetime) -> None:
    """Go on with consent; without it the visit is over, nothing is kept but that it was declined."""
    answer = data.get("answer")
    if answer == "agree":
        assignment.consented_at, assignment.stage = at, Stage.DEMOGRAPHICS
    elif answer == "decline":
        release_places(assignment, at=at)
        assignment.released_at = at
        assignment.state, assignment.stage, assignment.over_at = Assignment.State.DECLINED, Stage.OVER, at
    else:
        raise IncompleteAnswer("Please say whether you agree to take part.", ("answer",))


def answer_demographics(assignment: Assignment, data: Mapping[str, str], at: datetime) -> None:
    """Keep the codes of the chosen options."""
    form = DemographicsForm(assignment.protocol.settings, at=at, data=data)
    if not form.is_valid():
        raise IncompleteAnswer("Please choose an answer to every question.", tuple(form.errors))
    assignment.demographics, assignment.stage = form.cleaned_data, Stage.INSTRUCTIONS


def answer_instructions(assignment: Assignment, data: Mapping[str, str], at: datetime) -> None:
    """Begin the trials."""
    assignment.began_at, assignment.stage = at, Stage.TRIALS


def answer_closing(assignment: Assignment, data: Mapping[str, str], at: datetime) -> None:
    """Keep the closing answers and finish."""
    form = ClosingForm(data=data)
    if not form.is_valid():
        raise IncompleteAnswer("Please choose an answer to every question.", tuple(form.errors))
    assignment.closing = {**form.cleaned_data, "comment": make_storable(form.cleaned_data["comment"])}
    finish(assignment, at=at)


def skip_empty_pages(assignment: Assignment, *, at: datetime) -> None:
    """Pass by the pages on which the protocol asks nothing."""
    settings = assignment.protocol.settings
    if assignment.stage == Stage.DEMOGRAPHICS and not settings.demographics:
        assignment.stage = Stage.INSTRUCTIONS


def finish(assignment: Assignment, *, at: datetime) -> None:
    """The visit is complete: every answer is in the database, so there is a code."""
    assignment.stage, assignment.state, assignment.over_at = Stage.OVER, Assignment.State.FINISHED, at
    letters = random.SystemRandom().choices(CODE_LETTERS, k=CODE_LENGTH)
    assignment.code = "".join(letters)


PAGES = {
    Stage.CONSENT: answer_consent,
    Stage.DEMOGRAPHICS: answer_demographics,
    Stage.INSTRUCTIONS: answer_instructions,
    Stage.CLOSING: answer_closing,
}
