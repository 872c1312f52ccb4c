"""Django's admin: every table of the project as it is, searched, filtered and exported, and nothing collected changed.

A model is shown once it has a class in one of these modules, which names each field that may be seen: what tells who
somebody is (keys, platforms' ids, codes, addresses that admit) is in none of them.
"""

from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _

from turingapp.admin import (
    agents,
    alerting,
    analysis,
    api,
    conversing,
    history,
    members,
    privacy,
    recruiting,
    studies,
    visits,
)

__all__ = [
    "agents",
    "alerting",
    "analysis",
    "api",
    "conversing",
    "history",
    "members",
    "privacy",
    "recruiting",
    "studies",
    "visits",
]

admin.site.site_header = admin.site.site_title = "Turing tests: tables"
admin.site.index_title = "Every table, to look at"
admin.site.site_url = reverse_lazy("workplace:studies")  # type: ignore[assignment]  # a text once it is asked for


def lead_to_log_in(request: HttpRequest, extra_context: object = None) -> HttpResponse:
    """There is one way in: a page of the tables' own would know neither second factors nor limits."""
    if request.user.is_authenticated:
        raise PermissionDenied(_("The tables are for admins."))
    return redirect_to_login(request.GET.get("next", reverse("admin:index")))


admin.site.login = lead_to_log_in  # type: ignore[method-assign]
