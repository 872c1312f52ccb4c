"""The page of a study's figures, their files, and the program that draws them in pages."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from analysis.figures.rendering import name_bundle, read_bundle, read_drawings, write_figure
from analysis.figures.themes import LIGHT, THEMES
from judging.models import Study
from turingapp.members.matrix import SEE_STUDY
from turingapp.workplace.access import needs
from turingapp.workplace.reports import choose
from turingapp.workplace.results import offer_counts, offer_versions
from turingapp.workplace.showing_figures import show_figure
from turingapp.workplace.views import read_results

FIGURE_SECONDS, BUNDLE_SECONDS = 24 * 3600, 365 * 24 * 3600
TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
}


@require_safe
@needs(SEE_STUDY)
def show_figures(request: HttpRequest, slug: str) -> HttpResponse:
    """All figures of a study."""
    study = get_object_or_404(Study, slug=slug)
    measured = read_results(request, study)
    context: dict[str, Any] = {"study": study, "bundle_url": reverse("figure_program", args=[name_bundle()])}
    if measured is not None:
        scope = measured.scope
        context |= {
            "notices": measured.notices,
            "figures": [show_figure(scope, drawing) for drawing in read_drawings(scope).values()],
            "counts": offer_counts(scope, page="workplace:figures"),
            "versions": offer_versions(scope, measured.versions, page="workplace:figures"),
        }
    return render(request, "workplace/figures.html", context)


@require_safe
@needs(SEE_STUDY)
def send_figure(request: HttpRequest, slug: str, figure: str, form: str) -> HttpResponse:
    """One figure as a file."""
    study = get_object_or_404(Study, slug=slug)
    measured = read_results(request, study)
    drawing = None if measured is None else read_drawings(measured.scope).get(figure)
    if measured is None or drawing is None or form not in TYPES or (drawing.missing and form != "csv"):
        raise Http404(f"{slug} has no figure {figure}.{form}.")
    theme = request.GET.get("theme", LIGHT.slug)
    if theme not in THEMES:
        raise Http404(f"There is no theme {theme!r}; there are {', '.join(THEMES)}.")
    language = choose(request, study)
    file = write_figure(measured.scope, drawing, form=form, theme=theme, language=language)
    response = HttpResponse(file, content_type=TYPES[form])
    if "download" in request.GET:
        response["Content-Disposition"] = f'attachment; filename="{slug}-{figure}.{form}"'
    patch_cache_control(response, private=True, max_age=FIGURE_SECONDS)
    return response


@require_safe
def send_program(request: HttpRequest, name: str) -> HttpResponse:
    """The program that draws figures in pages; its name holds its version."""
    if name != name_bundle():
        raise Http404(f"There is no program {name}.")
    response = HttpResponse(read_bundle(), content_type="text/javascript; charset=utf-8")
    patch_cache_control(response, public=True, max_age=BUNDLE_SECONDS, immutable=True)
    return response
