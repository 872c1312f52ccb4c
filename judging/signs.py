"""Signs that a program sits at the keyboard: a field that people do not see, and a text that only machines read.

They feed screening rules and a share in the reports; nobody is refused or paid less because of them.
"""

import json
from collections.abc import Mapping
from typing import Any

TRAP_FIELD = "website"
MACHINE_WORD = "orchid"
HONEYPOT, MACHINE_TEXT = "honeypot", "machine_text"

# What the page counts while a trial is answered, all whole numbers.
PROFILE = ("first_input_ms", "pointer_moves", "pointer_px", "keys", "pastes", "scrolls", "blurs", "touches")
LONGEST_PROFILE = 1000
LARGEST_COUNT = 10**8


def read_trap(data: Mapping[str, str]) -> str:
    """Which sign the hidden field of a form shows; "" for none."""
    text = data.get(TRAP_FIELD, "").strip().lower()
    if not text:
        return ""
    return MACHINE_TEXT if MACHINE_WORD in text else HONEYPOT


def count_sign(signs: Mapping[str, int], sign: str) -> dict[str, int]:
    """The signs with one more of `sign`; unchanged for none."""
    return {**signs, sign: signs.get(sign, 0) + 1} if sign else dict(signs)


def read_profile(data: Mapping[str, str]) -> dict[str, int]:
    """The counts that the page made; anything that is not a known whole number is left out."""
    text = data.get("profile", "")
    if not text or len(text) > LONGEST_PROFILE:
        return {}
    try:
        found: Any = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    counts = {name: found.get(name) for name in PROFILE}
    return {name: n for name, n in counts.items() if type(n) is int and 0 <= n <= LARGEST_COUNT}
