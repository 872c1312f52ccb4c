"""The pages of preregistrations: lock a plan before anybody has come, look at what is locked, take the OSF's form."""

import json
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from judging.models import Preregistration, Study
from judging.osf import answer_form, describe_form, write_markdown
from judging.preregistering import list_deviations, lock_plan
from judging.preregistration_files import parse_plan
from judging.versioning import describe, flatten
from turingapp.errors import InvalidProtocol
from turingapp.members.matrix import OPEN_STUDY, SEE_LAB
from turingapp.members.noting import tell_log
from turingapp.workplace.access import needs
from turingapp.workplace.changing import list_problems
from turingapp.workplace.forms import PlanForm


@require_http_methods(["GET", "HEAD", "POST"])
@needs(SEE_LAB, post=OPEN_STUDY)
def show_preregistrations(request: HttpRequest) -> HttpResponse:
    """What is locked, and the form that locks a plan: upload it, look at it, confirm."""
    form = PlanForm(request.POST or None, request.FILES or None)
    context: dict[str, Any] = {"form": form, "locked": Preregistration.objects.all()}
    if request.method == "POST" and form.is_valid():
        try:
            return take_plan(request, form, context)
        except InvalidProtocol as error:
            context["problems"] = list_problems(error)
    status = HTTPStatus.BAD_REQUEST if request.method == "POST" else HTTPStatus.OK
    return render(request, "workplace/preregistrations.html", context, status=status)


def take_plan(request: HttpRequest, form: PlanForm, context: dict[str, Any]) -> HttpResponse:
    """Lock the plan where it was confirmed; else show it. Raises InvalidProtocol."""
    plan = parse_plan(form.content_text.encode(), Path(gettext("the file")))
    if form.cleaned_data["confirmed"]:
        who = request.user.get_username()
        locked = lock_plan(plan, slug=plan.protocol.slug, who=who, at=timezone.now())
        tell_log(request, study=locked.study_slug)
        messages.success(request, gettext("The plan is locked."))
        return redirect("workplace:preregistration", slug=locked.study_slug)
    settings = list(flatten(describe(plan.protocol)))
    found = {"plan": plan, "content": form.content_text, "settings": settings}
    return render(request, "workplace/preregistrations.html", {**context, **found})


@require_safe
@needs(SEE_LAB)
def show_preregistration(request: HttpRequest, slug: str) -> HttpResponse:
    """One plan in the OSF's words, with each deviation of the study's protocol."""
    locked = get_object_or_404(Preregistration, study_slug=slug)
    context = {
        "locked": locked,
        "study": Study.objects.filter(slug=slug).first(),
        "answers": list(answer_form(locked).items()),
        "deviations": list_deviations(locked),
    }
    return render(request, "workplace/preregistration.html", context)


@require_safe
@needs(SEE_LAB)
def send_form(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """The OSF's form as Markdown or as JSON."""
    locked = get_object_or_404(Preregistration, study_slug=slug)
    disposition = {"Content-Disposition": f'attachment; filename="{slug}-preregistration.{form}"'}
    if form == "md":
        return HttpResponse(write_markdown(locked), content_type="text/markdown; charset=utf-8", headers=disposition)
    if form == "json":
        text = json.dumps(describe_form(locked), indent=2, ensure_ascii=False)
        return HttpResponse(text, content_type="application/json", headers=disposition)
    raise Http404(f"The form is written as md or json, not as {form}.")
