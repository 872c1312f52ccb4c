"""Results of collections with many judgements: measured by the worker, shown as they were measured last."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from analysis.collections.gathering import UnknownFacet, gather_collection, say_unknown
from analysis.collections.latest import CollectionResults, find_collection_mark, measure_collection, read_latest_results
from analysis.keeping import read_kept, renew, with_words
from analysis.models import KeptCollectionResults
from analysis.observations import are_many
from analysis.reports.base import read_table, write_table
from analysis.writing.base import WrittenReport
from analysis.writing.collections import write_collection
from analysis.writing.keeping import describe_report, read_report
from judging.models import Collection, Judgement

LONGEST_FACET = 200
UNKNOWN = "unknown_facet"  # in a kept document: why there are no tables


def find_results(
    collection: Collection, *, facet: str = "", is_screened: bool = True, at: datetime
) -> CollectionResults | None:
    """The results to show now. Those of many judgements may be older than the last ones; None before the first time.

    Raises UnknownFacet.
    """
    if len(facet) > LONGEST_FACET or not facet.isprintable():
        raise UnknownFacet(say_unknown(collection, facet[:40], ()))
    if not is_large_collection(collection):
        return read_latest_results(collection, facet=facet, is_screened=is_screened)
    wanted = {"wanted": find_collection_mark(collection), "wanted_at": at}
    kept, _ = KeptCollectionResults.objects.update_or_create(
        collection=collection, facet=facet, is_screened=is_screened, defaults=wanted
    )
    if UNKNOWN in kept.document:
        raise UnknownFacet(read_kept(kept)[UNKNOWN])
    return read_results(read_kept(kept)["results"], made_at=kept.made_at) if kept.mark else None


def is_large_collection(collection: Collection) -> bool:
    """Whether a collection has so many judgements that they are not read anew for each look at it."""
    return are_many(Judgement.objects.filter(trial__assignment__study__collection=collection))


def renew_collections(*, clock: Callable[[], datetime]) -> int:
    """Measure the collections that were lately looked at and have changed since; how many."""
    return renew(KeptCollectionResults, measure_kept, clock=clock)


def measure_kept(kept: KeptCollectionResults) -> tuple[str, dict[str, Any]]:
    """The mark of a collection's results and the results, or why there are none, as plain values."""
    mark = find_collection_mark(kept.collection)
    try:
        found = gather_collection(kept.collection, facet=kept.facet, is_screened=kept.is_screened)
    except UnknownFacet as error:
        return mark, with_words({UNKNOWN: error.args[0]})
    results = measure_collection(found, mark, facet=kept.facet, is_screened=kept.is_screened)
    has_report = kept.is_screened and not kept.facet
    report = {"report": describe_report(write_collection(found, results.tables))} if has_report else {}
    return mark, with_words({"results": write_results(results), **report})


def find_report(collection: Collection, mark: str) -> WrittenReport | None:
    """The report of a collection that the worker has kept at this mark."""
    kept = KeptCollectionResults.objects.filter(collection=collection, facet="", is_screened=True, mark=mark).first()
    return read_report(read_kept(kept)["report"]) if kept else None


def write_results(results: CollectionResults) -> dict[str, Any]:
    """The results as plain values for JSON, from which `read_results` makes them again."""
    return {
        "mark": results.mark,
        "facet": results.facet,
        "facets": list(results.facets),
        "is_screened": results.is_screened,
        "judgements": results.judgements,
        "notices": list(results.notices),
        "without_facet": list(results.without_facet),
        "tables": {slug: [write_table(table) for table in tables] for slug, tables in results.tables.items()},
    }


def read_results(document: Mapping[str, Any], *, made_at: datetime | None) -> CollectionResults:
    """The results that `write_results` has written."""
    listed = {name: tuple(document[name]) for name in ("facets", "notices", "without_facet")}
    tables = {slug: [read_table(table) for table in tables] for slug, tables in document["tables"].items()}
    return CollectionResults(**{**document, **listed, "tables": tables, "made_at": made_at})
