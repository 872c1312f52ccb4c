"""The page of the responses that fooled judges most and least; never among the pages that judges see."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from analysis.gallery import LEAST_JUDGEMENTS, hang_gallery
from analysis.notices import list_notices
from analysis.observations import read_latest
from judging.models import Study
from turingapp.workplace.access import staff_only
from turingapp.workplace.addresses import is_screened, read_version


@require_safe
@staff_only
def show_gallery(request: HttpRequest, slug: str) -> HttpResponse:
    """The gallery of a study."""
    study = get_object_or_404(Study, slug=slug)
    found = read_latest(study, read_version(request, study))[1]
    observations = found if is_screened(request) else found.unscreened()
    context = {
        "study": study,
        "notices": list_notices(observations),
        "walls": hang_gallery(observations),
        "least": LEAST_JUDGEMENTS,
    }
    return render(request, "workplace/gallery.html", context)
