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
there is none (404); who may see it and not do this is told so (403). The API asks `check` with the same deeds.

What an address does not say, a view asks by itself: `find_rights(request).allow(LOAD)`, and lists begin with
`find_rights(request).choose_studies()`. Templates ask `{% load may %}{% may "change-study" study as is_allowed %}`.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, resolve_url
from django.utils import timezone
from django.utils.translation import gettext as _

from analysis.packages.asking import find_linked
from judging.models import Collection, Posting, Study
from turingapp.members.matrix import SEE_COLLECTION, SEE_STUDY, Deed, Scope
from turingapp.members.rights import Rights, find_rights
from turingapp.members.roles import Role

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
            check(find_rights(request), post if post and request.method == "POST" else deed, kwargs)
            return view(request, *args, **kwargs)

        checked.deeds = {"GET": deed, "POST": post or deed}  # type: ignore[attr-defined]  # for the test of the matrix
        return checked

    return guard


def check(rights: Rights, deed: Deed, named: Mapping[str, Any]) -> list[Study]:
    """The studies that an address names, where the deed is allowed on them; raises Http404, PermissionDenied."""
    studies = find_studies(deed.scope, named)
    keys = [study.pk for study in studies]
    seeing = {Scope.STUDY: SEE_STUDY, Scope.COLLECTION: SEE_COLLECTION}.get(deed.scope)
    if seeing is not None and not rights.allow(seeing, keys):
        raise Http404(_("There is nothing of this name that you may see."))
    if not rights.allow(deed, keys):
        raise PermissionDenied(explain(rights, deed))
    return studies


def explain(rights: Rights, deed: Deed) -> str:
    """Why the matrix does not allow this deed, and who can change that."""
    if not rights.may_enter:
        return _("Your account has no role in the workplace yet. Ask an admin to give it one.")
    if not deed.roles:
        return _("You may not %(deed)s: only admins may.") % {"deed": deed.says}
    roles = ", ".join(str(role.label) for role in Role if role in deed.roles)
    sentence = _("You may not %(deed)s. That takes one of these roles %(where)s: %(roles)s. Ask an owner or an admin.")
    return sentence % {"deed": deed.says, "where": deed.scope.label, "roles": roles}


def find_studies(scope: Scope, named: Mapping[str, Any]) -> list[Study]:
    """What the parts of an address name: one study, those of a collection, or none; raises Http404."""
    if scope is Scope.COLLECTION:
        return list(get_object_or_404(Collection, slug=named["slug"]).studies.all())
    if scope is not Scope.STUDY:
        return []
    if "public_id" in named:
        return [get_object_or_404(Posting.objects.select_related("study"), public_id=named["public_id"]).study]
    if "link" in named:
        package = find_linked(named["link"], at=timezone.now())
        if package is None:
            raise Http404("This link is over: a package is kept for a day. Ask for another on the study's page.")
        return [package.study]
    return [get_object_or_404(Study, slug=named["slug"])]


def lead_to_log_in(request: HttpRequest) -> HttpResponse:
    """To the log-in page, and from there back."""
    if request.htmx:  # type: ignore[attr-defined]  # set by HtmxMiddleware
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"HX-Redirect": resolve_url(settings.LOGIN_URL)})
    return redirect_to_login(request.get_full_path())
