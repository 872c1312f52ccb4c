"""Rules for all pages (framing, content security) and the one place where errors become answers to people."""

import logging
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.cache import patch_vary_headers

from turingapp.errors import InvalidPayload, PoolTooSmall, Refused, TuringError, UnknownPlugin
from turingapp.full_disk import is_full
from turingapp.interrupted import answer_full, answer_interruption, is_interruption
from turingapp.watching.counting import count_refusal

logger = logging.getLogger(__name__)
Handler = Callable[[HttpRequest], HttpResponse]
PARTICIPANT_PATHS = ("/arrive/", "/join/", "/visit/", "/withdraw/", "/media/", "/chat/")
IN_ONE_LANGUAGE = (
    "/admin/",
    "/api/",
    "/media/",
    "/static/",
    "/figures/",
    "/notices/",
    "/healthy",
    "/ready",
    "/metrics",
    "/report/",
)
POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
OWN_FORMS = "form-action 'self'"


class PageRules:
    """Content security on every answer; only participants' pages may be framed, and only by the allowed sites;
    and previews by pages of our own.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # A page that sends people back to a platform has named that platform's host, and nothing else.
        forms = response.get("Content-Security-Policy", OWN_FORMS)
        if request.path_info.startswith(PARTICIPANT_PATHS):
            response["Content-Security-Policy"] = (
                f"{POLICY}{forms}; frame-ancestors {' '.join(settings.FRAME_ANCESTORS)}"
            )
        elif response.get("X-Frame-Options") == "SAMEORIGIN":  # a view that previews something in a frame of ours
            response["Content-Security-Policy"] = f"{POLICY}{forms}; frame-ancestors 'self'"
        else:
            response["Content-Security-Policy"] = f"{POLICY}{forms}; frame-ancestors 'none'"
            response["X-Frame-Options"] = "DENY"
        return response


class Languages:
    """The language of a page: on those of a study its own, which their views say; elsewhere what the browser asks for.

    Programs, and the pages that are in one language only, get that of the settings.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asks = not request.path_info.startswith(IN_ONE_LANGUAGE)
        language = translation.get_language_from_request(request) if asks else settings.LANGUAGE_CODE
        with translation.override(language, deactivate=True):
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", translation.get_language())
        if asks:
            patch_vary_headers(response, ("Accept-Language",))
        return response


class Answers:
    """Turns the project's errors into pages of one sentence."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """A page for a refusal, bad input or an interruption; None lets any other error through to Django."""
        if isinstance(error, Refused):
            count_refusal(error)
            return render(request, "errors/refused.html", {"message": str(error)}, status=HTTPStatus.CONFLICT)
        if isinstance(error, UnknownPlugin):
            return render(request, "errors/refused.html", {"message": str(error)}, status=HTTPStatus.NOT_FOUND)
        if isinstance(error, InvalidPayload | PoolTooSmall):
            return render(request, "errors/refused.html", {"message": str(error)}, status=HTTPStatus.BAD_REQUEST)
        if is_full(error):
            return answer_full(request, error)
        if is_interruption(error):
            # Passwords are typed elsewhere; they must not come back in a page.
            keeps_form = request.path_info.startswith(PARTICIPANT_PATHS)
            return answer_interruption(request, error, keeps_form=keeps_form)
        if isinstance(error, TuringError):  # what no page expected, in its own words all the same
            logger.error("%s %s was refused: %s", request.method, request.path, error, exc_info=error)
            return render(request, "errors/refused.html", {"message": str(error)}, status=HTTPStatus.CONFLICT)
        return None
