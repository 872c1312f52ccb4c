"""Watching over the live conversations of a study: the board, one conversation, its text on request, time, the stop."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from agents.chatting.overseeing import MOST_MINUTES, show_text
from agents.models import Room
from judging.conversing.overseeing import extend_conversation, list_together, stop_conversation
from judging.conversing.watching import find_rooms, list_rooms
from judging.kinds import MEETINGS
from judging.models import Study
from turingapp.errors import Refused
from turingapp.members.matrix import OVERSEE, SEE_STUDY
from turingapp.members.noting import tell_log
from turingapp.workplace.access import needs
from turingapp.workplace.conversing.board_shown import gather_board, watch
from turingapp.workplace.conversing.room_shown import lay_out, list_failed_tries
from turingapp.workplace.recruiting.board_shown import POLL_SECONDS

SPEEDS = (1, 2, 4, 8, 16, 32)  # of the replay


class MinutesForm(forms.Form):
    """How much more time, and how much the page said that there is in all."""

    minutes = forms.IntegerField(label=_("Minutes to add"), min_value=1, max_value=MOST_MINUTES, initial=5)
    seen = forms.FloatField(widget=forms.HiddenInput)


def find_study(slug: str) -> Study:
    """A study in which people chat; 404 where there is none of that name."""
    return get_object_or_404(Study, slug=slug, kind__in=MEETINGS)


def find_room(study: Study, pk: int) -> Room:
    """One of its conversations; 404 where it has none of that number."""
    return get_object_or_404(find_rooms(study), pk=pk)


@require_safe
@needs(SEE_STUDY)
def show_board(request: HttpRequest, slug: str) -> HttpResponse:
    """Who waits, who talks, and how the last conversations ended."""
    study = find_study(slug)
    board = gather_board(study, request.GET.get("page"), at=timezone.now())
    return render(request, "workplace/conversing/board.html", {"study": study, "board": board})


@require_safe
@needs(SEE_STUDY)
def show_live(request: HttpRequest, slug: str) -> HttpResponse:
    """The part of the board that changes."""
    study = find_study(slug)
    board = gather_board(study, request.GET.get("page"), at=timezone.now())
    return render(request, "workplace/conversing/_board.html", {"study": study, "board": board})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(SEE_STUDY, post=OVERSEE)
def show_room(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One conversation; what was said only where it is asked for, which is written down."""
    study, at = find_study(slug), timezone.now()
    room = find_room(study, pk)
    is_asked = request.method == "POST"
    said = lay_out(room, show_text(room, by=request.user.get_username(), at=at), at=at) if is_asked else []
    if is_asked:
        tell_log(request, gettext("its text was shown"))
    (line,) = list_rooms(find_rooms(study).filter(pk=pk), at=at)
    context = {
        "study": study,
        "watched": watch(line),
        "is_asked": is_asked,
        "said": said,
        "failed": list_failed_tries(room),
        "traces": room.traces.all(),
        "speeds": SPEEDS,
        "form": MinutesForm(initial={"seen": line.rules.talk_seconds}),
        "poll_seconds": POLL_SECONDS,
    }
    answer = render(request, "workplace/conversing/room.html", context)
    if is_asked:
        patch_cache_control(answer, no_store=True, private=True)
    return answer


@require_POST
@needs(OVERSEE)
def extend(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Give a conversation more time."""
    room, form = find_room(find_study(slug), pk), MinutesForm(request.POST)
    if not form.is_valid():
        messages.error(
            request,
            gettext("Nothing was added: please give a whole number of minutes, 1 to %(most_minutes)s.")
            % {"most_minutes": MOST_MINUTES},
        )
        return redirect("workplace:conversation", slug=slug, pk=pk)
    wanted = form.cleaned_data
    try:
        who = request.user.get_username()
        extend_conversation(room, minutes=wanted["minutes"], seen_seconds=wanted["seen"], by=who, at=timezone.now())
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(
            request,
            gettext("%(minutes)s minutes were added; its speakers see it on their clocks.")
            % {"minutes": wanted["minutes"]},
        )
    return redirect("workplace:conversation", slug=slug, pk=pk)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(OVERSEE)
def stop(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask whether to stop a conversation, and stop it."""
    study = find_study(slug)
    room = find_room(study, pk)
    if request.method != "POST":
        context = {"study": study, "room": room, "is_game": len(list_together(room)) > 1}
        return render(request, "workplace/conversing/stop.html", context)
    try:
        stop_conversation(room, by=request.user.get_username(), at=timezone.now())
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("workplace:conversation", slug=slug, pk=pk)
