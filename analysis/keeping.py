"""Results that are kept: small studies are measured when somebody looks, large ones by the worker beforehand."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache, partial
from typing import Any, TypeVar

from django.db.models import F, Q

from analysis.measuring import Measured, Scope, find_scope, measure, read_document, write_measured
from analysis.models import Kept, KeptResults
from analysis.observations import Observations, is_large, read_latest
from analysis.taking import heartbeat
from analysis.writing.base import Passage
from analysis.writing.keeping import describe_passages, make_drawings_of
from analysis.writing.keeping import read_passages as read_passages_of
from analysis.writing.studies import write_study
from judging.models import Study
from turingapp.words import list_words, restore_words

SCOPES_KEPT = 16  # in the memory of each web process
WANTED_FOR = timedelta(hours=1)  # after the last look the worker measures no more
REST = 10  # times as long as a measurement took, the next one waits
LEASE = timedelta(minutes=3)  # of the worker that measures, from its last heartbeat
WORDS = "words"  # in a kept document
K = TypeVar("K", bound=Kept)


def find_measured(study: Study, version: int | None, *, is_screened: bool, at: datetime) -> Measured | None:
    """The results to show now. Those of a large study may be older than its last judgements; None before the first."""
    large = is_large(study)
    scope = find_scope(study, version, is_screened=is_screened, by_visits=large)
    if not large:
        return read_measured(scope)
    kept, _ = KeptResults.objects.update_or_create(
        study=study, version=version or 0, is_screened=is_screened, defaults={"wanted": scope.mark, "wanted_at": at}
    )
    return read_measured(scope._replace(mark=kept.mark)) if kept.mark else None


@lru_cache(maxsize=SCOPES_KEPT)
def read_measured(scope: Scope) -> Measured:
    """The results at a mark: as kept, or measured now."""
    kept = find_kept(scope)
    if kept is not None:
        return replace(read_document(read_kept(kept)), made_at=kept.made_at)
    return measure(read_scope(scope), scope.mark)


def read_passages(scope: Scope) -> Sequence[Passage]:
    """The written report at a mark: as kept, or written now."""
    kept, drawings = find_kept(scope), make_drawings_of(read_measured(scope).figures)
    if kept is not None:
        return read_passages_of(read_kept(kept)["report"], drawings.values())
    return write_study(read_scope(scope), list(drawings.values())).passages


def find_kept(scope: Scope) -> KeptResults | None:
    """What the worker has kept at this mark."""
    return KeptResults.objects.filter(
        study__slug=scope.slug, version=scope.version or 0, is_screened=scope.is_screened, mark=scope.mark
    ).first()


def read_scope(scope: Scope) -> Observations:
    """The judgements as they are."""
    observations = read_latest(Study.objects.get(slug=scope.slug), scope.version)[1]
    return observations if scope.is_screened else observations.unscreened()


def measure_kept(kept: KeptResults) -> tuple[str, dict[str, Any]]:
    """The mark of a study's results, and the results with their written report as plain values."""
    scope = find_scope(kept.study, kept.version or None, is_screened=kept.is_screened)
    observations = read_scope(scope)
    measured = measure(observations, scope.mark)
    written = write_study(observations, list(make_drawings_of(measured.figures).values()))
    return scope.mark, with_words({**write_measured(measured), "report": describe_passages(written.passages)})


def with_words(document: dict[str, Any]) -> dict[str, Any]:
    """The document with the words and values of its sentences beside it: it holds them in English."""
    return {**document, WORDS: list_words(document)}


def read_kept(kept: Kept) -> dict[str, Any]:
    """What is kept, with its sentences as pages can say them; what was kept before there were any, as it is."""
    document: dict[str, Any] = restore_words(kept.document, kept.document.get(WORDS, {}))
    return document


def renew_due(*, clock: Callable[[], datetime]) -> int:
    """Measure the studies that were lately looked at and have changed since; how many."""
    return renew(KeptResults, measure_kept, clock=clock)


def renew(
    kind: type[K], measure_one: Callable[[K], tuple[str, dict[str, Any]]], *, clock: Callable[[], datetime]
) -> int:
    """Measure what is due of one kind, the longest waiting first; how many were measured."""
    count = 0
    while (kept := take_due(kind, at=clock())) is not None:
        started = time.monotonic()
        with heartbeat(partial(hold, kept, clock=clock)):
            kept.mark, kept.document = measure_one(kept)
        kept.made_at, kept.seconds, kept.taken_until = clock(), time.monotonic() - started, None
        kept.save(update_fields=("document", "mark", "made_at", "seconds", "taken_until"))
        count += 1
    return count


def hold(kept: Kept, *, clock: Callable[[], datetime]) -> None:
    """Keep others from measuring the same for a while longer."""
    type(kept)._default_manager.filter(pk=kept.pk).update(taken_until=clock() + LEASE)


def take_due(kind: type[K], *, at: datetime) -> K | None:
    """Take one that is due; of two workers one alone gets it."""
    due = kind._default_manager.exclude(wanted=F("mark")).filter(wanted_at__gt=at - WANTED_FOR)
    free = due.filter(Q(taken_until=None) | Q(taken_until__lt=at))
    for kept in free.order_by("made_at", "pk"):
        if kept.made_at is not None and kept.made_at + timedelta(seconds=REST * kept.seconds) > at:
            continue
        taken = free.filter(pk=kept.pk).update(taken_until=at + LEASE)
        if taken:
            return kept
    return None
