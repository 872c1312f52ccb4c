"""What the next page of a visit shows: the page at which it stands, as values for its template."""

from datetime import datetime

from agents.tasks.base import Task
from judging.arriving import find_exit, find_return
from judging.asking import Given, ask_comprehension
from judging.forms import AiToolForm, ClosingForm, DemographicsForm
from judging.models import Assignment
from judging.protocol import Settings
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
from judging.showing import find_trials_ahead, issue_trial, name_partial, show_trial
from judging.telling import find_trial_to_tell, present_feedback
from judging.tokens import name_submission, sign_step, sign_visit

Stage = Assignment.Stage
State = Assignment.State
NOT_COUNTED = {
    Assignment.Kind.MAIN: "",
    Assignment.Kind.PREVIEW: "This is a preview: nothing you do here counts. ",
    Assignment.Kind.PILOT: "This is a pilot: what you do here is looked at, but does not count in the results. ",
}
ENDINGS = {
    State.SCREENED_OUT: (
        "Your visit ends here",
        "Some answers to questions with a known answer were not right, so this study ends early for you.",
    ),
    State.WITHDRAWN: ("You stopped", "You stopped before the end. What you answered is kept."),
    State.ERASED: ("Your answers are erased", "Everything you answered and told about yourself is deleted."),
    State.EXPIRED: ("This visit has expired", "It was begun too long ago to go on. What you answered is kept."),
}


def present(
    assignment: Assignment, *, at: datetime, given: Given | None = None, problem: str = "", seconds_left: int = 0
) -> Screen:
    """The page at which the visit stands; `given` keeps what was filled in when an answer was refused.

    Showing a trial notes when it was first issued and counts its loads.
    """
    if assignment.stage == Stage.TRIALS:
        return present_trials(assignment, problem, at=at, given=given or {}, seconds_left=seconds_left)
    frame = make_frame(assignment, problem)
    if assignment.stage == Stage.OVER:
        return present_end(assignment, frame, given=given)
    return present_page(assignment, frame, at=at, given=given)


def describe_label(settings: Settings, kind: Assignment.Kind) -> str:
    """Where the data come from, and whether the visit counts."""
    return f"{NOT_COUNTED[kind]}{settings.label}".strip()


def make_frame(assignment: Assignment, problem: str, *, position: int = 0, loads: int = 0) -> Frame:
    """What all pages share: the study's name and label, the problem to tell, and which step a form would answer."""
    stage = assignment.stage
    return Frame(
        study_title=assignment.settings.title,
        label=describe_label(assignment.settings, Assignment.Kind(assignment.kind)),
        problem=problem,
        step=sign_step(assignment, stage, position),
        submission=name_submission(assignment, stage, position, loads),
        stop_token=sign_visit(assignment) if assignment.state == State.OPEN else "",
        pay=assignment.settings.pay if assignment.kind == Assignment.Kind.MAIN else "",
    )


def present_trials(assignment: Assignment, problem: str, *, at: datetime, given: Given, seconds_left: int) -> Screen:
    """The feedback on the last trial, where there is any, else the next trial."""
    settings = assignment.settings
    if settings.practice or settings.feedback_trials:
        told = find_trial_to_tell(assignment)
        if told is not None:
            frame = make_frame(assignment, problem)
            return present_feedback(assignment, told, frame, name_partial(assignment.task))
    trials = find_trials_ahead(assignment)
    if not trials:  # the last one was answered, in another window, since the visit was looked up
        assignment.refresh_from_db()
        return present(assignment, at=at)
    issue_trial(trials[0], at=at)
    frame = make_frame(assignment, problem, position=trials[0].position, loads=trials[0].loads + 1)
    return show_trial(assignment, trials, frame, given=given, seconds_left=seconds_left, at=at)


def present_page(assignment: Assignment, frame: Frame, *, at: datetime, given: Given | None) -> Screen:
    """One of the pages around the trials."""
    settings, task = assignment.settings, assignment.task
    if assignment.stage == Stage.CONSENT:
        return ConsentScreen(paragraphs=split_paragraphs(settings.consent), **frame)
    if assignment.stage == Stage.DEMOGRAPHICS:
        return DemographicsScreen(form=DemographicsForm(settings, at=at, data=given), **frame)
    if assignment.stage == Stage.INSTRUCTIONS:
        return InstructionsScreen(paragraphs=describe_task(task), rules=list_rules(settings), **frame)
    if assignment.stage == Stage.COMPREHENSION:
        return ComprehensionScreen(questions=ask_comprehension(settings, given or {}), **frame)
    return ClosingScreen(form=ClosingForm(data=given), **frame)


def describe_task(task: Task) -> tuple[str, ...]:
    """What a judge reads of the task first, with the very words that agents were asked."""
    first, *others = task.guidance
    return (first, f"Whoever answered was asked: \u201c{task.instruction}\u201d", *others)


def split_paragraphs(text: str) -> tuple[str, ...]:
    """Texts separated by empty lines."""
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


def list_rules(settings: Settings) -> tuple[str, ...]:
    """What a judge should know of the trials to come, as short sentences."""
    count = f"There are {settings.trials_in_all} trials." if settings.trials_in_all > 1 else "There is one trial."
    rules = [count, "There is no right or wrong way to judge: say what you believe."]
    if settings.practice:
        number = settings.practice.trials
        rules.append("The first one is for practice." if number == 1 else f"The first {number} are for practice.")
    if settings.feedback_trials:
        rules.append("For a while you are told after each answer whether it was right.")
    if settings.min_seconds:
        rules.append(f"Take your time: an answer counts after {settings.min_seconds:g} seconds.")
    if settings.control:
        rules.append("Each trial also asks a short question that shows you looked.")
    if settings.catch:
        rules.append("A few trials are easy on purpose. If you get them wrong, the study ends early.")
    rules.append("You can reload a page, or come back later by the same address, and go on where you stopped.")
    return tuple(rules)


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
    title, sentence = ENDINGS[State(assignment.state)]
    paragraphs = (sentence, *split_paragraphs(settings.part_pay if assignment.code else ""))
    return StoppedScreen(
        title=title, paragraphs=paragraphs, code=assignment.code, how_to_return=words, way_back=way_back, **frame
    )
