"""What is sent in from outside: through the same readers, checks and deeds as files, in one transaction each."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from http import HTTPStatus
from typing import Any, TypeVar

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from agents.formats.documents import JsonRow
from agents.formats.native import read_response, read_stimulus
from agents.loading import LoadResult, load_responses, load_stimuli
from agents.models import Provenance
from agents.normalizing import make_storable
from agents.tasks import TASKS
from analysis.loading.formats.native import NativeJudgements, read_judgement
from analysis.loading.judgements import LONGEST_NAME, Destination, Source, load_judgements
from turingapp.api.answering_once import answer_once, digest_request
from turingapp.errors import InvalidPayload, Problem
from turingapp.members.granting import own_what_is_new
from turingapp.members.noting import tell_log

MOST_ROWS = 1000
LONGEST_POOL = 60
Row = TypeVar("Row")


class Rows(serializers.ListField):
    """Rows of the native format: the fields that all tasks have; those of the task stand beside them."""

    def __init__(self, **options: Any) -> None:
        super().__init__(child=serializers.DictField(), min_length=1, max_length=MOST_ROWS, **options)


def describe_rows(**fields: str) -> dict[str, Any]:
    """How the schema describes rows, each field with its meaning."""
    row = {"type": "object", "additionalProperties": True}
    row["properties"] = {name: {"description": meaning} for name, meaning in fields.items()}
    return {"type": "array", "minItems": 1, "maxItems": MOST_ROWS, "items": row}


@extend_schema_field(
    describe_rows(
        key="required: its name within the pool",
        facets="an object of texts to report by",
        is_catch="yes where the answer is obvious",
    )
)
class StimulusRows(Rows):
    """Stimuli."""


@extend_schema_field(
    describe_rows(
        stimulus="required: the key of its stimulus",
        origin="human or ai; or authors",
        agent="the author's name; required for AI",
        person="a human's id as platform:id; only a keyed hash of it is kept",
        authors="of a task with two roles: an object with an author for each",
        key="the response's own id",
    )
)
class ResponseRows(Rows):
    """Responses."""


@extend_schema_field(
    describe_rows(
        judge="required: platform:id; only a keyed hash of it is kept",
        stimulus="required: the key of the stimulus",
        origin="human or ai: what the author truly is; or authors",
        agent="the author's name; required for AI",
        verdict="human or ai: what the judge said; of a task with two roles verdicts, an object by role",
        position="place in the visit, from 1",
        rt_ms="milliseconds to the answer",
    )
)
class JudgementRows(Rows):
    """Judgements."""


class StimuliSerializer(serializers.Serializer[Any]):
    """Stimuli to be brought into a pool."""

    stimuli = StimulusRows()
    dry_run = serializers.BooleanField(default=False, help_text="check everything, write nothing")


class ResponsesSerializer(serializers.Serializer[Any]):
    """Responses to be brought into a pool."""

    provenance = serializers.ChoiceField(
        choices=(
            (Provenance.SENT.value, "given by people or AI agents elsewhere"),
            (Provenance.SIMULATED.value, "made up by a program"),
        )
    )
    responses = ResponseRows()
    dry_run = serializers.BooleanField(default=False, help_text="check everything, write nothing")


class JudgementsSerializer(serializers.Serializer[Any]):
    """Judgements that were made elsewhere, for a closed study that takes only such."""

    task = serializers.ChoiceField(choices=[(task.slug, task.title) for task in TASKS])
    pool = serializers.SlugField(
        max_length=LONGEST_POOL, required=False, allow_blank=True, default="", help_text="that may hold what was judged"
    )
    source = serializers.CharField(  # type: ignore[assignment]  # a field of this name, which no attribute stays
        max_length=LONGEST_NAME, help_text="where they come from; the study's label says it"
    )
    is_simulated = serializers.BooleanField(help_text="whether the judges were programs")
    judgements = JudgementRows()
    dry_run = serializers.BooleanField(default=False, help_text="check everything, write nothing")


class SentSerializer(serializers.Serializer[dict[str, Any]]):
    """What became of the rows; where one is refused, all are, and the answer is a problem."""

    loaded = serializers.IntegerField(help_text="new ones")
    unchanged = serializers.IntegerField(help_text="that were known already")
    completed = serializers.IntegerField(help_text="stimuli that got what they lacked")
    pending = serializers.IntegerField(help_text="stimuli of these rows that lack something")
    new_stimuli = serializers.IntegerField(help_text="that came with responses or judgements")
    remarks = serializers.DictField(child=serializers.IntegerField(), help_text="what was noticed, how often")
    dry_run = serializers.BooleanField(help_text="whether nothing was written, as was asked")


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


def read_body(kind: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The body, checked; raises ValidationError."""
    serializer = kind(data=request.data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


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
