"""The questions of a trial's page, with what was filled in before an answer was refused."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from agents.tasks.base import Task
from judging.answers import CONFIDENCES
from judging.protocol import Settings
from judging.screens import ControlField, ExtraField, GenderField, Option, VerdictField

Given = Mapping[str, str]
YES_NO = {"yes": gettext_noop("Yes"), "no": gettext_noop("No")}


def ask_verdict(task: Task, role: str, settings: Settings, given: Given) -> VerdictField:
    """The question on one role, with the speaker's gender where the protocol asks for it."""
    legend = _("Your verdict") if len(task.roles) == 1 else name_speaker(role)
    name, gender_name = f"verdict-{role}", f"gender-{role}"
    asks_gender = "speaker_gender" in settings.questions
    gender = GenderField(gender_name, given.get(gender_name, "")) if asks_gender else None
    return VerdictField(role, name, legend, given.get(name, ""), gender)


def name_speaker(role: str) -> str:
    """One of several speakers, as pages call them."""
    return _("Speaker %(role)s") % {"role": role}


def name_option(option: str) -> str:
    """An option of a control question as it is shown; things in a picture are in the study's own words."""
    return _(YES_NO[option]) if option in YES_NO else option.capitalize()


def ask_control(control: Mapping[str, Any] | None, given: Given) -> ControlField | None:
    """The control question of a trial, where it has one."""
    if not control:
        return None
    chosen = given.get("control")
    options = tuple(Option(option, name_option(option), option == chosen) for option in control["options"])
    return ControlField(control["question"], options)


def ask_extras(settings: Settings, given: Given) -> tuple[ExtraField, ...]:
    """Confidence and reason, where the protocol asks for them."""
    extras = []
    if "confidence" in settings.questions:
        extras.append(ask_confidence(given))
    if "reason" in settings.questions:
        extras.append(ask_reason(_("What made you decide?"), given))
    return tuple(extras)


def ask_confidence(given: Given) -> ExtraField:
    """How sure somebody is of what they chose."""
    return ask_one_of(
        "confidence", _("How sure are you?"), {code: _(name) for code, name in CONFIDENCES.items()}, given
    )


def ask_reason(question: str, given: Given) -> ExtraField:
    """Why they chose so, in their own words."""
    asked = _("%(question)s (You may leave this empty.)") % {"question": question}
    return ExtraField("reason", asked, "text", (), given.get("reason", ""))


def ask_one_of(name: str, question: str, offered: Mapping[str, str], given: Given) -> ExtraField:
    """A question whose answer is one of those offered: what each is called, by its value."""
    chosen = given.get(name, "")
    options = tuple(Option(value, text, value == chosen) for value, text in offered.items())
    return ExtraField(name, question, "choice", options, chosen)


def ask_comprehension(settings: Settings, given: Given) -> tuple[ExtraField, ...]:
    """The questions on the instructions."""
    return tuple(
        ask_one_of(f"comprehension-{number}", asked.question, {option: option for option in asked.options}, given)
        for number, asked in enumerate(settings.comprehension)
    )
