"""The start page, and whether this process is healthy."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from judging.kinds import KINDS
from judging.models import Study


@require_safe
def show_start(request: HttpRequest) -> HttpResponse:
    """The listed studies."""
    studies = [
        {
            "title": study.title,
            "task_title": _(study.plugin.title),
            "link": reverse("join", args=[study.link]),
            "minutes": settings.minutes,
            "length": KINDS[study.kind].name_length(settings),
            "label": study.label,
        }
        for study in Study.objects.filter(is_listed=True, is_simulated=False, state=Study.State.OPEN)
        for settings in [study.protocols.latest("version").settings]
    ]
    return render(request, "start.html", {"studies": studies, "workplace_url": reverse("workplace:studies")})


@require_safe
def show_health(request: HttpRequest) -> HttpResponse:
    """Whether this process answers and reaches its database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("healthy\n", content_type="text/plain")
