"""The experimenter's pages: the studies, and the results of each, live."""

from http import HTTPStatus
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from analysis.exporting import write_judgements
from analysis.keeping import find_measured
from analysis.measuring import Measured
from analysis.observations import read_latest
from analysis.released import keep_released, list_asking
from judging.models import Study
from turingapp.members.matrix import ENTER, EXPORT_STUDY, OPEN_STUDY, SEE_STUDY
from turingapp.members.rights import find_rights
from turingapp.workplace.access import needs
from turingapp.workplace.addresses import describe_choice, is_screened, read_version, write_address
from turingapp.workplace.building.finding import choose_drafts
from turingapp.workplace.listing import describe_studies
from turingapp.workplace.results import gather_results, offer_counts, offer_versions

STUDIES_PER_PAGE = 50
ARCHIVED = "archived"  # the value of ?show= that lists what is out of sight
SPREADSHEETS = "spreadsheets"  # the value of ?for= that makes the CSV file safe in spreadsheets
PUBLICATION = "publication"  # the one that leaves out who did not agree to it


@require_safe
@needs(ENTER)
def show_studies(request: HttpRequest) -> HttpResponse:
    """The studies that one may see, newest first, after the drafts; those that are archived are a list of their own."""
    rights, is_archive = find_rights(request), request.GET.get("show") == ARCHIVED
    seen = rights.choose_studies()
    chosen = seen.exclude(archived_at=None) if is_archive else seen.filter(archived_at=None)
    page = Paginator(chosen.order_by("-created_at", "-pk"), STUDIES_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "lines": describe_studies(list(page.object_list), rights),
        "drafts": [] if is_archive or page.number > 1 else choose_drafts(request),
        "is_archive": is_archive,
        "archived": seen.exclude(archived_at=None).count(),
        "may_open": rights.allow(OPEN_STUDY),
    }
    return render(request, "workplace/studies.html", context)


@require_safe
@needs(SEE_STUDY)
def show_study(request: HttpRequest, slug: str) -> HttpResponse:
    """The results of one study; the part that changes renews itself. Where nobody judges there are answers instead."""
    study = get_object_or_404(Study, slug=slug)
    if not study.rule.judges_responses:
        return redirect("workplace:choices" if study.rule.chooses else "workplace:answers", slug=slug)
    version = read_version(request, study)
    chosen = {} if version is None else {"version": str(version)}
    csv_url = reverse("workplace:judgements_csv", args=[slug])
    context = {
        "study": study,
        **describe_results(request, study),
        "csv_url": write_address(csv_url, chosen),
        "publication_url": write_address(csv_url, {**chosen, "for": PUBLICATION}) if list_asking(study) else "",
        "spreadsheet_url": write_address(csv_url, {**chosen, "for": SPREADSHEETS}),
    }
    return render(request, "workplace/study.html", context)


def describe_results(request: HttpRequest, study: Study) -> dict[str, Any]:
    """What the page says of the results that the address asks for; where to ask for them while there are none yet."""
    measured = read_results(request, study)
    if measured is None:
        address = reverse("workplace:results", args=[study.slug])
        query = describe_choice(read_version(request, study), is_screened=is_screened(request))
        return {"waiting_url": write_address(address, query)}
    return {
        "results": gather_results(study, measured),
        "counts": offer_counts(measured.scope),
        "versions": offer_versions(measured.scope, measured.versions),
    }


def read_results(request: HttpRequest, study: Study) -> Measured | None:
    """The results of all versions or one, screened unless the address asks for all; 404 where nobody judges."""
    if not study.rule.judges_responses:
        raise Http404(f"In {study.slug} nobody judges responses, so it has no results.")
    version = read_version(request, study)
    return find_measured(study, version, is_screened=is_screened(request), at=timezone.now())


@require_safe
@needs(SEE_STUDY)
def show_results(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the results page that changes; nothing at all where it is as the page has `seen` it."""
    study = get_object_or_404(Study, slug=slug)
    measured = read_results(request, study)
    if measured is None or measured.scope.mark == request.GET.get("seen"):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    context = {"study": study, "results": gather_results(study, measured)}
    return render(request, "workplace/_results.html", context)


@require_safe
@needs(EXPORT_STUDY)
def send_judgements(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The judgements of a study, screened out or not, as a CSV file."""
    study = get_object_or_404(Study, slug=slug)
    observations = read_latest(study, read_version(request, study))[1]
    if request.GET.get("for") == PUBLICATION:
        observations = keep_released(observations)
    lines = write_judgements(observations, for_spreadsheets=request.GET.get("for") == SPREADSHEETS)
    of_version = "" if observations.version is None else f"-version-{observations.version}"
    disposition = f'attachment; filename="{study.slug}{of_version}-judgements.csv"'
    return StreamingHttpResponse(
        lines, content_type="text/csv; charset=utf-8", headers={"Content-Disposition": disposition}
    )
