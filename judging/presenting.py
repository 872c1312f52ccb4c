"""What the next page of a visit shows: the page at which it stands, as values for its template."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from judging.arriving import find_exit, find_return
from judging.asking import Given, ask_comprehension
from judging.forms import AiToolForm, ClosingForm, DemographicsForm, ReleaseForm
from judging.framing import make_frame, split_paragraphs
from judging.kinds import KINDS
from judging.models import Assignment
from judging.recording import go_past_trials
from judging.screens import (
    ClosingScreen,
    ComprehensionScreen,
    ConsentScreen,
    DeclinedScreen,
    DemographicsScreen,
    DoneScreen,
    Frame,
    InstructionsScreen,
    Screen,
    StoppedScreen,
)

Stage = Assignment.Stage
State = Assignment.State
ENDINGS = {
    State.SCREENED_OUT: (
        gettext_noop("Your visit ends here"),
        gettext_noop("Some answers to questions with a known answer were not right, so this study ends early for you."),
    ),
    State.WITHDRAWN: (
        gettext_noop("You stopped"),
        gettext_noop("You stopped before the end. What you answered is kept."),
    ),
    State.ERASED: (
        gettext_noop("Your answers are erased"),
        gettext_noop("Everything you answered and told about yourself is deleted."),
    ),
    State.EXPIRED: (
        gettext_noop("This visit has expired"),
        gettext_noop("It was begun too long ago to go on. What you answered is kept."),
    ),
}


def present(
    assignment: Assignment, *, at: datetime, given: Given | None = None, problem: str = "", seconds_left: int = 0
) -> Screen:
    """The page at which the visit stands; `given` keeps what was filled in when an answer was refused.

    Showing a trial notes when it was first issued and counts its loads.
    """
    if assignment.stage == Stage.TRIALS:
        kind = KINDS[assignment.settings.kind]
        screen = kind.present(assignment, problem, at=at, given=given or {}, seconds_left=seconds_left)
        if screen is not None:
            return screen
        # The last trial was done in another window since the visit was looked up, or put aside before its turn came.
        go_past_trials(assignment, at=at)
        assignment.refresh_from_db()
        return present(assignment, at=at)
    frame = make_frame(assignment, problem)
    if assignment.stage == Stage.OVER:
        return present_end(assignment, frame, given=given)
    return present_page(assignment, frame, at=at, given=given)


def present_page(assignment: Assignment, frame: Frame, *, at: datetime, given: Given | None) -> Screen:
    """One of the pages around the trials."""
    settings, task = assignment.settings, assignment.task
    if assignment.stage == Stage.CONSENT:
        form = ReleaseForm(settings, data=given) if settings.release else None
        return ConsentScreen(paragraphs=split_paragraphs(settings.consent), form=form, **frame)
    if assignment.stage == Stage.DEMOGRAPHICS:
        return DemographicsScreen(form=DemographicsForm(settings, at=at, data=given), **frame)
    if assignment.stage == Stage.INSTRUCTIONS:
        kind = KINDS[settings.kind]
        return InstructionsScreen(paragraphs=kind.describe(task), rules=kind.list_rules(settings), **frame)
    if assignment.stage == Stage.COMPREHENSION:
        return ComprehensionScreen(questions=ask_comprehension(settings, given or {}), **frame)
    return ClosingScreen(form=ClosingForm(data=given), **frame)


def present_end(assignment: Assignment, frame: Frame, *, given: Given | None) -> Screen:
    """The last page: thanks and code, or the way out."""
    settings = assignment.settings
    if assignment.state == State.FINISHED:
        form = None if "ai_tool" in assignment.closing else AiToolForm(data=given)
        debrief = split_paragraphs(settings.debrief)
        way_back = find_exit(assignment)
        return DoneScreen(paragraphs=debrief, code=assignment.code, form=form, way_back=way_back, **frame)
    has_earned = assignment.code or assignment.state == State.EXPIRED  # else nothing is to be handed in
    words, way_back = ("", find_exit(assignment)) if has_earned else find_return(assignment)
    if assignment.state == State.DECLINED:
        return DeclinedScreen(how_to_return=words, way_back=way_back, **frame)
    state = State(assignment.state)
    title, sentence = KINDS[settings.kind].endings.get(state) or ENDINGS[state]
    paragraphs = (_(sentence), *split_paragraphs(settings.part_pay if assignment.code else ""))
    return StoppedScreen(
        title=_(title), paragraphs=paragraphs, code=assignment.code, how_to_return=words, way_back=way_back, **frame
    )
