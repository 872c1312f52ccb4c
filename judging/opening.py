"""Freezing a study's settings, laying out its places, opening and closing it."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime
from itertools import islice

from django.db import transaction
from django.db.models import Q, QuerySet

from agents.models import Authorship, Origin, Response, Stimulus
from agents.tasks import TASKS
from judging.design import name_cell
from judging.models import Cell, Collection, Place, Protocol, Study
from judging.planning import check_plan
from judging.protocol import Settings
from turingapp.errors import InvalidProtocol, Problem

BATCH = 2000
SALTS = 2**31 - 1  # the modulus of the generator that re-salts places (judging/leasing.py)


@transaction.atomic
def open_study(settings: Settings, *, at: datetime, seed: int = 0) -> Study:
    """Freeze the settings, lay out the places and open the study. The same settings again change nothing.

    Raises InvalidProtocol where a study of that name has other settings, PoolTooSmall where the plan cannot be met.
    """
    document = settings.model_dump(mode="json")
    known = Study.objects.filter(slug=settings.slug).first()
    if known is not None:
        if known.protocols.filter(document=document).exists():
            return known
        rule = "a study of this name is open with other settings; give the changed one a name of its own"
        raise InvalidProtocol([Problem("slug", repr(settings.slug), rule)])
    study = Study.objects.create(
        slug=settings.slug,
        title=settings.title,
        task=settings.task,
        collection=find_collection(settings.collection),
        is_listed=settings.listed,
        is_simulated=settings.simulated,
        label=settings.label,
        created_at=at,
    )
    Protocol.objects.create(study=study, document=document, created_at=at)
    lay_out_places(study, settings, random.Random(f"{settings.slug}/{seed}"))
    check_plan(study, settings)
    study.state, study.opened_at = Study.State.OPEN, at
    study.save(update_fields=("state", "opened_at"))
    return study


def close_study(study: Study, *, at: datetime) -> None:
    """Admit nobody more; whoever is inside finishes."""
    Study.objects.filter(pk=study.pk, state=Study.State.OPEN).update(state=Study.State.CLOSED, closed_at=at)


def find_collection(slug: str) -> Collection | None:
    """The collection of that name, made where it is new; None for no name."""
    if not slug:
        return None
    return Collection.objects.get_or_create(slug=slug, defaults={"title": slug.replace("-", " ").capitalize()})[0]


def find_pool(settings: Settings) -> QuerySet[Response]:
    """The responses that the settings draw from."""
    stimuli = Stimulus.objects.of_task(settings.task).ready(control=settings.control).filter(is_catch=False)
    for facet, values in settings.pool.facets.items():
        stimuli = stimuli.filter(**{f"facets__{facet}__in": values})
    pool = Response.objects.filter(stimulus__in=stimuli, pool__in=settings.pool.names)
    by_ai = Q(agent__origin=Origin.AI)
    if settings.pool.agents is not None:
        others = Authorship.objects.filter(by_ai).exclude(agent__slug__in=settings.pool.agents)
        pool = pool.exclude(pk__in=others.values("response_id"))
    if settings.pool.without_agents:
        barred = Authorship.objects.filter(agent__slug__in=settings.pool.without_agents)
        pool = pool.exclude(pk__in=barred.values("response_id"))
    return pool.order_by("pk")


def list_views(settings: Settings, response: Response) -> tuple[int, ...]:
    """The views of a response that the settings ask for."""
    views = TASKS[settings.task].views(response.payload)
    if settings.pool.views is None:
        return views
    return tuple(view for view in views if view in settings.pool.views)


def lay_out_places(study: Study, settings: Settings, rng: random.Random) -> None:
    """One place for each view of each response of the pool, and the cells they form."""
    pool = find_pool(settings)
    ai_agents: defaultdict[int, list[str]] = defaultdict(list)
    by_ai = Authorship.objects.filter(response__in=pool, agent__origin=Origin.AI)
    for response_id, agent in by_ai.values_list("response_id", "agent__slug"):
        ai_agents[response_id].append(agent)

    def list_places() -> Iterator[tuple[Response, int, str]]:
        for response in pool.iterator(chunk_size=BATCH):
            for view in list_views(settings, response):
                yield response, view, name_cell(response.pairing, ai_agents[response.pk])

    counts: Counter[tuple[str, str]] = Counter((name, response.pairing) for response, _, name in list_places())
    cells = {
        name: Cell.objects.create(study=study, name=name, pairing=pairing, places_count=number)
        for (name, pairing), number in sorted(counts.items())
    }
    places = list_places()
    while batch := list(islice(places, BATCH)):
        Place.objects.bulk_create(
            Place(
                study=study,
                response=response,
                stimulus_id=response.stimulus_id,
                view=view,
                cell=cells[name],
                salt=rng.randrange(1, SALTS),
            )
            for response, view, name in batch
        )
