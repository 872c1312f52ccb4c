"""The experimenter's pages: the studies, and the results of each, live."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from analysis.exporting import write_judgements
from analysis.observations import Observations, find_mark, read_latest
from analysis.reports.chart import draw_imitation
from judging.models import Study
from turingapp.workplace.access import NO_CONTENT, staff_only
from turingapp.workplace.listing import describe_studies
from turingapp.workplace.results import UNSCREENED, gather_results

STUDIES_PER_PAGE = 50
CHART_SECONDS = 24 * 3600


@require_safe
@staff_only
def show_studies(request: HttpRequest) -> HttpResponse:
    """All studies, newest first."""
    studies = Study.objects.select_related("collection").order_by("-created_at", "-pk")
    page = Paginator(studies, STUDIES_PER_PAGE).get_page(request.GET.get("page"))
    lines = describe_studies(list(page.object_list))
    return render(request, "workplace/studies.html", {"page": page, "lines": lines})


@require_safe
@staff_only
def show_study(request: HttpRequest, slug: str) -> HttpResponse:
    """The results of one study; the part that changes renews itself."""
    study = get_object_or_404(Study, slug=slug)
    version, observations = read_chosen(request, study)
    context = {
        "study": study,
        "results": gather_results(observations, version),
        "join_url": request.build_absolute_uri(reverse("join", args=[study.link])),
        "unscreened": UNSCREENED,
    }
    return render(request, "workplace/study.html", context)


@require_safe
@staff_only
def show_results(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the results page that changes; nothing at all where it is as the page has `seen` it."""
    study = get_object_or_404(Study, slug=slug)
    if find_mark(study) == request.GET.get("seen"):
        return HttpResponse(status=NO_CONTENT)
    version, observations = read_chosen(request, study)
    context = {"study": study, "results": gather_results(observations, version)}
    return render(request, "workplace/_results.html", context)


@require_safe
@staff_only
def send_judgements(request: HttpRequest, slug: str) -> HttpResponseBase:
    """All judgements of a study as a CSV file."""
    study = get_object_or_404(Study, slug=slug)
    lines = write_judgements(read_latest(study)[1], for_spreadsheets=request.GET.get("for") == "spreadsheets")
    disposition = f'attachment; filename="{study.slug}-judgements.csv"'
    return StreamingHttpResponse(
        lines, content_type="text/csv; charset=utf-8", headers={"Content-Disposition": disposition}
    )


@require_safe
@staff_only
def show_chart(request: HttpRequest, slug: str) -> HttpResponse:
    """The chart of imitation as SVG; its address holds the version, so that browsers may keep it."""
    study = get_object_or_404(Study, slug=slug)
    response = HttpResponse(draw_imitation(read_chosen(request, study)[1]), content_type="image/svg+xml")
    patch_cache_control(response, private=True, max_age=CHART_SECONDS)
    return response


def read_chosen(request: HttpRequest, study: Study) -> tuple[str, Observations]:
    """The latest observations, screened unless the address asks for all."""
    version, observations = read_latest(study)
    wants_all = request.GET.get("count") == UNSCREENED
    return version, observations.unscreened() if wants_all else observations
