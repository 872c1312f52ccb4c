"""What of a visit its screening needs for good: erased with the rest, judgements would cease to count, or begin to."""

from typing import Any

from judging.protocol import Settings

TOLD = frozenset({"native_english", "native_language"})  # rules that look at what a judge told, by the same name
SIGNS = frozenset({"honeypot", "machine_text"})  # rules that look at signs of a program
COMMENT = "comment"  # of the last questions, the one in a person's own words; no rule looks at it
# What a page notices during a trial, by its name in the answers, and the rules that look at it.
NOTICED = {
    "profile": frozenset({"pasted"}),
    "sign": SIGNS,
    "translated": frozenset({"translated"}),
    "hidden_ms": frozenset({"hidden_share"}),
}


def keep_told(told: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Of what a judge told, the answers that a screening rule of the protocol looks at."""
    needed = TOLD & {rule.rule for rule in settings.screening}
    return {name: value for name, value in told.items() if name in needed}


def drop_comment(closing: dict[str, Any]) -> dict[str, Any]:
    """The answers to the last questions but for the comment."""
    return {name: value for name, value in closing.items() if name != COMMENT}


def list_noticed(settings: Settings) -> list[str]:
    """What pages notice during a trial that no screening rule of the protocol looks at."""
    rules = {rule.rule for rule in settings.screening}
    return [name for name, looking in NOTICED.items() if not looking & rules]
