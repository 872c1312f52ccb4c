"""The experimenter's pages on collections: which there are, what each has found, its title and its studies."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from analysis.collections import COLLECTION_REPORTS
from analysis.collections.gathering import UnknownFacet, entitle_facet
from analysis.collections.keeping import find_results
from analysis.collections.latest import CollectionResults
from analysis.reports.rates import HOW_TO_READ
from judging.collecting import change_collection, make_collection
from judging.models import Collection
from turingapp.errors import InvalidPayload
from turingapp.members.matrix import CHANGE_COLLECTION, CHANGE_STUDY, ENTER, OPEN_STUDY, SEE_COLLECTION
from turingapp.members.noting import tell_log
from turingapp.members.rights import find_rights
from turingapp.workplace.access import needs
from turingapp.workplace.addresses import UNSCREENED, write_address
from turingapp.workplace.collections_shown import describe_collections
from turingapp.workplace.forms import CollectionForm, MembersForm
from turingapp.workplace.results import Choice, Section


@require_http_methods(["GET", "HEAD", "POST"])
@needs(ENTER, post=OPEN_STUDY)
def show_collections(request: HttpRequest) -> HttpResponse:
    """The collections that one may see, and the form that makes one."""
    form = CollectionForm(request.POST or None)
    problems: list[str] = []
    if request.method == "POST" and form.is_valid():
        try:
            made = make_collection(form.cleaned_data["slug"], title=form.cleaned_data["title"])
            tell_log(request, f"slug={made.slug}")
            return redirect("workplace:collection_change", made.slug)
        except InvalidPayload as error:
            problems = [str(problem) for problem in error.problems]
    lines = describe_collections(find_rights(request).choose_collections())
    context = {"lines": lines, "form": form, "problems": problems}
    status = HTTPStatus.BAD_REQUEST if request.method == "POST" else HTTPStatus.OK
    return render(request, "workplace/collections.html", context, status=status)


@require_safe
@needs(SEE_COLLECTION)
def show_collection(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of a collection, all together or by a facet; of many judgements as measured last."""
    collection = get_object_or_404(Collection, slug=slug)
    facet, is_screened = request.GET.get("facet", ""), request.GET.get("count") != UNSCREENED
    context: dict[str, Any] = {
        "collection": collection,
        "studies": collection.studies.order_by("created_at", "pk"),
    }
    try:
        results = find_results(collection, facet=facet, is_screened=is_screened, at=timezone.now())
    except UnknownFacet as error:
        raise Http404(str(error)) from None
    if results is None:
        return render(request, "workplace/collection.html", {**context, "waiting_url": request.get_full_path()})
    context |= {
        "results": results,
        "sections": list_sections(results),
        "facets": offer_facets(collection, results),
        "counts": offer_counts(collection, results),
        "how_to_read": HOW_TO_READ,
    }
    return render(request, "workplace/collection.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CHANGE_COLLECTION)
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """The title of a collection and which studies belong to it."""
    collection = get_object_or_404(Collection, slug=slug)
    mine = list(collection.studies.values_list("slug", flat=True))
    offered = find_rights(request).choose_studies(CHANGE_STUDY)
    form = MembersForm(request.POST or None, studies=offered, initial={"title": collection.title, "studies": mine})
    problems: list[str] = []
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data["studies"]
        try:
            change_collection(
                collection,
                title=form.cleaned_data["title"],
                add=[study for study in chosen if study not in mine],
                remove=[study for study in mine if study not in chosen],
            )
        except InvalidPayload as error:
            problems = [str(problem) for problem in error.problems]
        else:
            tell_log(request, f"studies={', '.join(chosen)}")
            messages.success(request, gettext("The collection is changed."))
            return redirect("workplace:collection", slug)
    context: dict[str, Any] = {"collection": collection, "form": form, "problems": problems}
    status = HTTPStatus.BAD_REQUEST if request.method == "POST" else HTTPStatus.OK
    return render(request, "workplace/collection_change.html", context, status=status)


def list_sections(results: CollectionResults) -> list[Section]:
    """The reports that have tables."""
    return [
        Section(report.slug, report.title, results.tables[report.slug])
        for report in COLLECTION_REPORTS
        if results.tables[report.slug]
    ]


def list_choices_made(results: CollectionResults) -> dict[str, str]:
    """What the address says to show these results and no others."""
    chosen = {"facet": results.facet, "count": "" if results.is_screened else UNSCREENED}
    return {name: value for name, value in chosen.items() if value}


def offer_facets(collection: Collection, results: CollectionResults) -> list[Choice]:
    """Links to all judgements together and to each facet; none where there is no facet."""
    address = reverse("workplace:collection", args=[collection.slug])
    made = list_choices_made(results)
    offered = [(gettext("All together"), ""), *((entitle_facet(facet), facet) for facet in results.facets)]
    return [
        Choice(
            title,
            write_address(address, {k: v for k, v in {**made, "facet": facet}.items() if v}),
            is_chosen=facet == results.facet,
        )
        for title, facet in offered
        if results.facets
    ]


def offer_counts(collection: Collection, results: CollectionResults) -> list[Choice]:
    """Links to the judgements that pass the screening, and to all."""
    address = reverse("workplace:collection", args=[collection.slug])
    kept = {name: value for name, value in list_choices_made(results).items() if name != "count"}
    return [
        Choice(gettext("Those that pass the screening"), write_address(address, kept), results.is_screened),
        Choice(gettext("All"), write_address(address, {**kept, "count": UNSCREENED}), not results.is_screened),
    ]
