"""Counts over all stimuli and responses, made once and kept by each process until there are others."""

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeVar

from django.db.models import Count, Max, Q

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
    """What changes whenever stimuli or responses come, are set aside, brought back or emptied; read by indexes alone.

    No row of either is ever deleted, and nobody's authorship changes.
    """
    aside = (Count("pk"), Max("set_aside_at"))
    responses = Response.objects.aggregate(Max("pk")) | Response.objects.filter(NOT_IN_USE).aggregate(*aside)
    stimuli = Stimulus.objects.aggregate(Max("pk"))
    lacking = (Count("pk", filter=Q(has_picture=False)), Count("pk", filter=Q(has_control=False)))
    stimuli |= Stimulus.objects.filter(NOT_READY).aggregate(*aside, picture=lacking[0], control=lacking[1])
    return (*responses.values(), *stimuli.values())
