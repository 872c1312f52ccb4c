"""The lines of lists of stimuli and responses: as many queries for a page as for one line."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, prefetch_related_objects

from agents.models import Origin, Response, Stimulus
from turingapp.workplace.material.writing import find_media, name_author, write_brief, write_response


@dataclass(frozen=True, slots=True)
class StimulusLine:
    """A stimulus in a list."""

    stimulus: Stimulus
    media: str
    brief: str
    responses: int


@dataclass(frozen=True, slots=True)
class AuthorShown:
    """Who made a response, in which role where there are two; an AI agent has its slug."""

    name: str
    origin: str
    role: str
    slug: str


@dataclass(frozen=True, slots=True)
class ResponseLine:
    """A response in a list; here the truth is told."""

    response: Response
    media: str
    brief: str
    authors: Sequence[AuthorShown]


def describe_stimuli(stimuli: Sequence[Stimulus]) -> list[StimulusLine]:
    """The lines of these stimuli, each with how many responses it has."""
    counted = Response.objects.filter(stimulus__in=stimuli).order_by().values_list("stimulus").annotate(Count("pk"))
    counts = dict(counted)
    return [StimulusLine(one, find_media(one), write_brief(one.payload), counts.get(one.pk, 0)) for one in stimuli]


def describe_responses(responses: Sequence[Response]) -> list[ResponseLine]:
    """The lines of these responses, which have their stimuli read."""
    prefetch_related_objects(responses, "authorships__agent")
    return [ResponseLine(one, find_media(one.stimulus), write_response(one), list_authors(one)) for one in responses]


def list_authors(response: Response) -> list[AuthorShown]:
    """Who made a response, in the order of roles."""
    has_roles = len(response.stimulus.plugin.roles) > 1
    return [
        AuthorShown(
            name=name_author(one, response),
            origin=one.agent.origin,
            role=one.role if has_roles else "",
            slug=one.agent.slug if one.agent.origin == Origin.AI else "",
        )
        for one in sorted(response.authorships.all(), key=lambda one: one.role)
    ]
