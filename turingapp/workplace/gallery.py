"""The page of the responses that fooled judges most and least; never among the pages that judges see."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from analysis.gallery import LEAST_JUDGEMENTS, hang_gallery
from judging.models import Study
from turingapp.members.matrix import SEE_STUDY
from turingapp.workplace.access import needs
from turingapp.workplace.views import read_results


@require_safe
@needs(SEE_STUDY)
def show_gallery(request: HttpRequest, slug: str) -> HttpResponse:
    """The gallery of a study."""
    study = get_object_or_404(Study, slug=slug)
    measured = read_results(request, study)
    context: dict[str, Any] = {"study": study, "measured": measured, "least": LEAST_JUDGEMENTS}
    if measured is not None:
        steps = study.protocols.latest("version").settings.steps
        context |= {"notices": measured.notices, "walls": hang_gallery(study.plugin, measured.gallery, steps)}
    return render(request, "workplace/gallery.html", context)
