"""The board of a posting: how it stands, live, and what can be done about it."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from judging.costing import estimate_offer
from judging.models.recruiting import Outgoing, Posting
from judging.offers import read_offer
from judging.recruiting import close_posting, extend_posting, pause_posting, resume_posting
from judging.retrying import try_again
from judging.standing import stand
from turingapp.errors import InvalidPayload, Refused
from turingapp.members.matrix import RECRUIT, SEE_STUDY
from turingapp.workplace.access import needs
from turingapp.workplace.recruiting.board_shown import describe_board, list_exits
from turingapp.workplace.recruiting.offer_form import MOST

Context = dict[str, Any]


class PlacesForm(forms.Form):
    """How many more people, and how many the page said were asked for before."""

    places = forms.IntegerField(label=_("How many more people"), min_value=1, max_value=MOST)
    seen = forms.IntegerField(widget=forms.HiddenInput)


def find_opened(public_id: str) -> Posting:
    """A posting that was opened; 404 where there is none."""
    opened = Posting.objects.select_related("study").exclude(state=Posting.State.DRAFT)
    return get_object_or_404(opened, public_id=public_id)


@require_safe
@needs(SEE_STUDY)
def show_posting(request: HttpRequest, public_id: str) -> HttpResponse:
    """How a posting stands; a draft is shown where it can be opened."""
    posting = get_object_or_404(Posting.objects.select_related("study"), public_id=public_id)
    if posting.state == Posting.State.DRAFT:
        return redirect("workplace:launch", public_id=public_id)
    context = {"posting": posting, "board": describe_board(posting, stand(posting)), "exits": list_exits(posting)}
    return render(request, "workplace/recruiting/posting.html", context)


@require_safe
@needs(SEE_STUDY)
def show_live(request: HttpRequest, public_id: str) -> HttpResponse:
    """The part of the board that changes; nothing at all where it is as the page has `seen` it."""
    posting = find_opened(public_id)
    standing = stand(posting)
    if standing.mark == request.GET.get("seen"):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    context = {"posting": posting, "board": describe_board(posting, standing)}
    return render(request, "workplace/recruiting/_live.html", context)


@require_POST
@needs(RECRUIT)
def pause(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let nobody more in for the time being."""
    pause_posting(find_opened(public_id), at=timezone.now(), by=request.user.get_username())
    return redirect("workplace:posting", public_id=public_id)


@require_POST
@needs(RECRUIT)
def resume(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let people in again."""
    resume_posting(find_opened(public_id), at=timezone.now(), by=request.user.get_username())
    return redirect("workplace:posting", public_id=public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(RECRUIT)
def stop(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask whether to stop recruiting, and stop it."""
    posting = find_opened(public_id)
    if request.method != "POST":
        context = {"posting": posting, "standing": stand(posting)}
        return render(request, "workplace/recruiting/stop.html", context)
    close_posting(posting, at=timezone.now(), by=request.user.get_username())
    return redirect("workplace:posting", public_id=public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(RECRUIT)
def extend(request: HttpRequest, public_id: str) -> HttpResponse:
    """Ask for more people: what they cost is shown before anything is asked."""
    posting = find_opened(public_id)
    form = PlacesForm(request.POST or None, initial={"places": 5, "seen": posting.places})
    if form.is_bound and form.is_valid():
        wanted = form.cleaned_data
        try:
            who, seen = request.user.get_username(), wanted["seen"]
            extend_posting(posting, wanted["places"], at=timezone.now(), seen_places=seen, by=who)
        except (InvalidPayload, Refused) as error:
            form.add_error("places", str(error))
        else:
            messages.success(
                request, gettext("The posting asks for %(places)s people in all.") % {"places": posting.places}
            )
            return redirect("workplace:posting", public_id=public_id)
    context = {"posting": posting, "form": form, **describe_addition(posting, form)}
    status = HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK
    return render(request, "workplace/recruiting/extend.html", context, status=status)


@require_POST
@needs(RECRUIT)
def show_addition(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the places in the form would cost, as they are typed."""
    form = PlacesForm(request.POST)
    form.full_clean()
    return render(request, "workplace/recruiting/_addition.html", describe_addition(find_opened(public_id), form))


def describe_addition(posting: Posting, form: PlacesForm) -> Context:
    """What more places cost; nothing where the number is none."""
    places = form.cleaned_data.get("places") if form.is_bound else form.initial["places"]
    if places is None:
        return {}
    offer = replace(read_offer(posting.offer), places=places)
    return {"offer": offer, "estimate": estimate_offer(posting.study, offer, posting.plugin)}


@require_POST
@needs(RECRUIT)
def ask_again(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Ask the platform once more for what it has refused."""
    posting = find_opened(public_id)
    rows = Outgoing.objects.select_related("part__posting__study", "submission__part__posting")
    row = get_object_or_404(rows, pk=number, part__posting=posting)
    try:
        is_asked = try_again(row, at=timezone.now())
    except (InvalidPayload, Refused) as refusal:
        messages.error(request, str(refusal))
    else:
        messages.info(request, gettext("It is asked for again.") if is_asked else gettext("It was on its way already."))
    return redirect("workplace:posting", public_id=public_id)
