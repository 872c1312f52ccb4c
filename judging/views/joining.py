"""The link page: looking at it creates nothing, "Begin" starts or resumes a visit."""

import secrets
from dataclasses import dataclass
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import activate
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from agents.people import make_person_key
from judging.admitting import Arrival, admit
from judging.framing import describe_label
from judging.kinds import KINDS
from judging.models import Assignment, Study
from judging.protocol import Settings
from judging.screens import JoinScreen
from judging.tokens import read_apart, read_person, read_robot, sign_visit
from judging.views.finding import show_screen
from judging.views.reading import read_fields
from turingapp.errors import NotEligible, StudyFull, StudyNotOpen

LONGEST_ID = 120
DAY_MINUTES = 24 * 60
Kind = Assignment.Kind


@dataclass(frozen=True, slots=True)
class Link:
    """What the address of a link page says: a person's own signed id, and whether the visit counts."""

    person: str
    preview: str
    kind: Assignment.Kind

    @classmethod
    def read(cls, study: Study, fields: dict[str, str]) -> "Link":
        """From the query of a GET or the form of a POST; raises NotEligible for a personal link that is not ours."""
        preview, signed = fields.get("preview", ""), fields.get("person", "")
        kind = read_apart(study, preview)
        if signed and read_person(study, signed) is None:
            raise NotEligible(_("This personal link is not complete. Please open it just as it was sent to you."))
        return cls(signed, preview if kind else "", kind or Kind.MAIN)


NOBODY = Link("", "", Kind.MAIN)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, link: str) -> HttpResponse:
    """Show the link page, or begin."""
    study = get_object_or_404(Study, link=link)
    settings = study.protocols.latest("version").settings
    activate(settings.language)
    fields = read_fields(request) if request.method == "POST" else request.GET.dict()
    try:
        arriving = Link.read(study, fields)
    except NotEligible as refusal:
        return show_link(study, settings, NOBODY, state="barred", message=str(refusal), status=HTTPStatus.CONFLICT)
    if request.method != "POST":
        is_open = study.state == Study.State.OPEN and not study.is_simulated
        return show_link(study, settings, arriving, state="open" if is_open else "closed")
    robot_seed = read_robot(study, fields.get("robot", ""))
    if study.is_simulated and robot_seed is None:
        return show_link(study, settings, arriving, state="closed", status=HTTPStatus.CONFLICT)
    arrival = make_arrival(study, arriving, fields.get("visit", ""))
    offset = read_offset(fields.get("utc_offset", ""))
    try:
        seed = robot_seed or secrets.randbits(62)
        assignment = admit(study, arrival, at=timezone.now(), seed=seed, utc_offset_minutes=offset)
    except StudyFull:
        return show_link(study, settings, arriving, state="full", status=HTTPStatus.CONFLICT)
    except StudyNotOpen:
        return show_link(study, settings, arriving, state="closed", status=HTTPStatus.CONFLICT)
    except NotEligible as refusal:
        return show_link(study, settings, arriving, state="barred", message=str(refusal), status=HTTPStatus.CONFLICT)
    return redirect("visit", token=sign_visit(assignment))


def make_arrival(study: Study, arriving: Link, visit_id: str) -> Arrival:
    """The person of a personal link, else whoever got this very page; previews are somebody new each time."""
    visit_id = visit_id[:LONGEST_ID] or secrets.token_urlsafe(16)
    person = read_person(study, arriving.person) if arriving.kind == Kind.MAIN else None
    key = make_person_key("link", visit_id) if person is None else make_person_key("person", person)
    return Arrival("link", "live", visit_id, key, arriving.kind)


def read_offset(text: str) -> int | None:
    """Minutes that the judge's clock is ahead of UTC; None where the browser did not say."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= len(str(DAY_MINUTES))):
        return None
    return int(text) if abs(int(text)) < DAY_MINUTES else None


def show_link(
    study: Study,
    settings: Settings,
    arriving: Link,
    *,
    state: str,
    message: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """The link page in one of its states; the id of the visit that may begin is made for this page alone."""
    kind = KINDS[settings.kind]
    screen = JoinScreen(
        state=state,
        message=message,
        person=arriving.person,
        preview=arriving.preview,
        visit_id=secrets.token_urlsafe(16),
        study_title=study.title,
        task_title=_(study.plugin.title),
        label=describe_label(settings, arriving.kind),
        invitation=_(kind.invitation),
        length=kind.name_length(settings),
        minutes=settings.minutes,
        pay=settings.pay,
    )
    return show_screen(screen, status=status)
