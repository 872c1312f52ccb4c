"""What pages noticed, as a package holds it in JSON: the kinds of its values, which no column of a table tells."""

from typing import Any

from analysis.packages.checking import CheckedPackage, refuse


def check_signs(package: CheckedPackage, visit: int, signs: dict[str, Any]) -> None:
    """Raise InvalidPayload where signs of a program are not counts."""
    if any(not is_count(number) for number in signs.values()):
        refuse(package.path, f"signs of visit {visit}", repr(signs)[:80], "each should be a whole number from 0 on")


def check_answers(package: CheckedPackage, trial: int, answers: dict[str, Any]) -> None:
    """Raise InvalidPayload where what the page noticed of a trial could not be counted."""
    profile = answers.get("profile", {})
    if not isinstance(profile, dict) or any(not is_count(number) for number in profile.values()):
        refuse(package.path, f"profile of trial {trial}", repr(profile)[:80], "it should hold whole numbers from 0 on")
    if not is_count(answers.get("hidden_ms", 0)):
        shown = repr(answers["hidden_ms"])[:80]
        refuse(package.path, f"hidden_ms of trial {trial}", shown, "it should be a whole number from 0 on")
    for name in ("sign", "confidence", "reason"):
        if not isinstance(answers.get(name, ""), str):
            refuse(package.path, f"{name} of trial {trial}", repr(answers[name])[:80], "it should be a text")


def is_count(value: object) -> bool:
    """Whether a value is a whole number from 0 on that the statistics can hold."""
    return type(value) is int and 0 <= value < 2**31
