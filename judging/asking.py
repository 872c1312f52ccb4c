"""The questions of a trial's page, with what was filled in before an answer was refused."""

from collections.abc import Mapping
from typing import Any

from agents.tasks.base import Task
from judging.answers import CONFIDENCES
from judging.protocol import Settings
from judging.screens import ControlField, ExtraField, GenderField, Option, VerdictField

Given = Mapping[str, str]


def ask_verdict(task: Task, role: str, settings: Settings, given: Given) -> VerdictField:
    """The question on one role, with the speaker's gender where the protocol asks for it."""
    legend = "Your verdict" if len(task.roles) == 1 else f"Speaker {role}"
    name, gender_name = f"verdict-{role}", f"gender-{role}"
    asks_gender = "speaker_gender" in settings.questions
    gender = GenderField(gender_name, given.get(gender_name, "")) if asks_gender else None
    return VerdictField(role, name, legend, given.get(name, ""), gender)


def ask_control(control: Mapping[str, Any] | None, given: Given) -> ControlField | None:
    """The control question of a trial, where it has one."""
    if not control:
        return None
    chosen = given.get("control")
    options = tuple(Option(option, option.capitalize(), option == chosen) for option in control["options"])
    return ControlField(control["question"], options)


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


def ask_comprehension(settings: Settings, given: Given) -> tuple[ExtraField, ...]:
    """The questions on the instructions."""
    fields = []
    for number, asked in enumerate(settings.comprehension):
        name = f"comprehension-{number}"
        options = tuple(Option(option, option, option == given.get(name)) for option in asked.options)
        fields.append(ExtraField(name, asked.question, "choice", options, given.get(name, "")))
    return tuple(fields)
