"""Participants' pages: the start page, the link, and the visit. Each view parses, calls one deed, and answers."""

import secrets

from django.core.signing import BadSignature
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from agents.people import make_person_key
from judging.admitting import Arrival, admit
from judging.models import Assignment, Study
from judging.painting import note_painted_at
from judging.presenting import present
from judging.screens import JoinScreen, Screen
from judging.stepping import take_step
from judging.tokens import ROBOTS, read_visit, sign_visit
from turingapp.errors import AssignmentClosed, IncompleteAnswer, StaleStep, StudyFull, StudyNotOpen, TooFast

LONGEST_VISIT_ID = 64
SHOWN = (
    "public_id",
    "seed",
    "stage",
    "state",
    "code",
    "study__title",
    "study__label",
    "study__task",
    "protocol__document",
)
NO_CONTENT, UNPROCESSABLE, CONFLICT = 204, 422, 409


@require_safe
def show_start(request: HttpRequest) -> HttpResponse:
    """The listed studies."""
    studies = [
        {
            "title": study.title,
            "task_title": study.plugin.title,
            "link": reverse("join", args=[study.link]),
            "minutes": settings.minutes,
            "trials": settings.trials,
            "label": study.label,
            "is_simulated": study.is_simulated,
        }
        for study in Study.objects.filter(is_listed=True, state=Study.State.OPEN)
        for settings in [study.protocols.latest("version").settings]
    ]
    return render(request, "start.html", {"studies": studies, "workplace_url": reverse("workplace:studies")})


@require_safe
def show_health(request: HttpRequest) -> HttpResponse:
    """Whether this process answers and reaches its database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("healthy\n", content_type="text/plain")


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, link: str) -> HttpResponse:
    """The link page: looking at it creates nothing, "Begin" starts or resumes a visit."""
    study = get_object_or_404(Study.objects.exclude(state=Study.State.DRAFT), link=link)
    if request.method != "POST":
        state = "open" if study.state == Study.State.OPEN and not study.is_simulated else "closed"
        return show_link(request, study, state=state)
    if study.is_simulated and not is_robot(request, study):
        return show_link(request, study, state="closed", status=CONFLICT)
    visit_id = request.POST.get("visit", "")[:LONGEST_VISIT_ID] or secrets.token_urlsafe(16)
    arrival = Arrival("link", "live", visit_id, make_person_key("link", visit_id))
    try:
        assignment = admit(study, arrival, at=timezone.now(), seed=secrets.randbits(62))
    except StudyFull:
        return show_link(request, study, state="full", status=CONFLICT)
    except StudyNotOpen:
        return show_link(request, study, state="closed", status=CONFLICT)
    return redirect("visit", token=sign_visit(assignment))


def is_robot(request: HttpRequest, study: Study) -> bool:
    """Whether the form carries the signature that only the robots of this server can make."""
    try:
        return ROBOTS.unsign(request.POST.get("robot", "")) == study.link
    except BadSignature:
        return False


def show_link(request: HttpRequest, study: Study, *, state: str, status: int = 200) -> HttpResponse:
    """The link page in one of its states; the id of the visit that may begin is made for this page alone."""
    settings = study.protocols.latest("version").settings
    screen = JoinScreen(
        state=state,
        visit_id=secrets.token_urlsafe(16),
        study_title=study.title,
        task_title=study.plugin.title,
        label=study.label,
        trials=settings.trials,
        minutes=settings.minutes,
        pay=settings.pay,
    )
    return show_screen(request, screen, status=status)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def visit(request: HttpRequest, token: str) -> HttpResponse:
    """Where the visit stands; an answer moves it on."""
    if request.method != "POST":
        return show_screen(request, present(find_visit(token), at=timezone.now()))
    try:
        take_step(read_public_id(token), request.POST, at=timezone.now())
    except TooFast as refusal:
        return refuse(request, token, str(refusal), seconds_left=refusal.seconds_left)
    except IncompleteAnswer as refusal:
        return refuse(request, token, str(refusal))
    except (StaleStep, AssignmentClosed) as refusal:
        screen = present(find_visit(token), at=timezone.now(), problem=str(refusal))
        return show_screen(request, screen, status=CONFLICT)
    return redirect("visit", token=token)


@csrf_exempt
@require_POST
def note_painted(request: HttpRequest, token: str) -> HttpResponse:
    """The browser says that the stimulus of a trial is painted."""
    note_painted_at(read_public_id(token), request.POST.get("step", ""), at=timezone.now())
    return HttpResponse(status=NO_CONTENT)


def read_public_id(token: str) -> str:
    """The public id of the visit in a token; 404 where the token is not ours."""
    public_id = read_visit(token)
    if public_id is None:
        raise Http404("There is no such visit.")
    return public_id


def find_visit(token: str) -> Assignment:
    """The assignment of a token, with the fields that its pages need; 404 where there is none."""
    visits = Assignment.objects.select_related("study", "protocol").only(*SHOWN)
    return get_object_or_404(visits, public_id=read_public_id(token))


def refuse(request: HttpRequest, token: str, problem: str, *, seconds_left: int = 0) -> HttpResponse:
    """The same page again, with what was filled in and the reason."""
    given = request.POST.dict()
    screen = present(find_visit(token), at=timezone.now(), given=given, problem=problem, seconds_left=seconds_left)
    return show_screen(request, screen, status=UNPROCESSABLE)


def show_screen(request: HttpRequest, screen: Screen, *, status: int = 200) -> HttpResponse:
    """A page that no cache keeps, since its address always shows where the visit stands now."""
    response = render(request, screen.template, {"screen": screen}, status=status)
    patch_cache_control(response, no_store=True, private=True)
    return response
