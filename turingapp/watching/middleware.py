"""The outermost middleware: gives each request its id, and counts and logs it by the pattern of its address."""

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from turingapp.watching.counting import count_request
from turingapp.watching.tracing import HEADER, choose_id, request_id, traced

Handler = Callable[[HttpRequest], HttpResponse]
log = logging.getLogger("turingapp.requests")
MS = 1000
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Watched:
    """Pattern, status and time of each request; never its address, which may hold a token, nor who it came from."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        with traced(request_id, choose_id(request.headers.get(HEADER, ""))):
            response = self.get_response(request)
            response[HEADER] = request_id.get()
            seconds = time.perf_counter() - started
            pattern, method = find_pattern(request), name_method(request)
            count_request(method, pattern, response.status_code, seconds)
            if settings.LOG_REQUESTS:
                facts = {"method": method, "route": pattern, "status": response.status_code}
                extra = {"facts": {**facts, "ms": round(seconds * MS, 1)}}
                log.info("%s %s %s", method, pattern, response.status_code, extra=extra)
        return response


def find_pattern(request: HttpRequest) -> str:
    """The pattern of the address, such as `visit/<token:token>/`; one word for all that has none."""
    return request.resolver_match.route if request.resolver_match else "(none)"


def name_method(request: HttpRequest) -> str:
    """The method; one word for all that HTTP does not know, which anybody may make up."""
    return request.method if request.method in METHODS else "other"
