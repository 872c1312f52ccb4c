"""What all participants' pages share: finding the visit of an address, and showing a screen."""

from http import HTTPStatus
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_cache_control

from judging.models import Assignment
from judging.screens import Screen
from judging.tokens import read_visit

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


def read_public_id(token: str) -> str:
    """The public id of the visit in a token; 404 where the token is not ours."""
    public_id = read_visit(token)
    if public_id is None:
        raise Http404("There is no such visit.")
    return public_id


def find_visit(token: str) -> Assignment:
    """The assignment of a token, with the fields that its pages need; 404 where there is none."""
    visits = Assignment.objects.only(*SHOWN)
    return get_object_or_404(visits, public_id=read_public_id(token))


def show_screen(request: HttpRequest, screen: Screen, *, status: int = HTTPStatus.OK) -> HttpResponse:
    """A page that no cache keeps, since its address always shows where the visit stands now."""
    response = render(request, screen.template, {"screen": screen}, status=status)
    patch_cache_control(response, no_store=True, private=True)
    if screen.way_back and screen.way_back.method == "post":  # the middleware keeps what a page says of its forms
        platform = urlsplit(screen.way_back.address)
        response["Content-Security-Policy"] = f"form-action 'self' {platform.scheme}://{platform.netloc}"
    return response
