"""The columns in which judgements leave the platform, for CSV and API alike; docs/results.md lists them."""

import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Literal

import pandas as pd
from django.conf import settings

from analysis.rows import Row, parse_json
from judging.demographics import LABELS
from judging.models import Study

PEOPLE_KEPT = 10_000
Value = str | int | float | bool | None
COUNTS = {
    "first_input_ms": "milliseconds to the first input",
    "pointer_moves": "movements of the pointer",
    "pointer_px": "length of the pointer's way, in pixels",
    "keys": "keys pressed",
    "pastes": "pastes",
    "scrolls": "scrolls",
    "blurs": "times that the page lost the focus",
    "touches": "touches",
}


@dataclass(frozen=True, slots=True)
class Variable:
    """One column: its name, what it holds, and how it is read from a row."""

    name: str
    meaning: str
    read: Callable[[Row], Any]
    kind: Literal["text", "number", "truth", "time"] = "text"


def describe_judgement(row: Row, study: Study, *, counts: bool) -> dict[str, Value]:
    """One judgement under the names of the codebook; `counts` says whether it passes the screening."""
    facts = {**row, "study": study.slug, "task": study.task, "link": study.link, "counts": counts}
    return {variable.name: make_plain(variable.read(facts)) for variable in CODEBOOK}


def make_plain(value: Any) -> Value:
    """A value as plain text, number or truth; times in UTC with Z, a missing value as None."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if pd.isna(value):
        return None
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    plain: Value = value.item()
    return plain


@lru_cache(maxsize=PEOPLE_KEPT)
def make_pseudonym(kind: str, person_key: str, link: str) -> str:
    """A name for a person within one study that tells nothing outside it (HMAC-SHA256, its first 12 digits)."""
    message = f"{kind}\x1f{link}\x1f{person_key}".encode()
    return f"{kind}-{hmac.new(settings.PERSON_KEY_SECRET.encode(), message, hashlib.sha256).hexdigest()[:12]}"


def name_judge(row: Row) -> str:
    """The judge's pseudonym."""
    return make_pseudonym("judge", row["person_key"], row["link"])


def name_agent(row: Row) -> str:
    """An AI agent's slug; for a person who can be recognized, a pseudonym."""
    return make_pseudonym("human", row["agent_person"], row["link"]) if row["agent_person"] else str(row["agent"])


@lru_cache(maxsize=PEOPLE_KEPT)
def write_facets(facets: str) -> str:
    """Facets as JSON with sorted keys, whatever order the database keeps."""
    return json.dumps(dict(parse_json(facets)), ensure_ascii=False, sort_keys=True)


def is_control_right(row: Row) -> bool | None:
    """Whether the control answer was right; None without one."""
    right = row["control_right"]
    return None if right is None or pd.isna(right) else bool(right)


def read_key(key: str) -> Callable[[Row], Any]:
    """Reads one value of a row."""
    return lambda row: row[key]


def read_answer(key: str) -> Callable[[Row], Any]:
    """Reads an answer on the whole trial, None where it was not asked."""
    return lambda row: parse_json(row["answers"]).get(key)


def read_profile_count(key: str) -> Callable[[Row], Any]:
    """Reads a count that the page made, None where it made none."""
    return lambda row: parse_json(row["answers"]).get("profile", {}).get(key)


def read_demographic(key: str) -> Callable[[Row], Any]:
    """Reads what the judge told, None where it was not asked."""
    return lambda row: parse_json(row["demographics"]).get(key)


CODEBOOK = (
    Variable("judgement", "number of the judgement; new ones get higher numbers", read_key("id"), "number"),
    Variable("study", "name of the study", read_key("study")),
    Variable("task", "name of the task", read_key("task")),
    Variable(
        "protocol_version", "version of the protocol that the visit followed", read_key("protocol_version"), "number"
    ),
    Variable("judge", "pseudonym of the judge, within this study only", name_judge),
    Variable("visit_state", "how it stands: open, finished, screened_out, withdrawn, expired", read_key("state")),
    Variable("visit_kind", "kind of the visit; only main visits are exported", read_key("visit_kind")),
    Variable("position", "place of the trial in the visit, from 1", read_key("position"), "number"),
    Variable("kind", "kind of the trial; only main trials are exported", read_key("kind")),
    Variable("stimulus", "name of the stimulus within its pool", read_key("stimulus_key")),
    Variable("facets", "attributes of the stimulus, as JSON", lambda row: write_facets(row["facets"])),
    Variable("response", "number of the response", read_key("response"), "number"),
    Variable(
        "provenance",
        "how the response came here: loaded, collected, computed, written, sent, simulated",
        read_key("provenance"),
    ),
    Variable("pairing", "origins of the response's authors in the order of roles, H or A each", read_key("pairing")),
    Variable("view", "number of turns shown; 0 for the whole response", read_key("view"), "number"),
    Variable("role", "which author the judgement is on: agent, or A or B", read_key("role")),
    Variable("agent", "the author: name of an AI agent, name or pseudonym of a human agent", name_agent),
    Variable("origin", "what the author truly is: human or ai", read_key("origin")),
    Variable("verdict", "what the judge said: human or ai", read_key("verdict")),
    Variable("is_right", "whether verdict and origin agree", lambda row: row["verdict"] == row["origin"], "truth"),
    Variable("gender", "true gender of the author, empty text where it is not known", read_key("gender")),
    Variable(
        "gender_guess", "guess at the author's gender, empty text where it was not asked", read_key("gender_guess")
    ),
    Variable("confidence", "1 (guessing) to 5 (certain)", read_answer("confidence")),
    Variable("reason", "the judge's reason, as written", read_answer("reason")),
    Variable("control_right", "whether the control question was answered right", is_control_right, "truth"),
    Variable(
        "rt_ms", "milliseconds from the painted stimulus to the answer, by the browser", read_key("rt_ms"), "number"
    ),
    Variable("hidden_ms", "milliseconds for which the page was out of sight", read_answer("hidden_ms"), "number"),
    Variable("translated", "whether a browser had translated the page", read_answer("translated"), "truth"),
    *(
        Variable(name, f"what the page counted during the trial: {meaning}", read_profile_count(name), "number")
        for name, meaning in COUNTS.items()
    ),
    Variable(
        "sign",
        "sign of a program on the trial: honeypot (a field was filled in that people do not see), machine_text",
        read_answer("sign"),
    ),
    Variable("visit_signs", "the same on other pages of the visit, as JSON", lambda row: write_facets(row["signs"])),
    Variable("ai_tool", "whether the judge used an AI tool, as asked after the code: yes, no", read_key("ai_tool")),
    Variable("issued_at_utc", "when the server first gave out the trial", read_key("issued_at"), "time"),
    Variable("painted_at_utc", "when the stimulus was painted, as the browser told", read_key("painted_at"), "time"),
    Variable("answered_at_utc", "when the server took the answer", read_key("answered_at"), "time"),
    Variable(
        "utc_offset_minutes",
        "minutes that the judge's clock was ahead of UTC, as the browser says",
        read_key("utc_offset_minutes"),
        "number",
    ),
    *(
        Variable(f"judge_{name}", f"what the judge told: {name.replace('_', ' ')}", read_demographic(name))
        for name in LABELS
    ),
    Variable("counts", "whether the judgement passes the study's screening rules", read_key("counts"), "truth"),
    Variable("is_simulated", "whether the judge was a program", read_key("is_simulated"), "truth"),
)
