"""Requests that may be sent again: what one with an Idempotency-Key did and was answered is one transaction.

A repeat gets the first answer; two at once wait for each other at the key's row. What was refused wrote nothing and is
not kept: the same key may be sent again with what is right.
"""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256
from http import HTTPStatus
from typing import Any, cast

from django.db import transaction
from rest_framework.exceptions import APIException, ParseError
from rest_framework.request import Request
from rest_framework.response import Response

from turingapp.api.models import KeptAnswer

HEADER, REPEATED = "Idempotency-Key", "Idempotent-Replayed"
KEPT_FOR = timedelta(hours=24)
LONGEST_KEY = 200


class OtherRequest(APIException):
    """The key was sent before, with another request."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    default_detail = f"This {HEADER} was sent with another request before; give each request a key of its own."


def answer_once(request: Request, deed: Callable[[], tuple[int, Any]], *, at: datetime) -> Response:
    """Do the deed, which gives status and body, and answer; with a key that was sent before, answer as before."""
    key = read_key(request)
    if not key:
        status, body = deed()
        return Response(body, status=status)
    user, digest = cast(int, request.user.pk), digest_request(request)
    KeptAnswer.objects.filter(user=user, kept_at__lt=at - KEPT_FOR).delete()
    with transaction.atomic():
        facts = {"request_digest": digest, "kept_at": at}
        kept, is_new = KeptAnswer.objects.get_or_create(user_id=user, key=key, defaults=facts)
        if not is_new:
            return repeat(kept, digest)
        kept.status, kept.body = deed()
        kept.save(update_fields=("status", "body"))
    return Response(kept.body, status=kept.status)


def repeat(kept: KeptAnswer, digest: str) -> Response:
    """The answer of the first time; raises OtherRequest where the request is another."""
    if kept.request_digest != digest:
        raise OtherRequest
    return Response(kept.body, status=kept.status, headers={REPEATED: "true"})


def read_key(request: Request) -> str:
    """The key, or nothing; raises ParseError for one that cannot be kept."""
    key = request.headers.get(HEADER, "")
    if len(key) > LONGEST_KEY or not key.isascii() or not (key.isprintable() or not key):
        raise ParseError(f"The {HEADER} should be 1 to {LONGEST_KEY} printable ASCII characters.")
    return key


def digest_request(request: Request) -> str:
    """What tells the request from others: method, address, and the value of its body however it is spelled."""
    told = [request.method, request.get_full_path(), request.data]
    return sha256(json.dumps(told, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()
