"""What of a visit its screening needs for good: erased with the rest, judgements would cease to count, or begin to."""

from typing import Any

from judging.protocol import Settings

TOLD = frozenset({"native_english", "native_language"})  # rules that look at what a judge told, by the same name
SIGNS = frozenset({"honeypot", "machine_text"})  # rules that look at signs on pages
PAGE = {"pasted": "profile", "translated": "translated", "hidden_share": "hidden_ms"}  # and at what pages noticed


def keep_told(told: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Of what a judge told, the answers that a screening rule of the protocol looks at."""
    needed = TOLD & {rule.rule for rule in settings.screening}
    return {name: value for name, value in told.items() if name in needed}
