"""The pages of a visit, from consent to code."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from judging.arriving import note_sent_back
from judging.models import Assignment
from judging.monitoring.noting import note_refused
from judging.presenting import present
from judging.stepping import take_step
from judging.views.finding import enter_visit, find_visit, read_public_id, show_screen
from judging.views.reading import read_fields
from turingapp.errors import AssignmentClosed, IncompleteAnswer, StaleStep, TooFast

# A script that asks for it (RFC 7240) gets the next trial's page with the receipt of its answer.
PAGE = "return=representation"


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def visit(request: HttpRequest, token: str) -> HttpResponse:
    """Where the visit stands; an answer moves it on."""
    if request.method == "HEAD":  # asks whether the visit is there; nothing is shown, so no clock starts
        find_visit(token)
        return HttpResponse()
    if request.method != "POST":
        return show_where(find_visit(token))
    fields = read_fields(request)
    try:
        on_trials = take_step(enter_visit(token), fields, at=timezone.now())
    except Assignment.DoesNotExist:  # gone since its language was kept
        raise Http404("There is no such visit.") from None
    except TooFast as refusal:
        return refuse(token, fields, str(refusal), seconds_left=refusal.seconds_left)
    except IncompleteAnswer as refusal:
        note_refused(read_public_id(token), fields.get("step", ""), refusal, at=timezone.now())
        return refuse(token, fields, str(refusal))
    except (StaleStep, AssignmentClosed) as refusal:
        note_refused(read_public_id(token), fields.get("step", ""), refusal, at=timezone.now())
        screen = present(find_visit(token), at=timezone.now(), problem=str(refusal))
        return show_screen(screen, status=HTTPStatus.CONFLICT)
    return show_next(request, token, on_trials)


def show_next(request: HttpRequest, token: str, on_trials: Assignment | None) -> HttpResponse:
    """After an answer: the next trial's page for a script that asks for it, else the way to where the visit stands."""
    if on_trials is None or request.headers.get("Prefer") != PAGE:
        return redirect("visit", token=token)
    response = show_where(on_trials)
    response["Preference-Applied"] = PAGE
    return response


def show_where(assignment: Assignment) -> HttpResponse:
    """The page at which the visit stands; who is shown the way back to a platform counts as sent back."""
    screen = present(assignment, at=timezone.now())
    if screen.way_back:
        note_sent_back(assignment, at=timezone.now())
    return show_screen(screen)


def refuse(token: str, given: dict[str, str], problem: str, *, seconds_left: int = 0) -> HttpResponse:
    """The same page again, with what was filled in and the reason."""
    screen = present(find_visit(token), at=timezone.now(), given=given, problem=problem, seconds_left=seconds_left)
    return show_screen(screen, status=HTTPStatus.UNPROCESSABLE_ENTITY)
