"""What is sent: the bodies of requests that bring rows, and what is said of them in the answer."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from agents.models import Provenance
from agents.tasks import TASKS
from analysis.loading.judgements import LONGEST_NAME

MOST_ROWS = 1000
LONGEST_POOL = 60


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


def read_body(kind: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The body, checked; raises ValidationError."""
    serializer = kind(data=request.data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)
