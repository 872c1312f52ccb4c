"""The one shape of what goes wrong (RFC 9457): a title, the status, one sentence, and the rules that were broken."""

import logging
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied as DjangosDenial
from django.core.exceptions import RequestDataTooBig
from django.http import Http404
from rest_framework import serializers
from rest_framework.exceptions import APIException, NotFound, PermissionDenied, ValidationError
from rest_framework.response import Response
from rest_framework.views import set_rollback

from analysis.ai_judges.base import CannotJudge
from turingapp.api.parsing import TooLarge
from turingapp.errors import InvalidPayload, PoolTooSmall, Problem, Refused, TuringError, UnknownPlugin
from turingapp.interrupted import AGAIN_SECONDS, is_interruption

logger = logging.getLogger(__name__)
MEDIA_TYPE = "application/problem+json"
MOST_TOLD = 100
INTERRUPTED = "The database cannot be reached just now; send the same again a little later."
WHOLE = "non_field_errors"  # what the framework calls faults of a body as a whole
STATUS_OF: Sequence[tuple[type[TuringError], HTTPStatus]] = (
    (Refused, HTTPStatus.CONFLICT),
    (UnknownPlugin, HTTPStatus.NOT_FOUND),
    (InvalidPayload, HTTPStatus.BAD_REQUEST),
    (PoolTooSmall, HTTPStatus.BAD_REQUEST),
    (CannotJudge, HTTPStatus.BAD_REQUEST),
)


class BrokenRuleSerializer(serializers.Serializer[Any]):
    """One broken rule."""

    where = serializers.CharField(help_text="the row, such as responses[3]; may be empty")
    field = serializers.CharField()
    value = serializers.CharField(help_text="the value that was found, shortened")
    rule = serializers.CharField(help_text="what would be right")


class ProblemSerializer(serializers.Serializer[Any]):
    """What every answer holds whose status is 400 or higher."""

    title = serializers.CharField(help_text="the meaning of the status")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="one sentence")
    problems = BrokenRuleSerializer(many=True, help_text=f"the rules that were broken, {MOST_TOLD} at most")


def answer_problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an error that we know; None lets any other through, which is a fault of ours."""
    if isinstance(error, Http404):
        error = NotFound(str(error) if str(error).endswith(".") else "There is nothing at this address.")
    if isinstance(error, DjangosDenial):
        error = PermissionDenied(str(error) or None)
    if isinstance(error, RequestDataTooBig):
        error = TooLarge(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    if isinstance(error, APIException):
        set_rollback()
        return describe_refusal(error)
    status = next((status for kind, status in STATUS_OF if isinstance(error, kind)), None)
    if is_interruption(error):
        set_rollback()
        logger.error("The API was interrupted: %s", error, exc_info=error)
        return make_answer(HTTPStatus.SERVICE_UNAVAILABLE, INTERRUPTED, (), {"Retry-After": str(AGAIN_SECONDS)})
    if status is None:
        return None
    set_rollback()
    return make_answer(status, say(str(error)), getattr(error, "problems", ()))


def describe_refusal(error: APIException) -> Response:
    """A refusal of the framework, or of a resource."""
    headers = {}
    if getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = str(error.auth_header)  # type: ignore[attr-defined]
    if getattr(error, "wait", None) is not None:
        headers["Retry-After"] = str(int(error.wait))  # type: ignore[attr-defined]
    status = HTTPStatus(error.status_code)
    if isinstance(error, ValidationError):
        problems = list(list_broken("", error.detail))
        return make_answer(status, say("; ".join(f"{one.field}: {one.rule}" for one in problems)), problems, headers)
    return make_answer(status, say(str(error.detail)), (), headers)


def list_broken(field: str, detail: Any) -> Iterator[Problem]:
    """What a serializer found, flat, each with the path to its field."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from list_broken(field if name == WHOLE else f"{field}.{name}".strip("."), inner)
    elif isinstance(detail, list):
        for inner in detail:
            yield from list_broken(field, inner)
    else:
        yield Problem(field or "the body", "", str(detail))


def say(text: str) -> str:
    """A sentence with its full stop."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def make_answer(
    status: HTTPStatus, detail: str, problems: Sequence[Problem] = (), headers: dict[str, str] | None = None
) -> Response:
    """The answer in its one shape."""
    told = [
        {"where": one.where, "field": one.field, "value": one.value, "rule": one.rule} for one in problems[:MOST_TOLD]
    ]
    body = {"title": status.phrase, "status": status.value, "detail": detail, "problems": told}
    return Response(body, status=status, headers=headers, content_type=MEDIA_TYPE)
