"""Stimuli and responses in a line, for lists."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from agents.models import Authorship, Origin, Provenance, Response, Stimulus
from analysis.codebook import make_pseudonym

LONGEST = 140


def write_brief(payload: Mapping[str, Any]) -> str:
    """What a payload says, on one line, its beginning where it is long; pictures are shown apart."""
    parts = [text for text in (write_value(name, value) for name, value in payload.items()) if text]
    brief = "; ".join(parts)
    return brief if len(brief) <= LONGEST else f"{brief[: LONGEST - 1].rstrip()}…"


def write_value(name: str, value: Any) -> str:
    """A field of a payload: words as they are, turns by their texts, rows of numbers by how many there are."""
    if isinstance(value, str):
        return value
    if not isinstance(value, Sequence) or not value:
        return ""
    texts = [item.get("text", "") if isinstance(item, Mapping) else item for item in value]
    if all(isinstance(text, str) for text in texts):
        return " / ".join(texts) if isinstance(value[0], Mapping) else ", ".join(texts)
    return f"{len(value)} {name.removesuffix('_ms').replace('_', ' ')}"


def write_response(response: Response) -> str:
    """What a response says, or why that is not here."""
    if response.provenance == Provenance.STAND_IN:
        return _("Its content is not here: it was not published, or taken back.")
    return write_brief(response.payload)


def find_media(stimulus: Stimulus) -> str:
    """The id of its picture; empty without one."""
    image = stimulus.payload.get("image")
    return str(image["media"]) if image else ""


def name_author(authorship: Authorship, response: Response) -> str:
    """An AI agent's title; of a person a pseudonym within the pool, as the API has it."""
    agent = authorship.agent
    if agent.origin == Origin.AI:
        return agent.title
    if not agent.person_key:
        return agent.slug
    return make_pseudonym("human", agent.person_key, f"{response.stimulus.task}/{response.pool}")
