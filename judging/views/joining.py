"""The link page: looking at it creates nothing, "Begin" starts or resumes a visit."""

import secrets
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from agents.people import make_person_key
from judging.admitting import Arrival, admit
from judging.models import Assignment, Study
from judging.screens import JoinScreen
from judging.tokens import read_apart, read_robot, sign_visit
from judging.views.finding import CONFLICT, show_screen
from turingapp.errors import NotEligible, StudyFull, StudyNotOpen

LONGEST_ID = 120
DAY_MINUTES = 24 * 60
Kind = Assignment.Kind


@dataclass(frozen=True, slots=True)
class Link:
    """What the address of a link page says: a person's own id, and whether the visit counts."""

    person: str
    preview: str
    kind: Assignment.Kind

    @classmethod
    def read(cls, study: Study, fields: dict[str, str]) -> "Link":
        """From the query of a GET or the form of a POST."""
        preview = fields.get("preview", "")
        kind = read_apart(study, preview)
        return cls(fields.get("person", "")[:LONGEST_ID], preview if kind else "", kind or Kind.MAIN)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, link: str) -> HttpResponse:
    """Show the link page, or begin."""
    study = get_object_or_404(Study.objects.exclude(state=Study.State.DRAFT), link=link)
    arriving = Link.read(study, (request.POST if request.method == "POST" else request.GET).dict())
    if request.method != "POST":
        is_open = study.state == Study.State.OPEN and not study.is_simulated
        return show_link(request, study, arriving, state="open" if is_open else "closed")
    robot_seed = read_robot(study, request.POST.get("robot", ""))
    if study.is_simulated and robot_seed is None:
        return show_link(request, study, arriving, state="closed", status=CONFLICT)
    arrival = make_arrival(arriving, request.POST.get("visit", ""))
    offset = read_offset(request.POST.get("utc_offset", ""))
    try:
        seed = robot_seed or secrets.randbits(62)
        assignment = admit(study, arrival, at=timezone.now(), seed=seed, utc_offset_minutes=offset)
    except StudyFull:
        return show_link(request, study, arriving, state="full", status=CONFLICT)
    except StudyNotOpen:
        return show_link(request, study, arriving, state="closed", status=CONFLICT)
    except NotEligible as refusal:
        return show_link(request, study, arriving, state="barred", message=str(refusal), status=CONFLICT)
    return redirect("visit", token=sign_visit(assignment))


def make_arrival(arriving: Link, visit_id: str) -> Arrival:
    """Who comes: the person of a personal link, else whoever got this very page; previews are somebody new each time."""
    visit_id = visit_id[:LONGEST_ID] or secrets.token_urlsafe(16)
    person = arriving.person if arriving.person and arriving.kind == Kind.MAIN else visit_id
    return Arrival("link", "live", visit_id, make_person_key("link", person), arriving.kind)


def read_offset(text: str) -> int | None:
    """Minutes that the judge's clock is ahead of UTC; None where the browser did not say."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= len(str(DAY_MINUTES))):
        return None
    return int(text) if abs(int(text)) < DAY_MINUTES else None


def show_link(
    request: HttpRequest, study: Study, arriving: Link, *, state: str, message: str = "", status: int = 200
) -> HttpResponse:
    """The link page in one of its states; the id of the visit that may begin is made for this page alone."""
    settings = study.protocols.latest("version").settings
    screen = JoinScreen(
        state=state,
        message=message,
        person=arriving.person,
        preview=arriving.preview,
        visit_id=secrets.token_urlsafe(16),
        study_title=study.title,
        task_title=study.plugin.title,
        label=study.label,
        trials=settings.trials_in_all,
        minutes=settings.minutes,
        pay=settings.pay,
    )
    return show_screen(request, screen, status=status)
