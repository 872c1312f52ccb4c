"""The judges of a study, under the pseudonyms of its exports, and whether what they said counts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from judging.models import Study
from judging.monitoring.counting import count_behind
from turingapp.members.matrix import SEE_STUDY
from turingapp.workplace.access import needs
from turingapp.workplace.material.listing import describe_list
from turingapp.workplace.monitoring.judges_forms import JudgesForm
from turingapp.workplace.monitoring.judges_shown import JudgesOf


@require_safe
@needs(SEE_STUDY)
def show_judges(request: HttpRequest, slug: str) -> HttpResponse:
    """The judges that the address asks for, those who came last first."""
    study = get_object_or_404(Study, slug=slug)
    count_behind([study])
    form, judges = JudgesForm(study, request.GET), JudgesOf(study)
    context = describe_list(request, form, judges.find, judges.describe)
    return render(request, "workplace/monitoring/judges.html", {"study": study, **context})
