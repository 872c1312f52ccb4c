"""The monitor of one study, and the page over all that run; both renew themselves."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from judging.models import Study
from turingapp.members.matrix import ENTER, SEE_MONEY, SEE_STUDY
from turingapp.members.rights import find_rights
from turingapp.workplace.access import needs
from turingapp.workplace.monitoring.monitor_shown import Monitor, gather_monitor
from turingapp.workplace.monitoring.overview_shown import gather_overview


@require_safe
@needs(ENTER)
def show_overview(request: HttpRequest) -> HttpResponse:
    """The running studies that one may see, a line each."""
    overview = gather_overview(find_rights(request).choose_studies(), at=timezone.now())
    return render(request, "workplace/monitoring/overview.html", {"overview": overview})


@require_safe
@needs(ENTER)
def show_overview_live(request: HttpRequest) -> HttpResponse:
    """The part of that page that changes; nothing at all where it is as the page has `seen` it."""
    overview = gather_overview(find_rights(request).choose_studies(), at=timezone.now())
    if overview.mark == request.GET.get("seen"):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render(request, "workplace/monitoring/_overview.html", {"overview": overview})


@require_safe
@needs(SEE_STUDY)
def show_monitor(request: HttpRequest, slug: str) -> HttpResponse:
    """How the visits of a study stand."""
    study = get_object_or_404(Study, slug=slug)
    context = {"study": study, "monitor": look_at(request, study)}
    return render(request, "workplace/monitoring/monitor.html", context)


@require_safe
@needs(SEE_STUDY)
def show_monitor_live(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the monitor that changes; nothing at all where it is as the page has `seen` it."""
    study = get_object_or_404(Study, slug=slug)
    monitor = look_at(request, study)
    if monitor.mark == request.GET.get("seen"):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render(request, "workplace/monitoring/_monitor.html", {"study": study, "monitor": monitor})


def look_at(request: HttpRequest, study: Study) -> Monitor:
    """The monitor as it is now; money only for those who may see it."""
    sees_money = find_rights(request).allow(SEE_MONEY, [study.pk])
    return gather_monitor(study, sees_money=sees_money, at=timezone.now())
