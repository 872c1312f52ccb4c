"""What all participants' pages share: finding the visit of an address, and showing a screen."""

from functools import lru_cache
from http import HTTPStatus
from urllib.parse import urlsplit

from django.http import Http404, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control
from django.utils.translation import activate

from judging.models import Assignment
from judging.models.studies import find_settings
from judging.screens import Screen
from judging.tokens import read_visit
from turingapp.compiled import Selection, slot

SHOWN = (
    "public_id",
    "seed",
    "stage",
    "state",
    "code",
    "kind",
    "closing",
    "protocol_id",
    "study_id",
)
VISIT = Selection(lambda: Assignment.objects.only(*SHOWN).filter(public_id=slot(Assignment, "public_id")))


def read_public_id(token: str) -> str:
    """The public id of the visit in a token; 404 where the token is not ours."""
    public_id = read_visit(token)
    if public_id is None:
        raise Http404("There is no such visit.")
    return public_id


@lru_cache(maxsize=10_000)
def find_language(public_id: str) -> str:
    """The language of a visit; it keeps its protocol, so this is asked once per process."""
    return find_settings(Assignment.objects.values_list("protocol_id", flat=True).get(public_id=public_id)).language


def enter_visit(token: str) -> str:
    """The public id of the visit in a token, in whose language this request goes on; 404 where there is none."""
    public_id = read_public_id(token)
    try:
        activate(find_language(public_id))
    except Assignment.DoesNotExist:
        raise Http404("There is no such visit.") from None
    return public_id


def find_visit(token: str) -> Assignment:
    """The assignment of a token, with the fields that its pages need; this request goes on in its language.

    404 where there is none.
    """
    try:
        assignment = VISIT.get(Assignment, public_id=read_public_id(token))
    except Assignment.DoesNotExist:
        raise Http404("There is no such visit.") from None
    activate(assignment.settings.language)
    return assignment


def show_screen(screen: Screen, *, status: int = HTTPStatus.OK) -> HttpResponse:
    """A page that no cache keeps, since its address always shows where the visit stands now."""
    # Without the request: no page of a visit depends on who has logged in.
    response = HttpResponse(render_to_string(screen.template, {"screen": screen}), status=status)
    patch_cache_control(response, no_store=True, private=True)
    if screen.way_back and screen.way_back.method == "post":  # the middleware keeps what a page says of its forms
        platform = urlsplit(screen.way_back.address)
        response["Content-Security-Policy"] = f"form-action 'self' {platform.scheme}://{platform.netloc}"
    return response
