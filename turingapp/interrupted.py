"""What people see while database, broker or the bucket of pictures cannot be reached: a page that goes on by itself."""

import logging
import sys
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus
from tempfile import gettempdir

from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.defaults import server_error

from turingapp.errors import StorageFull, StoreAway
from turingapp.full_disk import is_full

AGAIN_SECONDS = 10
OF_THE_SERVER = "XX"  # the class of PostgreSQL's error codes for what is the server's own trouble, such as its files
logger = logging.getLogger(__name__)


def is_interruption(error: BaseException | None) -> bool:
    """Whether the error passes without anybody's doing: a server that is away, starts anew, is full or too busy."""
    if isinstance(error, OperationalError | InterfaceError | StoreAway):
        return True
    if isinstance(error, InternalError):
        return str(getattr(error.__cause__, "pgcode", "")).startswith(OF_THE_SERVER)
    # Imported late: an installation without Redis never loads it.
    from redis.exceptions import ConnectionError as BrokerAway
    from redis.exceptions import TimeoutError as BrokerSilent

    return isinstance(error, BrokerAway | BrokerSilent)


def answer_interruption(request: HttpRequest, error: BaseException, *, keeps_form: bool) -> HttpResponse:
    """The page for it, which needs no database; with `keeps_form` it holds what was sent, to be sent again."""
    logger.error("%s %s was interrupted: %s", request.method, request.path, error, exc_info=error)
    is_sent = request.method == "POST"
    shown = {
        "address": request.get_full_path(),
        "again_seconds": AGAIN_SECONDS,
        "is_sent": is_sent,
        "fields": list(list_fields(request)) if is_sent and keeps_form else None,
    }
    # Without the request: what all pages look up, who has logged in and what to tell them, is out of reach as well.
    page = render_to_string("503.html", shown)
    headers = {"Retry-After": str(AGAIN_SECONDS), "Cache-Control": "no-store"}
    return HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE, headers=headers)


def answer_full(request: HttpRequest, error: BaseException) -> HttpResponse:
    """The page where there is no room for what was sent, wherever it was to be kept: by us, or by Django on its way."""
    told = error if isinstance(error, StorageFull) else StorageFull(gettempdir())
    logger.error("%s %s found no room: %s", request.method, request.path, error)
    for handler in request.upload_handlers:
        with suppress(OSError):  # what is still to be written finds no room either
            handler.upload_interrupted()  # takes away what has come so far
    status = HTTPStatus.INSUFFICIENT_STORAGE
    return render(request, "errors/refused.html", {"message": str(told)}, status=status)


def list_fields(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """The fields of a form as they came, in their order."""
    for name, values in request.POST.lists():
        yield from ((name, str(value)) for value in values)


def answer_fault(request: HttpRequest) -> HttpResponse:
    """The page for whatever went wrong outside a view, as the error handler of all addresses."""
    error = sys.exc_info()[1]
    if error is not None and is_interruption(error):
        return answer_interruption(request, error, keeps_form=False)
    if error is not None and is_full(error):
        return answer_full(request, error)
    return server_error(request)
