"""What a template of a visit gets: frozen values, and nothing from which the authors of a response could be told."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypedDict

from django.forms import Form

from judging.recruiters.values import Exit


class Frame(TypedDict):
    """What all pages of a visit share."""

    study_title: str
    label: str
    problem: str
    step: str
    submission: str
    is_open: bool
    pay: str


@dataclass(frozen=True, slots=True)
class Progress:
    """Which trial of how many, and about how long the rest takes."""

    number: int
    total: int
    minutes_left: int


@dataclass(frozen=True, slots=True)
class Option:
    """One radio button."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class GenderField:
    """The question on a speaker's gender."""

    name: str
    chosen: str


@dataclass(frozen=True, slots=True)
class VerdictField:
    """The question on one role: human or machine?"""

    role: str
    name: str
    legend: str
    chosen: str
    gender: GenderField | None


@dataclass(frozen=True, slots=True)
class ControlField:
    """The control question, without its truth."""

    question: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class ExtraField:
    """A further question on the whole trial."""

    name: str
    question: str
    kind: str
    options: tuple[Option, ...]
    value: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What a judge said of one role, and what is true."""

    legend: str
    verdict: str
    truth: str
    is_right: bool


@dataclass(frozen=True, kw_only=True)
class Screen:
    """A page of a visit."""

    template: ClassVar[str]
    chats: ClassVar[bool] = False  # its scripts say sentences on a partner
    study_title: str
    label: str
    problem: str = ""
    step: str = ""
    submission: str = ""
    is_open: bool = False  # a visit that goes on, and can be stopped
    pay: str = ""  # what the protocol says of it
    progress: Progress | None = None
    way_back: Exit | None = None  # to the platform that sent the judge
    how_to_return: str = ""  # the place that is held there, where nothing was earned


@dataclass(frozen=True, slots=True)
class SampleTrial:
    """What is done in a visit, with made-up content, for looking at only."""

    partial: str
    shown: Mapping[str, Any]
    note: str
    question: str
    verdicts: tuple[VerdictField, ...]
    control: ControlField | None
    is_answered: bool = False  # its partial has the fields of an answer


@dataclass(frozen=True, kw_only=True)
class ArrivalScreen(Screen):
    """The door for people from a platform, or its preview with a sample of a trial."""

    template = "visit/arrive.html"
    accept_first: str
    has_begun: bool
    visit_id: str
    task_title: str
    invitation: str
    length: str  # how much a visit is, in words
    minutes: int
    reward: str
    consent: tuple[str, ...]
    sample: SampleTrial | None


@dataclass(frozen=True, kw_only=True)
class TurnedAwayScreen(Screen):
    """Why somebody from a platform cannot begin, and how they go back."""

    template = "visit/turned_away.html"
    title: str
    message: str


@dataclass(frozen=True, kw_only=True)
class JoinScreen(Screen):
    """The link page: open, full, closed, or not for this person (with the reason in `message`)."""

    template = "visit/join.html"
    state: str
    message: str = ""
    person: str = ""  # the person's own id, where the link carries one
    preview: str = ""  # the signature of a link for previews or pilots
    visit_id: str
    task_title: str
    invitation: str
    length: str  # how much a visit is, in words
    minutes: int


@dataclass(frozen=True, kw_only=True)
class TextScreen(Screen):
    """A page of paragraphs."""

    paragraphs: tuple[str, ...]
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ConsentScreen(TextScreen):
    """What taking part means."""

    template = "visit/consent.html"
    form: Form | None = None  # the question on publication, where the protocol asks it


@dataclass(frozen=True, kw_only=True)
class InstructionsScreen(TextScreen):
    """What the trials are like."""

    template = "visit/instructions.html"


@dataclass(frozen=True, kw_only=True)
class DoneScreen(TextScreen):
    """Thanks, and the completion code."""

    template = "visit/done.html"
    code: str
    form: Form | None = None  # the question on AI tools, until it is answered


@dataclass(frozen=True, kw_only=True)
class StoppedScreen(TextScreen):
    """The end of a visit that was stopped, by the judge or by the study; with a code where part of it is paid."""

    template = "visit/stopped.html"
    title: str
    code: str


@dataclass(frozen=True, kw_only=True)
class StopScreen(Screen):
    """The question whether to stop, and what becomes of the answers."""

    template = "visit/stop.html"
    can_keep: bool
    done: str  # so far, as a sentence
    visit_token: str
    part_pay: tuple[str, ...]  # what is paid to who stops early
    is_released: bool  # agreed to be published, which can be taken back
    is_unreleased: bool  # that was taken back


@dataclass(frozen=True, kw_only=True)
class ComprehensionScreen(Screen):
    """Questions on the instructions."""

    template = "visit/comprehension.html"
    questions: tuple[ExtraField, ...]


@dataclass(frozen=True, kw_only=True)
class FeedbackScreen(Screen):
    """The truth about a trial whose verdict is recorded."""

    template = "visit/feedback.html"
    partial: str
    shown: Mapping[str, Any]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, kw_only=True)
class DeclinedScreen(Screen):
    """The way out without consent."""

    template = "visit/declined.html"


@dataclass(frozen=True, kw_only=True)
class DemographicsScreen(Screen):
    """Questions on the judge."""

    template = "visit/demographics.html"
    form: Form


@dataclass(frozen=True, kw_only=True)
class ClosingScreen(Screen):
    """Questions on the visit."""

    template = "visit/closing.html"
    form: Form


@dataclass(frozen=True, kw_only=True)
class TrialScreen(Screen):
    """One view of one response, and what is asked about it."""

    template = "visit/trial.html"
    partial: str
    shown: Mapping[str, Any]
    question: str
    verdicts: tuple[VerdictField, ...]
    control: ControlField | None
    extras: tuple[ExtraField, ...]
    preload: tuple[str, ...]  # media of the next trials, so that slow lines have them in time
    wait_seconds: float  # from the first painting
    seconds_left: int  # after an answer that came too early


@dataclass(frozen=True, kw_only=True)
class AnswerScreen(Screen):
    """One stimulus, and the fields of a person's answer to it."""

    template = "visit/answer.html"
    partial: str
    shown: Mapping[str, Any]
    given: Mapping[str, str]  # what was filled in before an answer was refused
    question: str
    rules: tuple[str, ...]
    preload: tuple[str, ...]
    wait_seconds: float
    seconds_left: int
