"""Taking the answers of the pages around the trials."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from agents.normalizing import make_storable
from judging.consenting import keep_consent
from judging.ending import end_visit
from judging.forms import AiToolForm, ClosingForm, DemographicsForm
from judging.leasing import lock_visit, release_places
from judging.models import Assignment
from judging.monitoring.noting import note_taken
from judging.signs import count_sign, read_trap
from judging.tokens import NOT_SHOWN_YET
from turingapp.errors import AssignmentClosed, IncompleteAnswer, StaleStep

Stage = Assignment.Stage
State = Assignment.State
Data = Mapping[str, str]

ORDER = tuple(Stage)
OPEN_QUESTION = gettext_noop("Please choose an answer to every question.")


def answer_page(assignment: Assignment, stage: str, data: Data, *, at: datetime) -> None:
    """Take the answers of one page and go on to the next.

    A page of before changes nothing. Raises StaleStep, AssignmentClosed, IncompleteAnswer.
    """
    if stage not in ORDER:
        raise StaleStep(_("This form does not belong to this visit."))
    with transaction.atomic():
        locked = lock_visit(assignment.pk, assignment.study_id)
        if ORDER.index(Stage(stage)) < ORDER.index(Stage(locked.stage)):
            return
        if locked.stage != stage:
            raise StaleStep(_(NOT_SHOWN_YET))
        if locked.state != State.OPEN and stage != Stage.OVER:
            raise AssignmentClosed(_("This visit is over; nothing more can be answered."))
        locked.seen_at = at
        locked.signs = count_sign(locked.signs, read_trap(data))
        problem = PAGES[Stage(stage)](locked, data, at)
        skip_empty_pages(locked)
        locked.save()
        if not problem:
            note_taken(locked, stage, at=at)
    if problem:  # said after the attempt was written down
        raise IncompleteAnswer(problem)


def answer_consent(assignment: Assignment, data: Data, at: datetime) -> str:
    """Go on with consent; without it the visit is over, and nothing is kept but that it was declined."""
    answer = data.get("answer")
    if answer == "agree":
        keep_consent(assignment, data, at=at)
        assignment.stage = Stage.DEMOGRAPHICS
    elif answer == "decline":
        release_places(assignment, at=at)
        end_visit(assignment, State.DECLINED, at=at)
    else:
        raise IncompleteAnswer(_("Please say whether you agree to take part."), ("answer",))
    return ""


def answer_demographics(assignment: Assignment, data: Data, at: datetime) -> str:
    """Keep the codes of the chosen options."""
    form = DemographicsForm(assignment.settings, at=at, data=data)
    if not form.is_valid():
        raise IncompleteAnswer(_(OPEN_QUESTION), tuple(form.errors))
    assignment.demographics, assignment.stage = form.cleaned_data, Stage.INSTRUCTIONS
    return ""


def answer_instructions(assignment: Assignment, data: Data, at: datetime) -> str:
    """Go on to the questions on the instructions."""
    assignment.stage = Stage.COMPREHENSION
    return ""


def answer_comprehension(assignment: Assignment, data: Data, at: datetime) -> str:
    """Begin the trials if all is understood; else back to the instructions, or, after the last try, a fair way out."""
    settings = assignment.settings
    given = [data.get(f"comprehension-{number}", "") for number in range(len(settings.comprehension))]
    if any(answer not in asked.options for answer, asked in zip(given, settings.comprehension, strict=True)):
        raise IncompleteAnswer(_(OPEN_QUESTION))
    tries = assignment.comprehension.get("tries", 0) + 1
    assignment.comprehension = {"tries": tries, "answers": given}
    if all(answer == asked.answer for answer, asked in zip(given, settings.comprehension, strict=True)):
        assignment.stage = Stage.TRIALS
        return ""
    if tries >= settings.comprehension_tries:
        release_places(assignment, at=at)
        end_visit(assignment, State.SCREENED_OUT, at=at)
        return ""
    assignment.stage = Stage.INSTRUCTIONS
    return _("One of the answers was not right. Please read the instructions once more and try again.")


def answer_closing(assignment: Assignment, data: Data, at: datetime) -> str:
    """Keep the closing answers and finish: every answer is in the database, so there is a code."""
    form = ClosingForm(data=data)
    if not form.is_valid():
        sentences = [str(sentence) for sentence in form.errors.get("comment", [_(OPEN_QUESTION)])]
        raise IncompleteAnswer(" ".join(sentences), tuple(form.errors))
    assignment.closing = {**form.cleaned_data, "comment": make_storable(form.cleaned_data["comment"])}
    end_visit(assignment, State.FINISHED, at=at)
    return ""


def answer_ai_tool(assignment: Assignment, data: Data, at: datetime) -> str:
    """Keep whether an AI tool was used, asked when the pay is sure; the first answer stays."""
    form = AiToolForm(data=data)
    if assignment.state != State.FINISHED or "ai_tool" in assignment.closing:
        return ""
    if not form.is_valid():
        raise IncompleteAnswer(_(OPEN_QUESTION), tuple(form.errors))
    assignment.closing = {**assignment.closing, **form.cleaned_data}
    return ""


def skip_empty_pages(assignment: Assignment) -> None:
    """Pass by the pages on which the protocol asks nothing, and note when the trials begin."""
    settings = assignment.settings
    if assignment.stage == Stage.DEMOGRAPHICS and not settings.demographics:
        assignment.stage = Stage.INSTRUCTIONS
    if assignment.stage == Stage.COMPREHENSION and not settings.comprehension:
        assignment.stage = Stage.TRIALS
    if assignment.stage == Stage.TRIALS and assignment.began_at is None:
        assignment.began_at = assignment.seen_at


PAGES = {
    Stage.CONSENT: answer_consent,
    Stage.DEMOGRAPHICS: answer_demographics,
    Stage.INSTRUCTIONS: answer_instructions,
    Stage.COMPREHENSION: answer_comprehension,
    Stage.CLOSING: answer_closing,
    Stage.OVER: answer_ai_tool,
}
