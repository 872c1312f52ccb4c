"""The pages of a study's data packages: ask for one, watch it being written, fetch it."""

from dataclasses import dataclass

from django import forms
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from analysis.models import StudyPackage
from analysis.packages import MOST_PEOPLE, SMALLEST_GROUP
from analysis.packages.asking import ask_for_package, find_linked, find_path, sign_link
from judging.models import Study
from turingapp.members.matrix import EXPORT_STUDY
from turingapp.workplace.access import needs

SHOWN = 10  # packages, the latest ones


class PackageForm(forms.Form):
    """What goes into a package."""

    smallest = forms.IntegerField(
        label=_("Smallest group of judges"),
        help_text=_("What judges told of themselves is left out where fewer than this share it; 1 leaves out nothing."),
        min_value=1,
        max_value=MOST_PEOPLE,
        initial=SMALLEST_GROUP,
    )
    with_media = forms.BooleanField(
        label=_("With the pictures"), help_text=_("Else they are named by their digests alone."), required=False
    )


@dataclass(frozen=True, slots=True)
class Line:
    """One package for its page, with its link where it is ready."""

    package: StudyPackage
    link: str


@require_http_methods(["GET", "HEAD", "POST"])
@needs(EXPORT_STUDY)
def show_packages(request: HttpRequest, slug: str) -> HttpResponse:
    """The latest packages of a study, and the form that asks for another."""
    study = get_object_or_404(Study, slug=slug)
    form = PackageForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        ask_for_package(study, at=timezone.now(), **form.cleaned_data)
        return redirect("workplace:packages", slug=slug)
    return render(request, "workplace/packages.html", {"study": study, "form": form, **list_packages(study)})


@require_safe
@needs(EXPORT_STUDY)
def show_progress(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the page that changes while a package is being written."""
    study = get_object_or_404(Study, slug=slug)
    return render(request, "workplace/_packages.html", {"study": study, **list_packages(study)})


def list_packages(study: Study) -> dict[str, object]:
    """The latest packages, and whether one is not over."""
    packages = list(StudyPackage.objects.filter(study=study)[:SHOWN])
    ready = StudyPackage.State.READY
    lines = [
        Line(one, reverse("workplace:package_file", args=[sign_link(one)]) if one.state == ready else "")
        for one in packages
    ]
    return {"lines": lines, "is_live": any(not one.is_over for one in packages)}


@require_safe
@needs(EXPORT_STUDY)
def send_package(request: HttpRequest, link: str) -> HttpResponseBase:
    """The file of a package, for who is logged in, until its time is over."""
    package = find_linked(link, at=timezone.now())
    if package is None or not find_path(package).is_file():
        raise Http404("This link is over: a package is kept for a day. Ask for another on the study's page.")
    name = f"{package.study.slug}-{package.created_at:%Y-%m-%d}.zip"
    return FileResponse(find_path(package).open("rb"), as_attachment=True, filename=name)
