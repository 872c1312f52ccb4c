"""The visits of a study: all of them in a list, and one of them page by page. Who visits is on neither."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from judging.models import Study
from judging.monitoring.counting import count_behind
from turingapp.members.matrix import EXPORT_STUDY, REVIEW, SEE_STUDY
from turingapp.members.rights import find_rights
from turingapp.workplace.access import needs
from turingapp.workplace.monitoring.visits_shown import find_visit, gather_replay, list_visits


@require_safe
@needs(SEE_STUDY)
def show_visits(request: HttpRequest, slug: str) -> HttpResponse:
    """The visits that were seen last, page by page; those of one state where the address asks for it."""
    study = get_object_or_404(Study, slug=slug)
    count_behind([study])
    visits = list_visits(study, request.GET.get("state", ""), request.GET.get("page"))
    return render(request, "workplace/monitoring/visits.html", {"study": study, "visits": visits})


@require_safe
@needs(SEE_STUDY)
def show_visit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One visit, and the page of it that the address names; who made what was judged for those alone who may know."""
    study = get_object_or_404(Study, slug=slug)
    visit = find_visit(study, pk)
    if visit is None:
        raise Http404(_("This study has no visit %(number)s.") % {"number": pk})
    sees_truth, sees_comment = (find_rights(request).allow(deed, [study.pk]) for deed in (EXPORT_STUDY, REVIEW))
    replay = gather_replay(visit, request.GET.get("page"), sees_truth=sees_truth, sees_comment=sees_comment)
    return render(request, "workplace/monitoring/visit.html", {"study": study, "replay": replay})
