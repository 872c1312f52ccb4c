"""The rows of the tables about what was judged: places, stimuli, responses, their authors."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from agents.models import Agent, Authorship, Media, Origin, Provenance, Response, Stimulus
from analysis.codebook import make_pseudonym
from analysis.packages.chunking import CHUNK_ROWS, take_chunks
from analysis.released import find_held_back
from judging.models import Place, Study

Row = tuple[Any, ...]
ADDRESSES = ("endpoint", "url", "host", "address")  # of an AI agent's details: where it is, not what it is


def select_places(study: Study) -> QuerySet[Place]:
    """All places of a study."""
    return Place.objects.filter(cell__protocol__study=study)


def select_responses(study: Study) -> QuerySet[Response]:
    """All responses that the study could show."""
    return Response.objects.filter(pk__in=select_places(study).values("response"))


def select_stimuli(study: Study) -> QuerySet[Stimulus]:
    """What they respond to."""
    return Stimulus.objects.filter(pk__in=select_places(study).values("stimulus"))


def list_places(study: Study) -> Iterator[Row]:
    """All places."""
    fields = ("pk", "cell__protocol__version", "cell__kind", "cell__name", "cell__pairing", "response", "view")
    return select_places(study).order_by("pk").values_list(*fields).iterator(CHUNK_ROWS)


def list_stimuli(study: Study) -> Iterator[Row]:
    """All stimuli, with pictures named by their digests."""
    fields = ("pk", "pool", "key", "payload", "facets", "has_control", "is_catch")
    rows = select_stimuli(study).order_by("pk").values_list(*fields).iterator(CHUNK_ROWS)
    for chunk in take_chunks(rows):
        digests = find_digests(row[3] for row in chunk)
        for pk, pool, key, payload, *others in chunk:
            yield (pk, pool, key, name_pictures(payload, digests), *others)


def find_media(payload: dict[str, Any]) -> Iterator[str]:
    """The names of the pictures in a payload."""
    for value in payload.values():
        if isinstance(value, dict) and isinstance(value.get("media"), str):
            yield value["media"]


def find_digests(payloads: Any) -> dict[str, str]:
    """The SHA-256 of the file of each picture in these payloads."""
    ids = {media for payload in payloads for media in find_media(payload)}
    return dict(Media.objects.filter(pk__in=ids).values_list("pk", "source_digest"))


def name_pictures(payload: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """The payload with its pictures under other names; one that has none is left out."""
    named: dict[str, Any] = {}
    for key, value in payload.items():
        if isinstance(value, dict) and "media" in value:
            name = names.get(value["media"])
            named[key] = {**value, "media": name} if name else None
        else:
            named[key] = value
    return named


def list_responses(study: Study) -> Iterator[Row]:
    """All responses; those whose authors did not agree to publication only as having been there."""
    held = find_held_back(select_responses(study))
    fields = ("pk", "stimulus", "pairing", "provenance", "payload", "remarks")
    for pk, *others in select_responses(study).order_by("pk").values_list(*fields).iterator(CHUNK_ROWS):
        stimulus, pairing = others[:2]
        yield (pk, stimulus, pairing, Provenance.STAND_IN.value, {}, []) if pk in held else (pk, *others)


def list_authorships(study: Study) -> Iterator[Row]:
    """Who made them."""
    authored = Authorship.objects.filter(response__in=select_responses(study)).order_by("response", "pk")
    held = find_held_back(select_responses(study))
    fields = ("response", "role", "agent__slug", "agent__person_key", "gender")
    for response, role, slug, person, gender in authored.values_list(*fields).iterator(CHUNK_ROWS):
        yield response, role, name_human(study, person) if person else slug, "" if response in held else gender


def list_agents(study: Study) -> Iterator[Row]:
    """The agents; of people nothing but a name, and a pseudonym where they could be recognized."""
    authors = Authorship.objects.filter(response__in=select_responses(study)).values("agent")
    known: set[str] = set()
    for agent in Agent.objects.filter(pk__in=authors).order_by("pk"):
        name = name_human(study, agent.person_key) if agent.person_key else agent.slug
        if name not in known:
            known.add(name)
            is_ai = agent.origin == Origin.AI
            details = {key: value for key, value in agent.details.items() if key not in ADDRESSES} if is_ai else {}
            yield name, name if agent.person_key else agent.title, agent.origin, details


def name_human(study: Study, person_key: str) -> str:
    """The pseudonym of a person who made responses."""
    return make_pseudonym("human", person_key, study.link)
