"""The one place where a page says which deed of the permission matrix it needs, and where that is checked.

    @require_POST
    @needs(CHANGE_STUDY)
    def close(request, slug): ...

    @require_http_methods(["GET", "HEAD", "POST"])
    @needs(SEE_LAB, post=RUN_AGENTS)
    def show_agent(request, slug): ...

The deeds are in `turingapp/members/matrix.py`; one that no role should have yet is added there, in its row of `MATRIX`.
Which studies a deed is about is read from the address: `slug` is a study, or a collection for deeds on collections,
`public_id` a posting, `link` a data package. Who has not logged in is asked to; who may not see the study is told that
there is none (404); who may see it and not do this is told so (403). The API asks `turingapp/members/admitting.py` with
the same deeds. Each answer to a request that is no mere look becomes a line of the audit log by itself; a view whose
address does not say all, or that changes something and answers with a page, adds to it by `tell_log`.

What an address does not say, a view asks by itself: `find_rights(request).allow(LOAD)`, and lists begin with
`find_rights(request).choose_studies()`. Templates ask `{% load may %}{% may "change-study" study as is_allowed %}`.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import resolve_url

from turingapp.members.admitting import admit
from turingapp.members.matrix import Deed
from turingapp.members.noting import Way

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def needs(deed: Deed, *, post: Deed | None = None) -> Callable[[View[P]], View[P]]:
    """A view for those whom the matrix allows this deed, and another to `post` where there is one.

    A page that polls without a session is led to the log-in as a whole.
    """

    def guard(view: View[P]) -> View[P]:
        @wraps(view)
        def checked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return lead_to_log_in(request)
            asked = post if post and request.method == "POST" else deed
            admit(request, asked, kwargs, way=Way.PAGE, doing=name_page(request))
            return view(request, *args, **kwargs)

        checked.deeds = {"GET": deed, "POST": post or deed}  # type: ignore[attr-defined]  # for the test of the matrix
        return checked

    return guard


def lead_to_log_in(request: HttpRequest) -> HttpResponse:
    """To the log-in page, and from there back."""
    if request.htmx:  # type: ignore[attr-defined]  # set by HtmxMiddleware
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"HX-Redirect": resolve_url(settings.LOGIN_URL)})
    return redirect_to_login(request.get_full_path())


def name_page(request: HttpRequest) -> str:
    """What the addresses call the page."""
    return (request.resolver_match and request.resolver_match.url_name) or "page"
