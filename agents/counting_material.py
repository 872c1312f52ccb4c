"""Counts over all stimuli and responses, made once and kept by each process until there are others."""

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeVar

from django.db.models import Aggregate, Count, Max, Q, QuerySet, Subquery, Value

from agents.models import NOT_IN_USE, NOT_READY, Response, Stimulus

KEPT = 64
Mark = tuple[int | datetime | None, ...]
T = TypeVar("T")


def count_once(count: Callable[..., T], *args: Any) -> T:
    """What `count` gives for these arguments, which it must give again while stimuli and responses stay the same."""
    found: T = keep_count(count, find_mark(), *args)
    return found


@lru_cache(maxsize=KEPT)
def keep_count(count: Callable[..., Any], mark: Mark, *args: Any) -> Any:
    """The count while the mark is this."""
    return count(*args)


def find_mark() -> Mark:
    """What changes whenever stimuli or responses come, are set aside, brought back or emptied: one query, by indexes.

    No row of either is ever deleted, and nobody's authorship changes. Empty while there is no stimulus.
    """
    out, lacking = Response.objects.filter(NOT_IN_USE), Stimulus.objects.filter(NOT_READY)
    told = (
        Subquery(Response.objects.order_by("-pk").values("pk")[:1]),
        *(sum_up(out, value) for value in (Count("pk"), Max("set_aside_at"))),
        *(sum_up(lacking, value) for value in (Count("pk"), Max("set_aside_at"))),
        *(sum_up(lacking, Count("pk", filter=Q(**{name: False}))) for name in ("has_picture", "has_control")),
    )
    return Stimulus.objects.order_by("-pk").values_list("pk", *told).first() or ()


def sum_up(rows: "QuerySet[Any]", value: Aggregate) -> Subquery:
    """One value over all of these rows, within another query."""
    return Subquery(rows.order_by().annotate(all=Value(1)).values("all").annotate(told=value).values("told"))
