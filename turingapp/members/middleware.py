"""Where the audit log is written: each answer to somebody who asked for a deed that changes or reveals something."""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.contrib.messages.storage.fallback import FallbackStorage
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from turingapp.members.matrix import LOG_IN, USE_TABLES
from turingapp.members.noting import LOOKING, Asked, Outcome, Way, begin, forget, note, recall, remember

Handler = Callable[[HttpRequest], HttpResponse]


class RememberingStorage(FallbackStorage):
    """Messages, and how bad the worst of this request is: pages say by one that nothing was changed."""

    worst = messages.DEBUG

    def add(self, level: int, message: str, extra_tags: str | None = "") -> None:
        """Add one."""
        self.worst = max(self.worst, level)
        super().add(level, message, extra_tags)


class Noting:
    """Writes a line for each request that was no mere look, once it is answered."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        asked = recall(request)
        if asked is not None and (request.method not in LOOKING or has_come_back(request, asked)):
            outcome = find_outcome(request, response, asked)
            if outcome is None:
                forget(asked)
            else:
                asked.who = asked.who or request.user.get_username()
                note(asked, outcome, at=timezone.now())
        return response

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        """What is sent to a table of the admin is noted as all else is, by its address."""
        if is_of_tables(request):
            asked = ask_of_tables(request)
            if request.method not in LOOKING and request.user.is_staff:
                begin(asked, at=timezone.now())


def find_outcome(request: HttpRequest, response: HttpResponse, asked: Asked) -> str | None:
    """What came of it; None where a form was shown once more, which changes nothing."""
    if response.status_code >= HTTPStatus.BAD_REQUEST:
        return Outcome.REFUSED
    if asked.is_done:
        return Outcome.DONE
    if getattr(messages.get_messages(request), "worst", messages.DEBUG) >= messages.WARNING:
        return Outcome.REFUSED
    if asked.deed == LOG_IN and not asked.who and not request.user.is_authenticated:
        return Outcome.REFUSED if response.status_code == HTTPStatus.OK else None  # a second factor is asked for
    if response.status_code != HTTPStatus.OK or asked.way != Way.PAGE:
        return Outcome.DONE
    return None


def has_come_back(request: HttpRequest, asked: Asked) -> bool:
    """Whether somebody was logged in by coming back from the issuer of OpenID Connect."""
    return asked.deed == LOG_IN and not asked.who and request.user.is_authenticated


def is_of_tables(request: HttpRequest) -> bool:
    """Whether it was sent to a table of the admin."""
    return request.resolver_match is not None and request.resolver_match.app_name == "admin"


def ask_of_tables(request: HttpRequest) -> Asked:
    """What was asked of a table: which, which of its rows, and the action."""
    match = request.resolver_match
    named = f"{match.url_name} {match.kwargs.get('object_id', '')}" if match else ""
    on = " ".join((named, request.POST.get("action", ""))).strip()
    asked = Asked(USE_TABLES, Way.TABLES, "tables", request.user.get_username(), on=on)
    remember(request, asked)
    return asked
