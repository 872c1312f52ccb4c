"""Who may see the workplace: staff."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import resolve_url

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def staff_only(view: View[P]) -> View[P]:
    """Sends everybody else to the log-in page; a page that polls in the background is sent there as a whole."""

    @wraps(view)
    def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.user.is_active and request.user.is_staff:
            return view(request, *args, **kwargs)
        if request.htmx:  # type: ignore[attr-defined]  # set by HtmxMiddleware
            return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"HX-Redirect": resolve_url(settings.LOGIN_URL)})
        return redirect_to_login(request.get_full_path())

    return checked
