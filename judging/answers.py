"""What a judge's form says on one trial, parsed and checked; nothing is written here."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from agents.models import Origin
from agents.normalizing import make_storable
from agents.tasks.base import Task
from judging.models import Trial
from judging.protocol import Settings
from judging.signs import read_profile, read_trap
from turingapp.errors import IncompleteAnswer

GENDER_GUESSES = ("female", "male", "unsure")
CONFIDENCES = {
    "1": gettext_noop("Guessing"),
    "2": gettext_noop("Rather unsure"),
    "3": gettext_noop("Somewhat sure"),
    "4": gettext_noop("Sure"),
    "5": gettext_noop("Certain"),
}
LONGEST_REASON = 5000
LONGEST_MS = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class TrialAnswer:
    """Everything a judge said on one trial."""

    verdicts: dict[str, Origin]
    gender_guesses: dict[str, str]
    control: str | None
    others: dict[str, Any]
    rt_ms: int | None


def read_trial_answer(task: Task, settings: Settings, trial: Trial, data: Mapping[str, str]) -> TrialAnswer:
    """The answer in a form's fields; raises IncompleteAnswer naming the fields that are missing or not offered."""
    missing: list[str] = []

    def choose(name: str, offered: Mapping[str, Any] | tuple[str, ...] | list[str]) -> str:
        value = data.get(name, "")
        if value not in offered:
            missing.append(name)
        return value

    verdicts = {role: choose(f"verdict-{role}", Origin.values) for role in task.roles}
    asks_gender = "speaker_gender" in settings.questions
    genders = {role: choose(f"gender-{role}", GENDER_GUESSES) for role in task.roles} if asks_gender else {}
    control = choose("control", trial.control["options"]) if trial.control else None
    others: dict[str, Any] = read_page_facts(data)
    if "confidence" in settings.questions:
        others["confidence"] = choose("confidence", CONFIDENCES)
    if "reason" in settings.questions:
        others["reason"] = read_reason(data)
    if missing:
        told = ngettext(
            "Please answer every question: one question is still open.",
            "Please answer every question: %(number)d questions are still open.",
            len(missing),
        )
        raise IncompleteAnswer(told % {"number": len(missing)}, missing)
    return TrialAnswer(
        {role: Origin(verdict) for role, verdict in verdicts.items()}, genders, control, others, read_ms(data, "rt_ms")
    )


def check_offered(data: Mapping[str, str], offered: Mapping[str, Collection[str]], sentence: str) -> None:
    """Raises IncompleteAnswer with this sentence, naming the fields whose value is none of those offered."""
    missing = [name for name, values in offered.items() if data.get(name, "") not in values]
    if missing:
        raise IncompleteAnswer(sentence, missing)


def read_reason(data: Mapping[str, str]) -> str:
    """The reason as it was written; raises IncompleteAnswer where it is longer than can be kept."""
    reason = make_storable(data.get("reason", ""))
    if len(reason) > LONGEST_REASON:
        sentence = _("Your reason has %(length)s characters; please keep it to %(longest)s.")
        numbers = {"length": f"{len(reason):,}", "longest": f"{LONGEST_REASON:,}"}
        raise IncompleteAnswer(sentence % numbers, ("reason",))
    return reason


def read_ms(data: Mapping[str, str], name: str) -> int | None:
    """Milliseconds that the browser measured; None where scripts are off or the number is senseless."""
    text = data.get(name, "")
    if not text.isdecimal() or not text.isascii() or len(text) > 9:
        return None
    return int(text) if int(text) <= LONGEST_MS else None


def read_page_facts(data: Mapping[str, str]) -> dict[str, Any]:
    """What the page noticed: time out of sight, a translator at work, how the page was handled, a filled trap."""
    facts: dict[str, Any] = {}
    if profile := read_profile(data):
        facts["profile"] = profile
    if sign := read_trap(data):
        facts["sign"] = sign
    hidden = data.get("hidden_ms", "")
    if hidden.isdecimal() and hidden.isascii() and len(hidden) <= 9 and int(hidden):
        facts["hidden_ms"] = int(hidden)
    if data.get("translated") == "1":
        facts["translated"] = True
    return facts
