"""The experimenter's page on a study's protocol, versions and links, and the pages that change, clone and close it."""

from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from judging.building import begin_clone
from judging.compensating import find_running
from judging.linking import list_links, list_personal_links
from judging.models import Assignment, Study
from judging.models.preregistrations import find_preregistration
from judging.opening import change_study, close_study
from judging.protocol import Settings
from judging.protocol_files import parse_protocol
from judging.versioning import describe, flatten, list_versions, rehearse_change
from turingapp.errors import InvalidPayload, InvalidProtocol, PoolTooSmall, Problem, Refused
from turingapp.members.matrix import CHANGE_STUDY, SEE_STUDY
from turingapp.members.noting import tell_log
from turingapp.workplace.access import needs
from turingapp.workplace.forms import ChangeForm, CloneForm, PeopleForm


@require_safe
@needs(SEE_STUDY)
def show_protocol(request: HttpRequest, slug: str) -> HttpResponse:
    """Links to copy, versions with what they changed, and the settings now in force."""
    study = get_object_or_404(Study, slug=slug)
    context = {
        "study": study,
        "links": list_links(study, request.build_absolute_uri("/")) if not study.is_simulated else [],
        "versions": list_versions(study),
        "has_draft": study.drafts.filter(opened_at=None).exists(),
        "preregistration": find_preregistration(study.slug),
        "is_unvisited": not study.assignments.filter(kind=Assignment.Kind.MAIN).exists(),
        "settings": list(flatten(describe(study.protocols.latest("version").settings))),
    }
    return render(request, "workplace/protocol.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CHANGE_STUDY)
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """Upload a protocol file, look at what it changes, confirm."""
    study = get_object_or_404(Study, slug=slug)
    form = ChangeForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"study": study, "form": form}
    if request.method == "POST" and form.is_valid():
        try:
            return take_change(request, study, form, context)
        except (InvalidPayload, PoolTooSmall, Refused) as error:
            context["problems"] = list_problems(error)
    status = HTTPStatus.BAD_REQUEST if request.method == "POST" else HTTPStatus.OK
    return render(request, "workplace/change.html", context, status=status)


def take_change(request: HttpRequest, study: Study, form: ChangeForm, context: dict[str, Any]) -> HttpResponse:
    """Make the change where this very version was confirmed; else show what it would be. Raises what it refuses."""
    settings = read_settings(study, form.content_text)
    latest = study.protocols.latest("version").version
    if form.cleaned_data["confirmed"] == latest:
        protocol = change_study(settings, at=timezone.now(), by=request.user.get_username())
        tell_log(request, f"version={protocol.version}")
        messages.success(
            request,
            gettext("%(title)s is now at version %(version)s.") % {"title": study.title, "version": protocol.version},
        )
        return redirect("workplace:protocol", slug=study.slug)
    found = {
        "changes": rehearse_change(settings, at=timezone.now()),
        "content": form.content_text,
        "latest": latest,
        "next_version": latest + 1,
        "is_read": True,
    }
    return render(request, "workplace/change.html", {**context, **found})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CHANGE_STUDY)
def clone(request: HttpRequest, slug: str) -> HttpResponse:
    """Name a draft that has the settings of this study."""
    study = get_object_or_404(Study, slug=slug)
    form = CloneForm(request.POST or None, initial={"slug": f"{study.slug}-2", "title": study.title})
    if request.method == "POST" and form.is_valid():
        name, title = form.cleaned_data["slug"], form.cleaned_data["title"]
        draft = begin_clone(study, name, title=title, by=request.user.get_username(), at=timezone.now())
        return redirect("workplace:study_draft", draft=draft.public_id)
    status = HTTPStatus.BAD_REQUEST if request.method == "POST" else HTTPStatus.OK
    return render(request, "workplace/clone.html", {"study": study, "form": form}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CHANGE_STUDY)
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask whether to close the study, and close it."""
    study = get_object_or_404(Study, slug=slug)
    if request.method != "POST":
        inside = study.assignments.filter(state=Assignment.State.OPEN, kind=Assignment.Kind.MAIN).count()
        context = {"study": study, "inside": inside, "postings": find_running(study).count()}
        return render(request, "workplace/close.html", context)
    close_study(study, at=timezone.now(), by=request.user.get_username())
    messages.success(
        request,
        gettext("%(title)s is closed: nobody more is admitted, whoever is inside finishes.") % {"title": study.title},
    )
    return redirect("workplace:protocol", slug=study.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(CHANGE_STUDY)
def make_personal_links(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a link for each person of a list; nothing is kept."""
    study = get_object_or_404(Study, slug=slug)
    form = PeopleForm(request.POST or None)
    context: dict[str, Any] = {"study": study, "form": form}
    if request.method == "POST" and form.is_valid():
        base_url = request.build_absolute_uri("/")
        tell_log(request, f"people={len(form.cleaned_data['people'])}")
        context["links"] = list_personal_links(study, base_url, form.cleaned_data["people"])
    status = HTTPStatus.BAD_REQUEST if request.method == "POST" and not form.is_valid() else HTTPStatus.OK
    return render(request, "workplace/personal.html", context, status=status)


def read_settings(study: Study, content: str) -> Settings:
    """The settings in an uploaded protocol file, which must be this study's; raises InvalidProtocol."""
    settings = parse_protocol(content.encode(), Path(gettext("the file")))
    if study.is_simulated and settings.simulate().slug == study.slug:
        settings = settings.simulate()
    if settings.slug != study.slug:
        rule = gettext("the file is on another study; this one is %(slug)s") % {"slug": study.slug}
        raise InvalidProtocol([Problem("slug", repr(settings.slug), rule)])
    return settings


def list_problems(error: Exception) -> list[str]:
    """What was refused, each in a sentence."""
    return [str(problem) for problem in error.problems] if isinstance(error, InvalidPayload) else [str(error)]
