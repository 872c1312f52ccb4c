"""The experimenter's pages: the studies, and the results of each, live."""

from http import HTTPStatus

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from analysis.exporting import write_judgements
from analysis.observations import Observations, find_mark, read_latest
from judging.models import Study
from turingapp.workplace.access import staff_only
from turingapp.workplace.addresses import is_screened, read_version, write_address
from turingapp.workplace.listing import describe_studies
from turingapp.workplace.results import gather_results, offer_counts, offer_versions

STUDIES_PER_PAGE = 50
SPREADSHEETS = "spreadsheets"  # the value of ?for= that makes the CSV file safe in spreadsheets


@require_safe
@staff_only
def show_studies(request: HttpRequest) -> HttpResponse:
    """All studies, newest first."""
    studies = Study.objects.order_by("-created_at", "-pk")
    page = Paginator(studies, STUDIES_PER_PAGE).get_page(request.GET.get("page"))
    lines = describe_studies(list(page.object_list))
    return render(request, "workplace/studies.html", {"page": page, "lines": lines})


@require_safe
@staff_only
def show_study(request: HttpRequest, slug: str) -> HttpResponse:
    """The results of one study; the part that changes renews itself."""
    study = get_object_or_404(Study, slug=slug)
    mark, observations = read_chosen(request, study)
    context = {
        "study": study,
        "results": gather_results(observations, mark),
        "counts": offer_counts(observations),
        "versions": offer_versions(observations),
        "csv_url": write_address(reverse("workplace:judgements_csv", args=[slug]), choose_version(observations)),
        "spreadsheet_url": write_address(
            reverse("workplace:judgements_csv", args=[slug]), {**choose_version(observations), "for": SPREADSHEETS}
        ),
    }
    return render(request, "workplace/study.html", context)


@require_safe
@staff_only
def show_results(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the results page that changes; nothing at all where it is as the page has `seen` it."""
    study = get_object_or_404(Study, slug=slug)
    if find_mark(study) == request.GET.get("seen"):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    mark, observations = read_chosen(request, study)
    context = {"study": study, "results": gather_results(observations, mark)}
    return render(request, "workplace/_results.html", context)


@require_safe
@staff_only
def send_judgements(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The judgements of a study, screened out or not, as a CSV file."""
    study = get_object_or_404(Study, slug=slug)
    observations = read_chosen(request, study)[1]
    lines = write_judgements(observations, for_spreadsheets=request.GET.get("for") == SPREADSHEETS)
    of_version = "" if observations.version is None else f"-version-{observations.version}"
    disposition = f'attachment; filename="{study.slug}{of_version}-judgements.csv"'
    return StreamingHttpResponse(
        lines, content_type="text/csv; charset=utf-8", headers={"Content-Disposition": disposition}
    )


def read_chosen(request: HttpRequest, study: Study) -> tuple[str, Observations]:
    """The latest observations, of all versions or one, screened unless the address asks for all."""
    mark, observations = read_latest(study, read_version(request, study))
    return mark, observations if is_screened(request) else observations.unscreened()


def choose_version(observations: Observations) -> dict[str, str]:
    """What an address says to keep to the version that is looked at."""
    return {} if observations.version is None else {"version": str(observations.version)}
