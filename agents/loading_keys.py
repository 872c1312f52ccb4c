"""What a response is known by, and its payload as it was given."""

import hashlib
import json
import math
from typing import Any

from agents.formats.base import ResponseRow
from agents.models import Agent
from agents.normalizing import make_storable

LONGEST_KEY = 64


def make_key(row: ResponseRow, raw: Any, agents: dict[str, Agent]) -> str:
    """The file's own id of the response, or a digest of who answered what."""
    own = make_storable(row.key)
    if own:
        return own if len(own) <= LONGEST_KEY else digest(own)
    return digest([[[role, agent.origin, agent.slug] for role, agent in sorted(agents.items())], raw])


def make_raw(value: Any) -> Any:
    """A payload as it was given, made storable text by text; a number that JSON has not, as its name."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, str):
        return make_storable(value)
    if isinstance(value, dict):
        return {make_storable(str(name)): make_raw(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [make_raw(item) for item in value]
    return value


def digest(value: Any) -> str:
    """SHA-256 of a value in its JSON form."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
