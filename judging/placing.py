"""Laying out the places of a protocol: one for each view of each response of its pools, gathered in cells."""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from agents.models import Authorship, Origin, Response, Stimulus, StimulusQuerySet
from agents.tasks import TASKS
from judging.design import name_cell
from judging.models import Cell, Place, Protocol, TrialKind
from judging.protocol import Pool, Settings

BATCH = 2000
SALTS = 2**31 - 1  # the modulus of the generator that re-salts places (judging/leasing.py)


class PlannedPlace(NamedTuple):
    """One view of one response that a plan would show, by ids, with the cell that it would be in."""

    response: int
    stimulus: int
    view: int
    pairing: str
    cell: str


def list_pools(settings: Settings) -> dict[TrialKind, Pool]:
    """The pool of each kind of trial that the settings plan."""
    pools = {TrialKind.MAIN: settings.pool}
    if settings.practice is not None:
        pools[TrialKind.PRACTICE] = settings.practice.pool or settings.pool
    if settings.feedback_trials:
        pools[TrialKind.FEEDBACK] = settings.pool
    if settings.catch is not None:
        pools[TrialKind.CATCH] = settings.catch.pool or settings.pool
    return pools


def lay_out_places(protocol: Protocol, settings: Settings, *, seed: int) -> None:
    """The places and cells of every kind of trial."""
    rng = random.Random(f"{settings.slug}/{protocol.version}/{seed}")
    for kind, pool in list_pools(settings).items():
        lay_out_kind(protocol, settings, kind, pool, rng)


def find_stimuli(settings: Settings, pool: Pool, *, is_catch: bool) -> StimulusQuerySet:
    """The stimuli that can be shown, of whatever pool; catch trials take those that carry the mark."""
    stimuli = Stimulus.objects.of_task(settings.task).ready(control=settings.control).filter(is_catch=is_catch)
    for facet, values in pool.facets.items():
        stimuli = stimuli.filter(**{f"facets__{facet}__in": values})
    return stimuli


def find_responses(settings: Settings, pool: Pool, *, is_catch: bool) -> QuerySet[Response]:
    """The responses that can be drawn; catch trials take the stimuli that carry the mark, all others leave them."""
    stimuli = find_stimuli(settings, pool, is_catch=is_catch)
    responses = Response.objects.in_use().filter(stimulus__in=stimuli, pool__in=pool.names)
    if pool.agents is not None:
        others = Authorship.objects.filter(Q(agent__origin=Origin.AI)).exclude(agent__slug__in=pool.agents)
        responses = responses.exclude(pk__in=others.values("response_id"))
    if pool.without_agents:
        barred = Authorship.objects.filter(agent__slug__in=pool.without_agents)
        responses = responses.exclude(pk__in=barred.values("response_id"))
    return responses.order_by("pk")


def list_views(settings: Settings, pool: Pool, payload: dict[str, Any]) -> tuple[int, ...]:
    """The views of a response with this payload that the settings ask for."""
    views = TASKS[settings.task].views(payload)
    return views if pool.views is None else tuple(view for view in views if view in pool.views)


def list_planned(settings: Settings, kind: TrialKind, pool: Pool) -> Iterator[PlannedPlace]:
    """The places that one kind of trial would have, in the order of the responses; nothing is written."""
    responses = find_responses(settings, pool, is_catch=kind == TrialKind.CATCH)
    read = () if TASKS[settings.task].is_shown_whole else ("payload",)
    rows = responses.values_list("pk", "stimulus_id", "pairing", *read).iterator(BATCH)
    while batch := list(islice(rows, BATCH)):
        ai_agents = find_ai_agents([pk for pk, *_ in batch])
        for pk, stimulus, pairing, *payload in batch:
            name = name_cell(pairing, ai_agents[pk])
            for view in list_views(settings, pool, payload[0] if payload else {}):
                yield PlannedPlace(pk, stimulus, view, pairing, name)


def find_ai_agents(responses: list[int]) -> Mapping[int, list[str]]:
    """The AI agents among the authors of each of these responses."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    by_ai = Authorship.objects.filter(response__in=responses, agent__origin=Origin.AI)
    for response, agent in by_ai.values_list("response_id", "agent__slug"):
        found[response].append(agent)
    return found


def lay_out_kind(protocol: Protocol, settings: Settings, kind: TrialKind, pool: Pool, rng: random.Random) -> None:
    """The places and cells of one kind of trial, from one reading, whatever comes meanwhile."""
    cells: dict[str, Cell] = {}
    places = list_planned(settings, kind, pool)
    while batch := list(islice(places, BATCH)):
        for planned in batch:
            if planned.cell not in cells:
                facts = {"kind": kind, "name": planned.cell, "pairing": planned.pairing, "places_count": 0}
                cells[planned.cell] = Cell.objects.create(protocol=protocol, **facts)
            cells[planned.cell].places_count += 1
        Place.objects.bulk_create(
            Place(
                cell=cells[planned.cell],
                response_id=planned.response,
                stimulus_id=planned.stimulus,
                view=planned.view,
                salt=rng.randrange(1, SALTS),
            )
            for planned in batch
        )
    Cell.objects.bulk_update(cells.values(), ["places_count"])
