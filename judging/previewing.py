"""The pages of a visit drawn from settings alone, with made-up content: nothing is kept, and no study is needed."""

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext as _

from agents.tasks import TASKS
from judging.asking import ask_comprehension, ask_extras
from judging.forms import AiToolForm, ClosingForm, DemographicsForm, ReleaseForm
from judging.framing import describe_label, split_paragraphs
from judging.kinds import KINDS
from judging.models import Assignment
from judging.protocol import Settings
from judging.screens import (
    AnswerScreen,
    ClosingScreen,
    ComprehensionScreen,
    ConsentScreen,
    DemographicsScreen,
    DoneScreen,
    Frame,
    InstructionsScreen,
    JoinScreen,
    Progress,
    SampleTrial,
    Screen,
    TrialScreen,
)

CODE = "SAMPLE"


def list_pages(settings: Settings) -> list[str]:
    """The pages that a visit would have, by name, in order; conversations show nothing alone."""
    is_there = {
        "welcome": True,
        "consent": True,
        "about-you": bool(settings.demographics),
        "instructions": True,
        "questions": bool(settings.comprehension),
        "trial": KINDS[settings.kind].sample(TASKS[settings.task], settings) is not None,
        "closing": settings.closing,
        "end": True,
    }
    return [name for name in PAGES if is_there[name]]


def preview_page(settings: Settings, name: str, *, at: datetime) -> Screen:
    """One of these pages; raises KeyError for another name."""
    frame = Frame(
        study_title=settings.title,
        label=describe_label(settings, Assignment.Kind.PREVIEW),
        problem="",
        step="",
        submission="",
        is_open=False,
        pay=settings.pay,
    )
    return PAGES[name](settings, frame, at)


def show_welcome(settings: Settings, frame: Frame, at: datetime) -> Screen:
    """The link page."""
    kind = KINDS[settings.kind]
    return JoinScreen(
        state="open",
        visit_id="",
        task_title=_(TASKS[settings.task].title),
        invitation=_(kind.invitation),
        length=kind.name_length(settings),
        minutes=settings.minutes,
        **frame,
    )


def show_consent(settings: Settings, frame: Frame, at: datetime) -> Screen:
    """What taking part means."""
    form = ReleaseForm(settings) if settings.release else None
    return ConsentScreen(paragraphs=split_paragraphs(settings.consent), form=form, **frame)


def show_instructions(settings: Settings, frame: Frame, at: datetime) -> Screen:
    """What the trials are like."""
    kind = KINDS[settings.kind]
    return InstructionsScreen(paragraphs=kind.describe(TASKS[settings.task]), rules=kind.list_rules(settings), **frame)


def show_trial(settings: Settings, frame: Frame, at: datetime) -> Screen:
    """A trial with a made-up stimulus and response, or stimulus alone where people answer."""
    task = TASKS[settings.task]
    sample = KINDS[settings.kind].sample(task, settings)
    if sample is None:
        raise KeyError("trial")
    frame["label"] = f"{sample.note} {frame['label']}".strip()
    progress = Progress(number=1, total=settings.trials_in_all, minutes_left=settings.minutes)
    if sample.is_answered:
        return AnswerScreen(
            progress=progress,
            partial=sample.partial,
            shown=sample.shown,
            given={},
            question=sample.question,
            rules=tuple(map(_, task.writing_rules)),
            preload=(),
            wait_seconds=0,
            seconds_left=0,
            **frame,
        )
    return show_judged(sample, progress, settings, frame)


def show_judged(sample: SampleTrial, progress: Progress, settings: Settings, frame: Frame) -> TrialScreen:
    """A sample as a trial that is judged."""
    return TrialScreen(
        progress=progress,
        partial=sample.partial,
        shown=sample.shown,
        question=sample.question,
        verdicts=sample.verdicts,
        control=sample.control,
        extras=ask_extras(settings, {}),
        preload=(),
        wait_seconds=0,
        seconds_left=0,
        **frame,
    )


PAGES: dict[str, Callable[[Settings, Frame, datetime], Screen]] = {
    "welcome": show_welcome,
    "consent": show_consent,
    "about-you": lambda settings, frame, at: DemographicsScreen(form=DemographicsForm(settings, at=at), **frame),
    "instructions": show_instructions,
    "questions": lambda settings, frame, at: ComprehensionScreen(questions=ask_comprehension(settings, {}), **frame),
    "trial": show_trial,
    "closing": lambda settings, frame, at: ClosingScreen(form=ClosingForm(), **frame),
    "end": lambda settings, frame, at: DoneScreen(
        paragraphs=split_paragraphs(settings.debrief), code=CODE, form=AiToolForm(), **frame
    ),
}
