"""The page on which answers of people are looked at, and taken into the study's pool or left out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from agents.models import Answer
from agents.tasks.base import WHOLE
from judging.accepting_answers import (
    accept_answers,
    count_answers,
    leave_out_answers,
    list_waiting,
    name_answers_pool,
)
from judging.models import Assignment, Study
from judging.showing import name_partial
from turingapp.members.matrix import REVIEW, SEE_STUDY
from turingapp.words import join_words
from turingapp.workplace.access import needs

State = Assignment.State
PER_PAGE = 40
LONGEST_KEY = 19  # digits
EVERY_UNFLAGGED = "accept_unflagged"


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """One answer as judges would see it, with what to look at."""

    pk: int
    person: str
    flags: Sequence[str]
    shown: dict[str, Any]


@dataclass(frozen=True, slots=True)
class VisitCounts:
    """How many people came, are inside, and finished."""

    arrived: int
    inside: int
    finished: int


@require_http_methods(["GET", "HEAD", "POST"])
@needs(SEE_STUDY, post=REVIEW)
def show_answers(request: HttpRequest, slug: str) -> HttpResponse:
    """The answers that wait; chosen ones are taken or left out."""
    study = get_object_or_404(Study, slug=slug)
    if request.method == "POST":
        decide(request, study)
        return redirect("workplace:answers", slug=slug)
    page = Paginator(list_waiting(study), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "study": study,
        "page": page,
        "answers": describe_answers(study, page),
        "partial": name_partial(study.plugin),
        "counts": count_answers(study),
        "pool": name_answers_pool(study),
        "visits": count_visits(study),
    }
    return render(request, "workplace/answers.html", context)


def decide(request: HttpRequest, study: Study) -> None:
    """Do what the pressed button says; the button of another page does nothing."""
    deed, by, at = request.POST.get("deed", ""), request.user.get_username(), timezone.now()
    keys = [int(text) for text in request.POST.getlist("answer") if text.isdecimal() and len(text) < LONGEST_KEY]
    chosen = Answer.objects.filter(pk__in=keys)
    if deed == EVERY_UNFLAGGED:
        chosen = list_waiting(study).filter(flags=[])
    elif not keys:
        messages.warning(request, gettext("No answer was ticked, so nothing was changed."))
        return
    if deed in {"accept", EVERY_UNFLAGGED}:
        number = accept_answers(study, chosen, by=by, at=at)
        messages.success(
            request,
            ngettext(
                "%(number)d answer joined the pool %(pool)s.", "%(number)d answers joined the pool %(pool)s.", number
            )
            % {"number": number, "pool": name_answers_pool(study)},
        )
    elif deed == "leave_out":
        number = leave_out_answers(study, chosen, by=by, at=at)
        messages.success(
            request,
            ngettext("%(number)d answer left out of the pool.", "%(number)d answers left out of the pool.", number)
            % {"number": number},
        )


def describe_answers(study: Study, page: Page[Answer]) -> list[ShownAnswer]:
    """The answers of a page, each with the number of its person in this study."""
    answers = Answer.objects.filter(pk__in=[answer.pk for answer in page.object_list]).order_by("pk")
    visits = study.assignments.filter(kind=Assignment.Kind.MAIN).order_by("pk").values_list("public_id", flat=True)
    numbers = {public_id: number for number, public_id in enumerate(visits, 1)}
    return [
        describe_answer(answer, numbers) for answer in answers.select_related("stimulus").prefetch_related("authors")
    ]


def describe_answer(answer: Answer, numbers: dict[str, int]) -> ShownAnswer:
    """One answer for the page."""
    people = [numbers[author.visit] for author in answer.authors.all() if author.visit in numbers]
    shown = answer.stimulus.plugin.show(answer.stimulus.payload, answer.payload, WHOLE)
    named = join_words([gettext("person %(number)s") % {"number": number} for number in people]).say()
    name = named or gettext("nobody here")
    return ShownAnswer(answer.pk, name.capitalize(), answer.flags, shown)


def count_visits(study: Study) -> VisitCounts:
    """How many people came, are inside and finished."""
    main = study.assignments.filter(kind=Assignment.Kind.MAIN)
    inside, finished = (main.filter(state=state).count() for state in (State.OPEN, State.FINISHED))
    return VisitCounts(main.count(), inside, finished)
