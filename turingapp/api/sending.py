"""What is sent in from outside: through the same readers, checks and deeds as files, in one transaction each."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from http import HTTPStatus
from typing import Any, TypeVar

from django.db import transaction
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from agents.formats.documents import JsonRow
from agents.formats.native import read_response, read_stimulus
from agents.loading import LoadResult, load_responses, load_stimuli
from agents.models import Provenance
from agents.normalizing import make_storable
from agents.tasks import TASKS
from analysis.loading.formats.native import NativeJudgements, read_judgement
from analysis.loading.judgements import Destination, Source, load_judgements
from turingapp.api.answering_once import answer_once, digest_request
from turingapp.api.bodies import (
    LONGEST_POOL,
    JudgementsSerializer,
    ResponsesSerializer,
    SentSerializer,
    StimuliSerializer,
    read_body,
)
from turingapp.errors import InvalidPayload, Problem
from turingapp.members.granting import own_what_is_new
from turingapp.members.noting import tell_log

Row = TypeVar("Row")


def take_stimuli(request: Request, *, task: str, pool: str) -> Response:
    """Stimuli into a pool; raises InvalidPayload or UnknownPlugin."""
    plugin, given = TASKS[task], read_body(StimuliSerializer, request)
    rows = list(read_rows(given["stimuli"], "stimuli", lambda row: read_stimulus(row, plugin, key_field="key")))

    def load(at: datetime) -> LoadResult:
        return load_stimuli(rows, task=plugin, pool=check_pool(pool), strict=True, dry_run=given["dry_run"])

    return answer_load(request, load, dry_run=given["dry_run"])


def take_responses(request: Request, *, task: str, pool: str) -> Response:
    """Responses into a pool, with what the sender says of where they come from; raises as above."""
    plugin, given = TASKS[task], read_body(ResponsesSerializer, request)
    rows = list(read_rows(given["responses"], "responses", lambda row: read_response(row, plugin)))
    provenance = Provenance(given["provenance"])

    def load(at: datetime) -> LoadResult:
        switches = {"strict": True, "dry_run": given["dry_run"]}
        return load_responses(rows, task=plugin, pool=check_pool(pool), provenance=provenance, at=at, **switches)

    return answer_load(request, load, dry_run=given["dry_run"])


def take_judgements(request: Request, *, slug: str) -> Response:
    """Judgements into a closed study, which is made where there is none; raises as above."""
    given = read_body(JudgementsSerializer, request)
    plugin = TASKS[given["task"]]
    rows = list(read_rows(given["judgements"], "judgements", lambda row: read_judgement(row, plugin)))
    switches = {"says": NativeJudgements.says, "is_simulated": given["is_simulated"]}
    to = Destination(slug, plugin.slug, given["pool"], **switches)
    sources = [Source(make_storable(given["source"]), digest_request(request))]

    def load(at: datetime) -> LoadResult:
        with transaction.atomic():
            result = load_judgements(rows, to=to, sources=sources, at=at, strict=True, dry_run=given["dry_run"])
            own_what_is_new(request.user, slug, at=at)
        return result

    return answer_load(request, load, dry_run=given["dry_run"])


def read_rows(given: Sequence[dict[str, Any]], name: str, read: Callable[[JsonRow], Row]) -> Iterator[Row | Problem]:
    """Each row as its reader understands it, or the rules that it breaks, with its place in the body."""
    for number, fields in enumerate(given):
        try:
            yield read(JsonRow(f"{name}[{number}]", fields))
        except InvalidPayload as error:
            yield from error.problems


def check_pool(pool: str) -> str:
    """The pool's name; raises InvalidPayload for one that is too long."""
    if len(pool) > LONGEST_POOL:
        raise InvalidPayload([Problem("pool", repr(pool[:LONGEST_POOL]), f"it has at most {LONGEST_POOL} characters")])
    return pool


def answer_load(request: Request, load: Callable[[datetime], LoadResult], *, dry_run: bool) -> Response:
    """Load once, however often the request is sent, and answer with the counts; raises InvalidPayload for all rows."""
    at = timezone.now()

    def deed() -> tuple[int, Any]:
        result = load(at)
        if result.refused:
            raise InvalidPayload(result.refused)
        tell_log(request._request, f"{result.loaded:,} loaded" if not dry_run else "tried out, nothing written")
        told = SentSerializer({**vars(result), "dry_run": dry_run}).data
        return HTTPStatus.OK if dry_run else HTTPStatus.CREATED, dict(told)

    return answer_once(request, deed, at=at)
