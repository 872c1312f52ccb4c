"""What the page noticed while a trial was answered, as columns: pastes, a translator, time out of sight, no input."""

import json
from collections.abc import Mapping
from typing import Any

import pandas as pd

INPUTS = ("pointer_moves", "keys", "touches", "scrolls")
NOTHING_NOTICED = (0, False, 0, False)
COLUMNS = ("pastes", "is_translated", "hidden_ms", "is_handless")


def describe_page_facts(rows: pd.DataFrame) -> pd.DataFrame:
    """Add `pastes`, `is_translated`, `is_handless` and `hidden_share` (of the reaction time, at most 1)."""
    read = [NOTHING_NOTICED if text == "{}" else read_facts(json.loads(text)) for text in rows["answers"]]
    facts = pd.DataFrame.from_records(read, columns=list(COLUMNS), index=rows.index)
    rows["pastes"] = facts["pastes"].astype(int)
    rows["is_translated"] = facts["is_translated"].astype(bool)
    rows["is_handless"] = facts["is_handless"].astype(bool)
    hidden = facts["hidden_ms"].astype(float)
    rows["hidden_share"] = (hidden / rows["rt_ms"].where(rows["rt_ms"] > 0)).clip(upper=1)
    return rows


def read_facts(answers: Mapping[str, Any]) -> tuple[int, bool, int, bool]:
    """The values of COLUMNS for one trial."""
    profile = answers.get("profile", {})
    return (
        profile.get("pastes", 0),
        bool(answers.get("translated")),
        answers.get("hidden_ms", 0),
        is_handless(profile),
    )


def is_handless(profile: Mapping[str, int]) -> bool:
    """Whether a page that counts input saw none at all: no pointer, no key, no touch, no scrolling."""
    return bool(profile) and not any(profile.get(name, 0) for name in INPUTS)
