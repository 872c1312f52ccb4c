"""What the next page of a visit shows. A trial is shown from its stimulus and response alone: blind by construction."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import F

from agents.tasks.base import Task
from judging.answers import CONFIDENCES
from judging.forms import ClosingForm, DemographicsForm
from judging.models import Assignment, Trial
from judging.protocol import Settings
from judging.tokens import name_submission, sign_step

Stage = Assignment.Stage
Given = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Progress:
    """Which trial of how many."""

    number: int
    total: int


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
class Screen:
    """Everything that one page of a visit gets; nothing else reaches its template."""

    template: str
    study_title: str
    label: str
    step: str = ""
    submission: str = ""
    problem: str = ""
    progress: Progress | None = None
    paragraphs: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    form: DemographicsForm | ClosingForm | None = None
    partial: str = ""
    shown: Mapping[str, Any] | None = None
    question: str = ""
    verdicts: tuple[VerdictField, ...] = ()
    control: ControlField | None = None
    extras: tuple[ExtraField, ...] = ()
    min_seconds: float = 0
    seconds_left: int = 0
    code: str = ""
    return_url: str = ""
    message: str = ""


def split_paragraphs(text: str) -> tuple[str, ...]:
    """Texts separated by empty lines."""
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


def present(
    assignment: Assignment, *, at: datetime, given: Given | None = None, problem: str = "", seconds_left: int = 0
) -> Screen:
    """The page at which the visit stands; `given` keeps what was filled in when an answer was refused.

    Showing a trial notes when it was first issued and counts its loads.
    """
    settings, study = assignment.protocol.settings, assignment.study
    common = {"study_title": study.title, "label": study.label, "problem": problem}
    if assignment.stage == Stage.TRIALS:
        return present_trial(assignment, settings, common, at=at, given=given or {}, seconds_left=seconds_left)
    if assignment.stage == Stage.OVER:
        return present_end(assignment, settings, common)
    common["step"] = sign_step(assignment, assignment.stage, 0)
    common["submission"] = name_submission(assignment, assignment.stage, 0, 0)
    if assignment.stage == Stage.CONSENT:
        return Screen("visit/consent.html", paragraphs=split_paragraphs(settings.consent), **common)
    if assignment.stage == Stage.DEMOGRAPHICS:
        form = DemographicsForm(settings, at=at, data=given)
        return Screen("visit/demographics.html", form=form, **common)
    if assignment.stage == Stage.INSTRUCTIONS:
        rules = list_rules(settings, study.plugin)
        return Screen("visit/instructions.html", paragraphs=study.plugin.guidance, rules=rules, **common)
    return Screen("visit/closing.html", form=ClosingForm(data=given), **common)


def list_rules(settings: Settings, task: Task) -> tuple[str, ...]:
    """What a judge should know of the trials to come, as short sentences."""
    counts = f"There are {settings.trials} trials." if settings.trials > 1 else "There is one trial."
    rules = [counts, "There is no right or wrong style of judging: say what you believe."]
    if settings.min_seconds:
        rules.append(f"Take your time: an answer counts after {settings.min_seconds:g} seconds.")
    if settings.control:
        rules.append("Each trial also asks a short question that shows you looked.")
    rules.append("You can reload a page or come back later by the same address; you go on where you stopped.")
    return tuple(rules)


def present_end(assignment: Assignment, settings: Settings, common: Mapping[str, str]) -> Screen:
    """The last page: thanks and code, or the exit."""
    if assignment.state == Assignment.State.FINISHED:
        return Screen("visit/done.html", paragraphs=split_paragraphs(settings.debrief), code=assignment.code, **common)
    return Screen("visit/declined.html", **common)


def find_current_trial(assignment: Assignment) -> Trial:
    """The first trial that is not answered yet."""
    unanswered = assignment.trials.filter(answered_at=None).select_related("stimulus", "place__response")
    return unanswered.order_by("position")[0]


def issue_trial(trial: Trial, *, at: datetime) -> None:
    """Note the first time that the trial was shown, and count the loads."""
    trial.issued_at = trial.issued_at or at
    trial.loads += 1
    Trial.objects.filter(pk=trial.pk).update(issued_at=trial.issued_at, loads=F("loads") + 1)


def present_trial(
    assignment: Assignment,
    settings: Settings,
    common: Mapping[str, str],
    *,
    at: datetime,
    given: Given,
    seconds_left: int,
) -> Screen:
    """The page of the current trial."""
    trial, task = find_current_trial(assignment), assignment.study.plugin
    issue_trial(trial, at=at)
    return Screen(
        "visit/trial.html",
        step=sign_step(assignment, Stage.TRIALS, trial.position),
        submission=name_submission(assignment, Stage.TRIALS, trial.position, trial.loads),
        progress=Progress(trial.position, settings.trials),
        partial=f"tasks/{task.slug}/judge.html",
        shown=task.show(trial.stimulus.payload, trial.place.response.payload, trial.place.view),
        question=task.question,
        verdicts=tuple(ask_verdict(task, role, settings, given) for role in task.roles),
        control=ask_control(trial, given),
        extras=ask_extras(settings, given),
        min_seconds=settings.min_seconds,
        seconds_left=seconds_left,
        **common,
    )


def ask_verdict(task: Task, role: str, settings: Settings, given: Given) -> VerdictField:
    """The question on one role, with the speaker's gender where the protocol asks for it."""
    legend = "Your verdict" if len(task.roles) == 1 else f"Speaker {role}"
    gender_name = f"gender-{role}"
    asks_gender = "speaker_gender" in settings.questions
    gender = GenderField(gender_name, given.get(gender_name, "")) if asks_gender else None
    return VerdictField(role, f"verdict-{role}", legend, given.get(f"verdict-{role}", ""), gender)


def ask_control(trial: Trial, given: Given) -> ControlField | None:
    """The control question of a trial."""
    if not trial.control:
        return None
    options = tuple(Option(o, o.capitalize(), o == given.get("control")) for o in trial.control["options"])
    return ControlField(trial.control["question"], options)


def ask_extras(settings: Settings, given: Given) -> tuple[ExtraField, ...]:
    """Confidence and reason, where the protocol asks for them."""
    extras = []
    if "confidence" in settings.questions:
        value = given.get("confidence", "")
        options = tuple(Option(key, text, key == value) for key, text in CONFIDENCES.items())
        extras.append(ExtraField("confidence", "How sure are you?", "choice", options, value))
    if "reason" in settings.questions:
        question = "What made you decide? (You may leave this empty.)"
        extras.append(ExtraField("reason", question, "text", (), given.get("reason", "")))
    return tuple(extras)
