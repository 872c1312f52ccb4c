"""Stopping a visit at any page, and erasing it later by its code."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from judging.consenting import take_release_back
from judging.framing import describe_label, split_paragraphs
from judging.kinds import KINDS
from judging.models import Assignment
from judging.screens import StopScreen
from judging.tokens import sign_visit
from judging.views.finding import find_visit, show_screen
from judging.views.reading import read_fields
from judging.withdrawing import erase, find_by_code, stop_and_keep

State = Assignment.State
METHODS = ["GET", "HEAD", "POST"]
UNPUBLISH = "unpublish"
DEEDS = {"keep": stop_and_keep, "erase": erase, UNPUBLISH: take_release_back}


@csrf_exempt
@require_http_methods(METHODS)
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Ask what becomes of the answers, then stop; a visit that is over can still be erased."""
    assignment = find_visit(token)
    answer = read_fields(request).get("answer", "")
    if request.method != "POST" or answer not in DEEDS:
        return show_stop(assignment, token)
    DEEDS[answer](assignment, at=timezone.now())
    return redirect("stop" if answer == UNPUBLISH else "visit", token=token)


def show_stop(assignment: Assignment, token: str) -> HttpResponse:
    """The page with the two ways to stop, and the way to take back that what was given may be published."""
    screen = StopScreen(
        study_title=assignment.settings.title,
        label=describe_label(assignment.settings, Assignment.Kind(assignment.kind)),
        can_keep=assignment.state == State.OPEN,
        done=KINDS[assignment.study.kind].tell_done(assignment.trials.filter(answered_at__isnull=False).count()),
        visit_token=token,
        part_pay=split_paragraphs(assignment.settings.part_pay),
        is_released=assignment.releases is True,
        is_unreleased=assignment.unreleased_at is not None,
    )
    return show_screen(screen)


@csrf_exempt
@require_http_methods(METHODS)
def withdraw(request: HttpRequest) -> HttpResponse:
    """Find a visit by its completion code, to erase it."""
    code = read_fields(request).get("code", "")
    if request.method != "POST":
        return render(request, "visit/withdraw.html", {"problem": "", "code": ""})
    assignment = find_by_code(code)
    if assignment is None:
        told = _("No visit has the code “%(code)s”. It has ten letters and digits, as the last page showed it.")
        context = {"problem": told % {"code": code[:40]}, "code": code}
        return render(request, "visit/withdraw.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return redirect("stop", token=sign_visit(assignment))
