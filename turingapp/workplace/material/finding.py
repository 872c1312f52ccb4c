"""The stimuli and responses that a list asks for, by the cleaned fields of its form."""

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from django.db.models import Model, Q, QuerySet, TextField
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from agents.models import PAIRING_LETTERS, Agent, Authorship, Origin, Response, Stimulus
from turingapp.workplace.material.turning import Leaf, turn_to

NO_PICTURE, NO_TRUTH, READY, WITH_REMARKS, ASIDE = "picture", "truth", "ready", "remarks", "aside"
PERSON = "person-"  # before the number by which lists call a human agent
STATES = {
    "": Q(),
    READY: Q(has_picture=True, has_control=True, set_aside_at=None),
    NO_PICTURE: Q(has_picture=False),
    NO_TRUTH: Q(has_control=False),
    ASIDE: Q(set_aside_at__isnull=False),
}
Row = TypeVar("Row", bound=Model)
Asked = Mapping[str, Any]


def find_stimuli(asked: Asked) -> Leaf[Stimulus]:
    """A page of stimuli."""
    within: QuerySet[Stimulus] = Stimulus.objects.all()
    if asked["task"] and asked["pool"]:
        within = within.filter(task=asked["task"], pool=asked["pool"])
    chosen = within.filter(ask_same(asked, "task", "pool"), STATES[asked["state"]])
    chosen = keep_matching(chosen, asked, key="key", facets="facets")
    return turn_to(chosen, within.values_list("pk", flat=True), "pk", before=asked["before"])


def find_responses(asked: Asked) -> Leaf[Response]:
    """A page of responses with their stimuli, looked for by the narrowest index."""
    chosen: QuerySet[Response] = Response.objects.select_related("stimulus")
    chosen = chosen.filter(ask_same(asked, "pool", "provenance"))
    if asked["task"]:
        chosen = chosen.filter(stimulus__task=asked["task"])
    if asked["origin"]:
        chosen = chosen.filter(pairing__contains=PAIRING_LETTERS[Origin(asked["origin"])])
    if asked["state"] == WITH_REMARKS:
        chosen = chosen.exclude(remarks=[])
    if asked["state"] == ASIDE:
        chosen = chosen.exclude(set_aside_at=None)
    chosen = keep_matching(chosen, asked, key="stimulus__key", facets="stimulus__facets")
    if asked["agent"]:
        by = Authorship.objects.filter(agent=find_agent(asked["agent"]))
        return turn_to(chosen, by.values_list("response_id", flat=True), "response_id", before=asked["before"])
    within = Response.objects.filter(ask_same(asked, "pool"))
    return turn_to(chosen, within.values_list("pk", flat=True), "pk", before=asked["before"])


def find_agents(asked: Asked) -> Leaf[Agent]:
    """A page of agents; only those of machines have names to be found by."""
    chosen = Agent.objects.filter(ask_same(asked, "origin"))
    if asked["q"]:
        chosen = chosen.filter(match(asked["q"], "slug", "title"), origin=Origin.AI)
    return turn_to(chosen, Agent.objects.values_list("pk", flat=True), "pk", before=asked["before"])


def find_agent(name: str) -> "QuerySet[Agent, int]":
    """The number of the AI agent of this short name, or of the human agent of this number, as `person-12`."""
    number = name.removeprefix(PERSON)
    if name.startswith(PERSON) and number.isascii() and number.isdecimal():
        found = Agent.objects.filter(pk=int(number), origin=Origin.HUMAN)
    else:
        found = Agent.objects.filter(slug=name, origin=Origin.AI)
    return found.values_list("pk", flat=True)[:1]


def ask_same(asked: Asked, *names: str) -> Q:
    """That these columns are as asked for, where something is."""
    return Q(**{name: asked[name] for name in names if asked[name]})


def keep_matching(rows: "QuerySet[Row]", asked: Asked, *, key: str, facets: str) -> "QuerySet[Row]":
    """Those that have the text, in the stimulus's name or in what they say, and the facet, be it a number or a text."""
    name, value = asked["facet"] or ("", None)
    seen = {"content": Cast("payload", TextField()), "facet": Cast(KeyTextTransform(name, facets), TextField())}
    fits = [match(asked["q"], key, "content")] if asked["q"] else []
    found: QuerySet[Row] = rows.alias(**seen).filter(*fits, **({"facet": value} if value else {}))
    return found


def match(text: str, *columns: str) -> Q:
    """That one of these columns has the text, in whatever case; JSON may have it escaped."""
    found = Q()
    for written in {text, json.dumps(text)[1:-1]}:
        for column in columns:
            found |= Q(**{f"{column}__icontains": written})
    return found
