"""The way to an open posting: the form with its live estimate, the draft with its checks, and the button that opens."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from judging.acknowledging import acknowledge_parity
from judging.costing import estimate_offer
from judging.drafting import discard_posting, draft_posting, redraft_posting
from judging.launching import count_promised, list_launch_checks
from judging.models import Study
from judging.models.recruiting import Posting
from judging.offers import read_offer
from judging.planning import count_visits_left
from judging.recruiters import RECRUITERS
from judging.recruiters.base import Offer, Recruiter
from judging.recruiters.panel import PRESETS
from judging.recruiting import open_posting
from turingapp.errors import InvalidOffer, InvalidPayload, Refused
from turingapp.workplace.access import staff_only
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
@staff_only
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
@staff_only
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
@staff_only
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
    room = max(0, count_visits_left(protocol) - count_promised(study))
    context: Context = {"offer": offer, "room": room, "minutes": protocol.settings.minutes}
    if offer is not None:
        context |= {"estimate": estimate_offer(study, offer, plugin), "has_room": offer.places <= room}
    return context


@require_safe
@staff_only
def show_launch(request: HttpRequest, public_id: str) -> HttpResponse:
    """The draft once more, its money, and the checks, which load by themselves."""
    posting = get_object_or_404(Posting.objects.select_related("study"), public_id=public_id)
    if posting.state != Posting.State.DRAFT:
        return redirect("workplace:posting", public_id=public_id)
    return render(request, "workplace/recruiting/launch.html", describe_draft(posting))


def describe_draft(posting: Posting) -> Context:
    """What the launch page shows of a draft."""
    offer = read_offer(posting.offer)
    estimated = describe_estimate(posting.study, posting.plugin, offer)
    return {"posting": posting, "study": posting.study, **estimated}


@require_safe
@staff_only
def show_checks(request: HttpRequest, public_id: str) -> HttpResponse:
    """The checks with what came of each; takes as long as pages and queue take to answer."""
    posting = find_draft(public_id)
    return render(request, "workplace/recruiting/_checks.html", check(posting))


def check(posting: Posting) -> Context:
    """Every check, and whether all are passed."""
    checks = list_launch_checks(posting, at=timezone.now())
    return {"posting": posting, "checks": checks, "is_ready": not any(one.problems for one in checks)}


@require_POST
@staff_only
def acknowledge(request: HttpRequest, public_id: str) -> HttpResponse:
    """Write down that the experimenter knows of the parity cues and goes on."""
    posting = find_draft(public_id)
    acknowledge_parity(posting.study, who=request.user.get_username(), at=timezone.now())
    return redirect("workplace:launch", public_id=public_id)


@require_POST
@staff_only
def discard(request: HttpRequest, public_id: str) -> HttpResponse:
    """Throw a draft away."""
    posting = find_draft(public_id)
    try:
        discard_posting(posting)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, "The draft is discarded. Nothing had been asked of any platform.")
    return redirect("workplace:people", slug=posting.study.slug)


@require_POST
@staff_only
def launch(request: HttpRequest, public_id: str) -> HttpResponse:
    """Check everything once more, then open; whoever presses second finds it open."""
    posting = get_object_or_404(Posting.objects.select_related("study"), public_id=public_id)
    if posting.state != Posting.State.DRAFT:
        return redirect("workplace:posting", public_id=public_id)
    found = check(posting)
    if not found["is_ready"]:
        context = {**describe_draft(posting), **found}
        return render(request, "workplace/recruiting/launch.html", context, status=HTTPStatus.CONFLICT)
    try:
        open_posting(posting, at=timezone.now())
    except Posting.DoesNotExist:
        raise Http404("The draft was discarded meanwhile.") from None
    except (InvalidPayload, Refused) as error:
        messages.error(request, str(error))
        return redirect("workplace:launch", public_id=public_id)
    messages.success(request, "The posting is open. Within half a minute the worker asks the platform for its places.")
    return redirect("workplace:posting", public_id=public_id)
