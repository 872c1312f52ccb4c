"""The page of a draft: saves what is typed in fields or text, tells what is wrong and what it comes to, and opens."""

from http import HTTPStatus

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from judging.building import discard_draft, open_draft, price_draft, save_draft
from judging.models import StudyDraft
from judging.protocol_files import parse_fields
from judging.protocol_text import HERE, change_fields
from judging.recruiters import RECRUITERS
from judging.recruiters.money import CURRENCIES
from turingapp.errors import InvalidPayload, PoolTooSmall, Refused
from turingapp.members.granting import make_owner
from turingapp.members.matrix import ENTER
from turingapp.members.noting import tell_log
from turingapp.workplace.access import needs
from turingapp.workplace.building.draft_shown import gather_draft
from turingapp.workplace.building.finding import find_draft, name_user
from turingapp.workplace.building.reading import read_changes

FIELDS, TEXT = "fields", "text"  # the sides of the page; the other follows
REDRAWN = ("kind", "task", "pool", "pool.names")  # what may be chosen elsewhere hangs on these
MOST_REWARD = 1_000_000  # cents


@require_safe
@needs(ENTER)
def show_draft(request: HttpRequest, draft: str) -> HttpResponse:
    """The draft as it is saved; once it is opened, its study."""
    found = find_draft(request, draft)
    if found.opened_at is not None and found.study is not None:
        return redirect("workplace:protocol", slug=found.study.slug)
    return render(request, "workplace/building/draft.html", {"page": gather_draft(found, at=timezone.now())})


@require_POST
@needs(ENTER)
def save(request: HttpRequest, draft: str) -> HttpResponse:
    """Save what was typed on one side, and tell the other; what cannot be saved is told and stays on the page."""
    found, side = find_draft(request, draft), request.POST.get("side")
    try:
        content, is_redrawn = read_content(request, found)
        saved = save_draft(
            found, content, revision=read_number(request, "revision"), by=name_user(request), at=timezone.now()
        )
    except (Refused, InvalidPayload) as refusal:
        return tell(request, found, str(refusal))
    if not request.htmx:  # type: ignore[attr-defined]  # set by HtmxMiddleware
        return redirect("workplace:study_draft", draft=found.public_id)
    context = {"page": gather_draft(saved, at=timezone.now()), "is_redrawn": is_redrawn, "is_from_fields": side != TEXT}
    return render(request, "workplace/building/_saved.html", context)


def read_content(request: HttpRequest, draft: StudyDraft) -> tuple[str, bool]:
    """The text to save, and whether the fields are to be drawn anew. Raises InvalidProtocol."""
    if request.POST.get("side") == TEXT:
        return request.POST.get("content", "").replace("\r\n", "\n"), True
    document = parse_fields(draft.content.encode(), HERE)[0]
    changes = read_changes(document, request.POST, is_change=draft.study_id is not None)
    content = change_fields(draft.content, changes) if changes else draft.content
    return content, any(name in changes for name in REDRAWN)


def tell(request: HttpRequest, draft: StudyDraft, sentence: str) -> HttpResponse:
    """A refusal: beside what was typed where the page saves by itself, else as a page of its own."""
    if request.htmx:  # type: ignore[attr-defined]  # set by HtmxMiddleware
        return render(request, "workplace/building/_refused.html", {"draft": draft, "sentence": sentence})
    context = {"message": sentence}
    return render(request, "errors/refused.html", context, status=HTTPStatus.CONFLICT)


@require_POST
@needs(ENTER)
def price(request: HttpRequest, draft: str) -> HttpResponse:
    """Keep what each person would get and through whom, and tell the cost."""
    found = find_draft(request, draft)
    found.recruiter = request.POST.get("recruiter", "")
    found.currency = request.POST.get("currency", "")
    found.reward = min(read_number(request, "reward"), MOST_REWARD)
    if found.recruiter not in RECRUITERS or found.currency not in CURRENCIES:
        return HttpResponse(_("There is no such recruiter or currency."), status=HTTPStatus.BAD_REQUEST)
    price_draft(found, recruiter=found.recruiter, reward=found.reward, currency=found.currency)
    if not request.htmx:  # type: ignore[attr-defined]  # set by HtmxMiddleware
        return redirect("workplace:study_draft", draft=found.public_id)
    context = {"page": gather_draft(found, at=timezone.now())}
    return render(request, "workplace/building/_numbers.html", context)


@require_POST
@needs(ENTER)
def open_it(request: HttpRequest, draft: str) -> HttpResponse:
    """Open the study, or its next version; what keeps it from being opened is told on the draft's page."""
    found = find_draft(request, draft)
    is_change, by, at = found.study_id is not None, name_user(request), timezone.now()
    try:
        with transaction.atomic():
            seen = read_number(request, "in_force") if "in_force" in request.POST else None
            study = open_draft(found, revision=read_number(request, "revision"), by=by, at=at, seen=seen)
            # Of two who press at once one opens it; the other is led to it and gets nothing.
            if not is_change and study.protocols.earliest("version").created_by == by:
                make_owner(request.user, study, at=at)
    except (InvalidPayload, PoolTooSmall, Refused) as refusal:
        messages.error(request, str(refusal))
        return redirect("workplace:study_draft", draft=found.public_id)
    tell_log(request, study=study.slug)
    said = _("%(title)s has a new version.") if is_change else _("%(title)s is open.")
    messages.success(request, said % {"title": study.title})
    return redirect("workplace:protocol", slug=study.slug)


@require_POST
@needs(ENTER)
def discard(request: HttpRequest, draft: str) -> HttpResponse:
    """Throw the draft away."""
    found = find_draft(request, draft)
    try:
        discard_draft(found)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("The draft of %(title)s is discarded.") % {"title": found})
    return redirect("workplace:studies")


def read_number(request: HttpRequest, name: str) -> int:
    """A whole number of the form; 0 for anything else, which is no revision and no reward."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_REWARD)) + 2 else 0
