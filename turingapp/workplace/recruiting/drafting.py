"""Drafts: the form with its live estimate, changing and discarding."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from judging.costing import estimate_offer
from judging.drafting import discard_posting, draft_posting, redraft_posting
from judging.kinds import KINDS
from judging.launching import count_promised
from judging.models import Study
from judging.models.recruiting import Posting
from judging.offers import read_offer
from judging.recruiters import RECRUITERS
from judging.recruiters.base import Recruiter
from judging.recruiters.panel import PRESETS
from judging.recruiters.values import Offer
from turingapp.errors import InvalidOffer, Refused
from turingapp.members.matrix import RECRUIT
from turingapp.workplace.access import needs
from turingapp.workplace.recruiting.launch_form import find_form, write_initial
from turingapp.workplace.recruiting.offer_form import OfferForm

Context = dict[str, Any]


def find_recruiter(slug: str) -> Recruiter:
    """The recruiter of an address; 404 where there is none."""
    if slug not in RECRUITERS:
        raise Http404(f"There is no recruiter {slug}.")
    return RECRUITERS[slug]


def find_draft(public_id: str) -> Posting:
    """A posting that is not open yet; 404 where there is none."""
    drafts = Posting.objects.select_related("study").filter(state=Posting.State.DRAFT)
    return get_object_or_404(drafts, public_id=public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(RECRUIT)
def draft(request: HttpRequest, slug: str, recruiter: str) -> HttpResponse:
    """Fill in what is offered; a good form becomes a draft."""
    study, plugin = get_object_or_404(Study, slug=slug), find_recruiter(recruiter)
    initial = {
        "title": study.title,
        "allowed_minutes": 4 * study.protocols.latest("version").settings.minutes,
        **PRESETS.get(request.GET.get("preset", ""), {}),
    }
    form = find_form(plugin)(request.POST or None, recruiter=plugin, initial=initial)
    if offer := read_good_offer(form, study):
        where = form.cleaned_data["environment"]
        try:
            posting = draft_posting(study, offer, recruiter=plugin.slug, environment=where, at=timezone.now())
        except InvalidOffer as error:
            form.add_problems(error)
        else:
            return redirect("workplace:launch", public_id=posting.public_id)
    return show_form(request, study, form)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(RECRUIT)
def redraft(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change a draft."""
    posting = find_draft(public_id)
    initial = {"environment": posting.environment, **write_initial(read_offer(posting.offer))}
    form = find_form(posting.plugin)(request.POST or None, recruiter=posting.plugin, initial=initial)
    if offer := read_good_offer(form, posting.study):
        try:
            redraft_posting(posting, offer, environment=form.cleaned_data["environment"])
        except InvalidOffer as error:
            form.add_problems(error)
        except Refused as refusal:
            messages.error(request, str(refusal))
            return redirect("workplace:people", slug=posting.study.slug)
        else:
            return redirect("workplace:launch", public_id=public_id)
    return show_form(request, posting.study, form, posting)


def read_good_offer(form: OfferForm, study: Study) -> Offer | None:
    """The offer of a form that was sent and has no faults of its own."""
    return form.read_offer(study) if form.is_bound and form.is_valid() else None


def show_form(request: HttpRequest, study: Study, form: OfferForm, posting: Posting | None = None) -> HttpResponse:
    """The form with its estimate, and whatever is wrong."""
    context = {"study": study, "form": form, "recruiter": form.recruiter, "posting": posting}
    offer = read_offer(posting.offer) if posting else None
    if form.is_bound:
        offer = form.read_offer(study)
    status = HTTPStatus.BAD_REQUEST if form.errors else HTTPStatus.OK
    context |= {"presets": PRESETS if form.recruiter.slug == "panel" and posting is None else {}}
    estimated = describe_estimate(study, form.recruiter, offer)
    return render(request, "workplace/recruiting/offer.html", {**context, **estimated}, status=status)


@require_POST
@needs(RECRUIT)
def show_estimate(request: HttpRequest, slug: str, recruiter: str) -> HttpResponse:
    """What the offer in the form would cost, as it is typed; nothing is written."""
    study, plugin = get_object_or_404(Study, slug=slug), find_recruiter(recruiter)
    form = find_form(plugin)(request.POST, recruiter=plugin)
    form.full_clean()
    context = describe_estimate(study, plugin, form.read_offer(study))
    return render(
        request, "workplace/recruiting/_estimate.html", {**context, "has_reward_field": "reward" in form.fields}
    )


def describe_estimate(study: Study, plugin: Recruiter, offer: Offer | None) -> Context:
    """What an offer costs and how many the pools have a visit for."""
    protocol = study.protocols.latest("version")
    room = max(0, KINDS[study.kind].count_visits_left(protocol) - count_promised(study))
    context: Context = {"offer": offer, "room": room, "minutes": protocol.settings.minutes}
    if offer is not None:
        context |= {"estimate": estimate_offer(study, offer, plugin), "has_room": offer.places <= room}
    return context


@require_POST
@needs(RECRUIT)
def discard(request: HttpRequest, public_id: str) -> HttpResponse:
    """Throw a draft away."""
    posting = find_draft(public_id)
    try:
        discard_posting(posting)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, gettext("The draft is discarded. Nothing had been asked of any platform."))
    return redirect("workplace:people", slug=posting.study.slug)
