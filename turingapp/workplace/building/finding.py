"""The draft of an address, for those who may open studies, or change the study that it is to be the next version of."""

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from judging.models import StudyDraft
from turingapp.members.admitting import admit
from turingapp.members.matrix import CHANGE_STUDY, ENTER, OPEN_STUDY
from turingapp.members.noting import Way
from turingapp.members.rights import Rights, find_rights
from turingapp.workplace.access import name_page


def find_draft(request: HttpRequest, public_id: str) -> StudyDraft:
    """The draft, opened or not; raises Http404 and PermissionDenied."""
    draft = get_object_or_404(StudyDraft.objects.select_related("study"), public_id=public_id)
    if draft.study is not None:
        deed, named = CHANGE_STUDY, {"slug": draft.study.slug}
    else:
        is_own = draft.begun_by == name_user(request) and may_clone(find_rights(request))
        deed, named = (ENTER if is_own else OPEN_STUDY), {}
    admit(request, deed, named, way=Way.PAGE, doing=name_page(request))
    return draft


def choose_drafts(request: HttpRequest) -> QuerySet[StudyDraft]:
    """The drafts that whoever asks may go on with, those saved last first."""
    rights = find_rights(request)
    shown = Q(study__in=rights.choose_studies(CHANGE_STUDY))
    if rights.allow(OPEN_STUDY):
        shown |= Q(study=None)
    elif may_clone(rights):
        shown |= Q(study=None, begun_by=name_user(request))
    return StudyDraft.objects.filter(shown, opened_at=None).select_related("study")


def may_clone(rights: Rights) -> bool:
    """Whether there is a study that they may change now, and so clone; they go on with the drafts that come of it."""
    return rights.choose_studies(CHANGE_STUDY).exists()


def name_user(request: HttpRequest) -> str:
    """Whoever does it, as it is kept with what is done."""
    return request.user.get_username()
