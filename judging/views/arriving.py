"""The door for people whom a platform sends, and the address to which platforms send notices."""

import secrets
from dataclasses import replace
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import activate, gettext_noop
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from agents.normalizing import make_storable
from judging.arriving import begin, lead_back, look_at_door, read_coming, turn_away
from judging.framing import describe_label, split_paragraphs
from judging.kinds import KINDS
from judging.models import Assignment
from judging.models.recruiting import Posting
from judging.noticing import take_notices
from judging.offers import read_offer
from judging.protocol import Settings
from judging.recruiters.values import Coming, Exit, Outcome
from judging.screens import ArrivalScreen, TurnedAwayScreen
from judging.tokens import sign_visit
from judging.views.finding import show_screen
from judging.views.joining import LONGEST_ID, read_offset
from judging.views.reading import read_fields
from turingapp.errors import (
    HandedIn,
    NotEligible,
    PermanentServiceError,
    StudyFull,
    StudyNotOpen,
    TemporaryServiceError,
    TooLate,
)

Refusal = NotEligible | StudyFull | StudyNotOpen
FULL = gettext_noop("All places of this study are taken. You came a moment too late; that is not your fault.")
# What is told, and as what the platform hears of it; None where the place is to be returned there.
ANSWERS: dict[type[Exception], tuple[str, Outcome | None]] = {
    HandedIn: (gettext_noop("You have taken part already"), None),
    TooLate: (gettext_noop("There is too little time left"), None),
    StudyFull: (gettext_noop("This study is full"), Outcome.FULL),
    StudyNotOpen: (gettext_noop("This study is closed"), Outcome.FULL),
    NotEligible: (gettext_noop("This study is not open to you"), Outcome.SCREENED_OUT),
}


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def arrive(request: HttpRequest, public_id: str) -> HttpResponse:
    """Looking creates nothing; "Begin" starts or resumes the visit. Who comes is in the address both times."""
    posting = get_object_or_404(Posting.objects.select_related("study"), public_id=public_id)
    settings = posting.study.protocols.latest("version").settings
    activate(settings.language)
    fields = read_fields(request)
    coming = None
    try:
        coming = read_coming(posting, {name: make_storable(value) for name, value in request.GET.dict().items()})
        if request.method == "POST":
            return redirect("visit", token=sign_visit(let_in(posting, coming, fields)))
        is_known = not coming.is_preview and look_at_door(posting, coming, at=timezone.now()) is not None
        return show_door(posting, settings, coming, has_begun=is_known)
    except (NotEligible, StudyFull, StudyNotOpen) as refusal:
        return show_refusal(posting, coming, refusal)


def let_in(posting: Posting, coming: Coming, fields: dict[str, str]) -> Assignment:
    """Begin; who came by an open link is whoever got this very page."""
    if not coming.is_preview and not coming.person:
        visit_id = fields.get("visit", "")[:LONGEST_ID] or secrets.token_urlsafe(16)
        coming = replace(coming, person=visit_id, platform_assignment=visit_id)
    offset = read_offset(fields.get("utc_offset", ""))
    return begin(posting, coming, at=timezone.now(), seed=secrets.randbits(62), utc_offset_minutes=offset)


def show_door(posting: Posting, settings: Settings, coming: Coming, *, has_begun: bool) -> HttpResponse:
    """What the study is, with "Begin"; for a preview also a sample, and nothing that can be pressed."""
    offer, kind = read_offer(posting.offer), KINDS[settings.kind]
    screen = ArrivalScreen(
        study_title=posting.study.title,
        label=describe_label(settings, Assignment.Kind.MAIN),
        accept_first=_(posting.plugin.accept_first),
        has_begun=has_begun,
        visit_id=secrets.token_urlsafe(16),
        task_title=_(posting.study.plugin.title),
        invitation=_(kind.invitation),
        length=kind.name_length(settings),
        minutes=offer.minutes,
        reward=str(offer.reward) if offer.reward.amount else settings.pay,
        consent=(*split_paragraphs(settings.consent), *split_paragraphs(settings.release)),
        sample=kind.sample(posting.study.plugin, settings) if coming.is_preview else None,
    )
    return show_screen(screen)


def show_refusal(posting: Posting, coming: Coming | None, refusal: Refusal) -> HttpResponse:
    """Why this person cannot begin, and their fair way out."""
    title, outcome = next(answer for kind, answer in ANSWERS.items() if isinstance(refusal, kind))
    way_back: Exit | None = None
    how_to_return = ""
    if coming is not None and coming.person:
        if isinstance(refusal, TooLate):
            how_to_return, way_back = lead_back(posting, coming)
        elif outcome is not None:
            way_back = turn_away(posting, coming, outcome)
    screen = TurnedAwayScreen(
        study_title=posting.study.title,
        label="",
        title=_(title) if coming is not None else _("We cannot tell who you are"),
        message=_(FULL) if isinstance(refusal, StudyFull) else str(refusal),
        way_back=way_back,
        how_to_return=how_to_return,
    )
    return show_screen(screen, status=HTTPStatus.CONFLICT)


@csrf_exempt
@require_POST
def take(request: HttpRequest, recruiter: str) -> HttpResponse:
    """A platform's notices. They only make us look sooner, so the same one again, or a lost one, does no harm."""
    try:
        take_notices(recruiter, request.headers, request.body, at=timezone.now())
    except NotEligible as refusal:
        return HttpResponse(f"{refusal}\n", status=HTTPStatus.FORBIDDEN, content_type="text/plain")
    except TemporaryServiceError as error:  # the platform sends it again
        return HttpResponse(f"{error}\n", status=HTTPStatus.SERVICE_UNAVAILABLE, content_type="text/plain")
    except PermanentServiceError as refusal:
        raise Http404(str(refusal)) from None
    return HttpResponse(status=HTTPStatus.NO_CONTENT)
