"""What people will meet, drawn from a draft in a phone and a desktop frame: made-up content, nothing kept."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from judging.models import StudyDraft
from judging.previewing import list_pages, preview_page
from judging.protocol import Settings
from judging.protocol_files import parse_protocol
from judging.protocol_text import HERE
from judging.views.finding import show_screen
from turingapp.errors import InvalidProtocol
from turingapp.members.matrix import ENTER
from turingapp.workplace.access import needs
from turingapp.workplace.building.finding import find_draft

TITLES = {
    "welcome": _("Welcome"),
    "consent": _("Consent"),
    "about-you": _("About you"),
    "instructions": _("Instructions"),
    "questions": _("Questions"),
    "trial": _("Trial"),
    "closing": _("Closing"),
    "end": _("End"),
}


@require_safe
@needs(ENTER)
def show_preview(request: HttpRequest, draft: str, page: str = "") -> HttpResponse:
    """Both frames side by side, with the pages of the visit to choose from."""
    found = find_draft(request, draft)
    settings = read_settings(found)
    names = list_pages(settings) if settings is not None else []
    if page and settings is not None and page not in names:
        raise Http404(f"A visit of this study has no page {page}.")
    chosen = page or ("trial" if "trial" in names else next(iter(names), ""))
    context = {
        "draft": found,
        "pages": [(name, TITLES[name]) for name in names],
        "chosen": chosen,
        "chosen_title": TITLES.get(chosen, ""),
    }
    return render(request, "workplace/building/preview.html", context)


@require_safe
@xframe_options_sameorigin
@needs(ENTER)
def show_frame(request: HttpRequest, draft: str, page: str) -> HttpResponse:
    """One page of the visit, for a frame of our own."""
    settings = read_settings(find_draft(request, draft))
    if settings is None or page not in list_pages(settings):
        raise Http404(f"A visit of this study has no page {page}.")
    with override(settings.language):
        return show_screen(preview_page(settings, page, at=timezone.now()))


def read_settings(draft: StudyDraft) -> Settings | None:
    """The settings of a draft; None while a rule is broken. A pool that is too small can be looked at all the same."""
    try:
        return parse_protocol(draft.content.encode(), HERE)
    except InvalidProtocol:
        return None
