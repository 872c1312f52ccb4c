"""What the list of collections shows: their studies by state, visits, and the next thing to do."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from judging.models import Assignment, Collection, Study


@dataclass(frozen=True, slots=True)
class CollectionLine:
    """One collection of the list."""

    collection: Collection
    studies: int
    open: int
    finished: int  # visits
    next_says: str
    next_url: str


def describe_collections(collections: QuerySet[Collection]) -> list[CollectionLine]:
    """The lines of collections, by title; two queries."""
    finished = dict(
        Assignment.objects.filter(
            study__collection__in=collections, kind=Assignment.Kind.MAIN, state=Assignment.State.FINISHED
        )
        .order_by()
        .values_list("study__collection")
        .annotate(Count("pk"))
    )
    counted = collections.annotate(
        size=Count("studies"), size_open=Count("studies", filter=Q(studies__state=Study.State.OPEN))
    )
    return [
        describe(collection, collection.size, collection.size_open, finished.get(collection.pk, 0))
        for collection in counted.order_by("title", "pk")
    ]


def describe(collection: Collection, studies: int, still_open: int, finished: int) -> CollectionLine:
    """One line; an empty collection wants studies, a judged one is read."""
    says, name = _("Choose its studies"), "collection_change"
    if finished:
        says, name = _("Read the report"), "collection_report"
    elif studies:
        says, name = _("Look at it"), "collection"
    url = reverse(f"workplace:{name}", args=[collection.slug])
    return CollectionLine(collection, studies, still_open, finished, says, url)
