"""The written report of a study or a collection, the switch of its public link, and what that link shows."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, gettext, override
from django.views.decorators.http import require_POST, require_safe

from analysis.keeping import find_measured
from analysis.models import ReportLink
from analysis.sharing import Shared, find_link, list_links, share_report, stop_sharing
from analysis.writing.languages import ENGLISH, UnknownLanguage, choose_language
from analysis.writing.rendering import PlacedReport, read_collection_report, read_report, write_file
from judging.models import Collection, Study
from turingapp.members.matrix import PUBLISH, PUBLISH_COLLECTION, SEE_COLLECTION, SEE_STUDY
from turingapp.members.noting import tell_log
from turingapp.workplace.access import needs
from turingapp.workplace.views import read_results

ON, OFF = "on", "off"


@require_safe
@needs(SEE_STUDY)
def show_report(request: HttpRequest, slug: str) -> HttpResponse:
    """The report of a study; as a file with ?download=1."""
    study = get_object_or_404(Study, slug=slug)
    measured = read_results(request, study)
    report = None if measured is None else read_report(measured.scope, find_language(request, study))
    return answer(request, study, report, switch_url=reverse("workplace:share", args=[slug]))


@require_safe
@needs(SEE_COLLECTION)
def show_collection_report(request: HttpRequest, slug: str) -> HttpResponse:
    """The report of a collection; as a file with ?download=1."""
    collection = get_object_or_404(Collection, slug=slug)
    switch_url = reverse("workplace:share_collection", args=[slug])
    report = read_collection_report(collection, find_language(request, collection), at=timezone.now())
    return answer(request, collection, report, switch_url=switch_url)


def answer(request: HttpRequest, shared: Shared, report: PlacedReport | None, *, switch_url: str) -> HttpResponse:
    """The page of a report, or its file; a page that waits where the worker has still to write it."""
    if report is not None and "download" in request.GET:
        disposition = f'attachment; filename="{shared.slug}-report.html"'
        file = write_file(report, at=timezone.now(), language=find_language(request, shared))
        return HttpResponse(file, headers={"Content-Disposition": disposition})
    link = find_link(shared)
    context = {
        "study": shared if isinstance(shared, Study) else None,
        "shared": shared,
        "report": report,
        "link": link,
        "address": request.build_absolute_uri(reverse("shared_report", args=[link.token])) if link else "",
        "earlier": [one for one in list_links(shared) if one != link],
        "switch_url": switch_url,
        "another": find_another_language(request, shared),
    }
    return render(request, "workplace/report.html", context)


def find_language(request: HttpRequest, shared: Shared) -> str:
    """A page is in its own language, a file in the one that was asked for or its studies have."""
    if "download" in request.GET:
        return choose(request, shared)
    return get_language() or ENGLISH


def choose(request: HttpRequest, shared: Shared) -> str:
    """The language that the address asks for, else that of the studies."""
    try:
        return choose_language(request.GET.get("language", ""), shared)
    except UnknownLanguage as error:
        raise Http404(str(error)) from None


def find_another_language(request: HttpRequest, shared: Shared) -> str:
    """The language of the page, where a file would be in another; else nothing."""
    language = get_language() or ENGLISH
    return "" if language == choose(request, shared) else language


@require_POST
@needs(PUBLISH)
def switch_study(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """Switch the public link to a study's report."""
    return switch(request, get_object_or_404(Study, slug=slug), "workplace:report")


@require_POST
@needs(PUBLISH_COLLECTION)
def switch_collection(request: HttpRequest, slug: str) -> HttpResponseRedirect:
    """Switch the public link to a collection's report."""
    return switch(request, get_object_or_404(Collection, slug=slug), "workplace:collection_report")


def switch(request: HttpRequest, shared: Shared, page: str) -> HttpResponseRedirect:
    """Switch the link on or off, as the button says, and go back to the report."""
    who, at = request.user.get_username(), timezone.now()
    if request.POST.get("link") == ON:
        share_report(shared, who=who, at=at)
        tell_log(request, "on")
        messages.success(request, gettext("The public link is on: whoever has it can read this report."))
    elif stop_sharing(shared, who=who, at=at):
        tell_log(request, "off")
        messages.success(request, gettext("The public link is off: its address leads nowhere from now on."))
    return redirect(page, shared.slug)


@require_safe
def show_shared(request: HttpRequest, token: str) -> HttpResponse:
    """What the public link shows: the report and nothing else, always as the results are now.

    In the language of its studies, whatever a reader's browser asks for, or in the one that the address asks for.
    """
    link = ReportLink.objects.filter(token=token, revoked_at=None).select_related("study", "collection").first()
    if link is None:
        raise Http404("There is no such report, or its link was switched off.")
    if link.study is not None:
        language = choose(request, link.study)
        measured = find_measured(link.study, None, is_screened=True, at=timezone.now())
        report = None if measured is None else read_report(measured.scope, language)
    elif link.collection is not None:
        language = choose(request, link.collection)
        report = read_collection_report(link.collection, language, at=timezone.now())
    with override(language):
        response = render(request, "report/shared.html", {"report": report})
    response["Content-Language"] = language
    response["X-Robots-Tag"] = "noindex, nofollow"
    patch_cache_control(response, private=True, no_cache=True)
    return response
