"""The page that opens a study: upload its protocol file, look at it, confirm."""

from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from judging.opening import open_study
from judging.protocol_files import parse_protocol
from judging.versioning import describe, flatten, rehearse_opening
from turingapp.errors import InvalidPayload, PoolTooSmall
from turingapp.members.granting import make_owner
from turingapp.members.matrix import OPEN_STUDY
from turingapp.members.noting import tell_log
from turingapp.workplace.access import needs
from turingapp.workplace.changing import list_problems
from turingapp.workplace.forms import OpeningForm


@require_http_methods(["GET", "HEAD", "POST"])
@needs(OPEN_STUDY)
def show_opening(request: HttpRequest) -> HttpResponse:
    """The form that opens a study, what stands in the file, or what keeps the study from being opened."""
    form = OpeningForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        try:
            return take_protocol(request, form, context)
        except (InvalidPayload, PoolTooSmall) as error:
            context["problems"] = list_problems(error)
    status = HTTPStatus.BAD_REQUEST if request.method == "POST" else HTTPStatus.OK
    return render(request, "workplace/open.html", context, status=status)


def take_protocol(request: HttpRequest, form: OpeningForm, context: dict[str, Any]) -> HttpResponse:
    """Open the study where that was confirmed; else show what it would be. Raises InvalidProtocol, PoolTooSmall."""
    settings = parse_protocol(form.content_text.encode(), Path(gettext("the file")))
    if form.cleaned_data["simulated"]:
        settings = settings.simulate()
    if form.cleaned_data["confirmed"]:
        with transaction.atomic():
            study = open_study(settings, at=timezone.now(), by=request.user.get_username())
            make_owner(request.user, study, at=timezone.now())
        tell_log(request, study=study.slug)
        messages.success(request, gettext("%(title)s is open.") % {"title": study.title})
        return redirect("workplace:protocol", slug=study.slug)
    found = {
        "places": rehearse_opening(settings, at=timezone.now()),
        "settings": settings,
        "all_settings": list(flatten(describe(settings))),
    }
    return render(request, "workplace/open.html", {**context, **found})
