"""The page of a draft: saves what is typed in fields or text, tells what is wrong and what it comes to, and opens."""

from http import HTTPStatus

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import trigger_client_event

from judging.building import discard_draft, open_draft, price_draft, save_draft
from judging.models import StudyDraft
from judging.recruiters import RECRUITERS
from judging.recruiters.money import CURRENCIES
from turingapp.errors import InvalidPayload, InvalidProtocol, PoolTooSmall, Refused
from turingapp.members.granting import make_owner
from turingapp.members.matrix import ENTER
from turingapp.members.noting import tell_log
from turingapp.words import say_words
from turingapp.workplace.access import needs
from turingapp.workplace.building.draft_shown import gather_draft
from turingapp.workplace.building.drawn import write_id
from turingapp.workplace.building.finding import find_draft, name_user
from turingapp.workplace.building.following import follow, read_typed

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
    found, at = find_draft(request, draft), timezone.now()
    try:
        typed = read_typed(request.POST, found)
        saved = save_draft(
            found, typed.content, revision=read_number(request, "revision"), by=name_user(request), at=at
        )
    except (Refused, InvalidPayload) as refusal:
        return tell(request, found, refusal)
    page = gather_draft(saved, at=at)
    followed = follow(typed, page)
    if not request.htmx:  # type: ignore[attr-defined]  # set by HtmxMiddleware
        address = reverse("workplace:study_draft", kwargs={"draft": found.public_id})
        return redirect(f"{address}#{followed.focus}" if followed.focus else address)
    context = {"page": page, "followed": followed, "is_from_fields": not typed.is_text}
    response = render(request, "workplace/building/_saved.html", context)
    return trigger_client_event(response, "row-done", {"focus": followed.focus}, after="settle")


def tell(request: HttpRequest, draft: StudyDraft, refusal: Exception) -> HttpResponse:
    """A refusal: beside what was typed where the page saves by itself, else as a page of its own."""
    if not request.htmx:  # type: ignore[attr-defined]  # set by HtmxMiddleware
        return render(request, "errors/refused.html", {"message": str(refusal)}, status=HTTPStatus.CONFLICT)
    # Problems with the text as a whole name no field that the page has.
    is_beside = not isinstance(refusal, InvalidProtocol)
    problems = refusal.problems if isinstance(refusal, InvalidPayload) and is_beside else ()
    wrong = [{"id": write_id(problem.field), "problems": [say_words(problem.rule)]} for problem in problems]
    context = {"draft": draft, "sentence": str(refusal), "wrong": wrong}
    return render(request, "workplace/building/_refused.html", context)


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
