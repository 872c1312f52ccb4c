"""The draft of an address, for those who may open studies, or change the study that it is to be the next version of."""

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from judging.models import StudyDraft
from turingapp.members.matrix import CHANGE_STUDY, OPEN_STUDY
from turingapp.members.rights import find_rights
from turingapp.workplace.access import check


def find_draft(request: HttpRequest, public_id: str) -> StudyDraft:
    """The draft, opened or not; raises Http404 and PermissionDenied."""
    draft = get_object_or_404(StudyDraft.objects.select_related("study"), public_id=public_id)
    if draft.study is None:
        check(find_rights(request), OPEN_STUDY, {})
    else:
        check(find_rights(request), CHANGE_STUDY, {"slug": draft.study.slug})
    return draft


def name_user(request: HttpRequest) -> str:
    """Whoever does it, as it is kept with what is done."""
    return request.user.get_username()
