"""The board of a posting: how it stands, live, and what can be done about it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from judging.models.recruiting import Posting
from turingapp.workplace.access import staff_only


@require_safe
@staff_only
def show_posting(request: HttpRequest, public_id: str) -> HttpResponse:
    """How a posting stands."""
    posting = get_object_or_404(Posting.objects.select_related("study"), public_id=public_id)
    return render(request, "workplace/recruiting/posting.html", {"posting": posting})
