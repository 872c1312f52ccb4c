"""What the page noticed while a trial was answered, as columns: pastes, a translator, time out of sight, no input."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from analysis.rows import parse_json

INPUTS = ("pointer_moves", "keys", "touches", "scrolls")


def describe_page_facts(rows: pd.DataFrame) -> pd.DataFrame:
    """Add `pastes`, `is_translated`, `hidden_share` (of the reaction time, at most 1) and `is_handless`."""
    facts = [parse_json(text) for text in rows["answers"]]
    rows["pastes"] = np.array([fact.get("profile", {}).get("pastes", 0) for fact in facts], dtype=np.int64)
    rows["is_translated"] = np.array([bool(fact.get("translated")) for fact in facts], dtype=bool)
    rows["is_handless"] = np.array([is_handless(fact) for fact in facts], dtype=bool)
    hidden = np.array([fact.get("hidden_ms", 0) for fact in facts], dtype=float)
    rows["hidden_share"] = (hidden / rows["rt_ms"].where(rows["rt_ms"] > 0)).clip(upper=1)
    return rows


def is_handless(fact: Mapping[str, Any]) -> bool:
    """Whether a page that counts input saw none at all: no pointer, no key, no touch, no scrolling."""
    profile = fact.get("profile") or {}
    return bool(profile) and not any(profile.get(name, 0) for name in INPUTS)
