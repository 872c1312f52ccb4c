"""Archiving a study and bringing it back, from its page."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from judging.archiving import archive_study, bring_back_study
from judging.models import Study
from turingapp.errors import Refused
from turingapp.members.matrix import CHANGE_STUDY
from turingapp.workplace.access import needs


@require_POST
@needs(CHANGE_STUDY)
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave the study out of lists."""
    study = get_object_or_404(Study, slug=slug)
    try:
        archive_study(study, at=timezone.now())
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        said = _("%(title)s is archived: lists leave it out, all its data stay.")
        messages.success(request, said % {"title": study.title})
    return redirect("workplace:protocol", slug=slug)


@require_POST
@needs(CHANGE_STUDY)
def bring_back(request: HttpRequest, slug: str) -> HttpResponse:
    """Name the study in lists again."""
    study = get_object_or_404(Study, slug=slug)
    bring_back_study(study)
    messages.success(request, _("%(title)s is in lists again.") % {"title": study.title})
    return redirect("workplace:protocol", slug=slug)
