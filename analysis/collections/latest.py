"""The results of a collection as they are now: computed once, and kept until anything behind them changes."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db.models import Count, Max
from django.utils.translation import gettext_noop

from agents.models import ParityAcknowledgement, Response
from analysis.collections import make_collection_tables
from analysis.collections.base import CollectionObservations
from analysis.collections.gathering import gather_collection
from analysis.models import EvaluationRun
from analysis.notices import list_notices
from analysis.observations import Observations, find_mark
from analysis.reports.base import Table
from analysis.reports.rates import HOW_TO_READ
from judging.models import Collection
from turingapp.words import Listing, say_later

OF_SOME = gettext_noop("%(studies)s: %(notice)s")
RESULTS_KEPT = 8  # in the memory of each web process


@dataclass(frozen=True, slots=True, eq=False)
class CollectionResults:
    """The tables of a collection by report, and what must be known to read them."""

    mark: str
    facet: str
    facets: tuple[str, ...]
    is_screened: bool
    judgements: int
    notices: tuple[str, ...]
    without_facet: tuple[str, ...]  # tasks that do not have the facet chosen
    tables: Mapping[str, list[Table]]
    made_at: datetime | None = None  # where the worker measured them beforehand


def read_latest_results(collection: Collection, *, facet: str = "", is_screened: bool = True) -> CollectionResults:
    """The results of a collection, computed again only when they may have changed; raises UnknownFacet."""
    return _keep(find_collection_mark(collection), collection.pk, facet, is_screened)


@lru_cache(maxsize=RESULTS_KEPT)
def _keep(mark: str, pk: int, facet: str, is_screened: bool) -> CollectionResults:
    found = gather_collection(Collection.objects.get(pk=pk), facet=facet, is_screened=is_screened)
    return measure_collection(found, mark, facet=facet, is_screened=is_screened)


def measure_collection(
    found: CollectionObservations, mark: str, *, facet: str = "", is_screened: bool = True
) -> CollectionResults:
    """The results of what was gathered at this mark, by the facet that it was gathered by."""
    members = [member for task in found.tasks for member in task.members]
    return CollectionResults(
        mark=mark,
        facet=facet,
        facets=found.facets,
        is_screened=is_screened,
        judgements=sum(len(task.rows) for task in found.tasks),
        notices=gather_notices([member.observations for member in members]),
        without_facet=tuple(found.without_facet) if facet else (),
        tables=make_collection_tables(found),
    )


def gather_notices(studies: Sequence[Observations]) -> tuple[str, ...]:
    """What must be said of the studies, each once; of which of them, where it is not all."""
    titles: dict[str, list[str]] = {}
    for observations in studies:
        for notice in list_notices(observations):
            titles.setdefault(notice, []).append(observations.study.title)
    return tuple(
        notice if len(told) == len(studies) else say_later(OF_SOME, studies=Listing(told), notice=notice)
        for notice, told in titles.items()
    )


def find_collection_mark(collection: Collection) -> str:
    """A short mark that changes whenever the results of the collection may."""
    studies = list(collection.studies.order_by("pk"))
    runs = EvaluationRun.objects.filter(
        source__in=[study.slug for study in studies], state=EvaluationRun.State.FINISHED
    ).aggregate(Count("pk"), Max("finished_at"))
    facts: list[Any] = [
        collection.slug,
        [(study.slug, find_mark(study)) for study in studies],
        runs,
        ParityAcknowledgement.objects.aggregate(Count("pk"), Max("at")),
        Response.objects.aggregate(Count("pk"), Max("pk")),
    ]
    return hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()[:16]


def describe_collection(collection: Collection, results: CollectionResults) -> dict[str, Any]:
    """All numbers of a collection as plain values, for JSON."""
    return {
        "collection": collection.slug,
        "title": collection.title,
        "studies": list(collection.studies.order_by("created_at", "pk").values_list("slug", flat=True)),
        "is_screened": results.is_screened,
        "facet": results.facet,
        "facets": list(results.facets),
        "without_facet": list(results.without_facet),
        "notices": list(results.notices),
        "judgements": results.judgements,
        "how_to_read": list(HOW_TO_READ),
        "reports": {slug: [table.to_json() for table in tables] for slug, tables in results.tables.items()},
    }
