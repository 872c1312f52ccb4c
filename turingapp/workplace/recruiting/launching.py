"""The way from a draft to an open posting: the offer once more, its money, the checks, and the button that opens."""

from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from judging.acknowledging import acknowledge_parity
from judging.launching import list_launch_checks
from judging.models.recruiting import Posting
from judging.offers import read_offer
from judging.recruiting import open_posting
from turingapp.errors import InvalidPayload, Refused
from turingapp.members.matrix import RECRUIT
from turingapp.workplace.access import needs
from turingapp.workplace.recruiting.drafting import Context, describe_estimate, find_draft


@require_safe
@needs(RECRUIT)
def show_launch(request: HttpRequest, public_id: str) -> HttpResponse:
    """The draft once more, its money, and the checks, which load by themselves."""
    posting = get_object_or_404(Posting.objects.select_related("study"), public_id=public_id)
    if posting.state != Posting.State.DRAFT:
        return redirect("workplace:posting", public_id=public_id)
    checked = check(posting) if "check" in request.GET else {}  # else the page asks for them by itself
    return render(request, "workplace/recruiting/launch.html", {**describe_draft(posting), **checked})


def describe_draft(posting: Posting) -> Context:
    """What the launch page shows of a draft."""
    offer = read_offer(posting.offer)
    estimated = describe_estimate(posting.study, posting.plugin, offer)
    return {"posting": posting, "study": posting.study, **estimated}


@require_safe
@needs(RECRUIT)
def show_checks(request: HttpRequest, public_id: str) -> HttpResponse:
    """The checks with what came of each; takes as long as pages and queue take to answer."""
    posting = find_draft(public_id)
    return render(request, "workplace/recruiting/_checks.html", check(posting))


def check(posting: Posting) -> Context:
    """Every check, and whether all are passed."""
    checks = list_launch_checks(posting, at=timezone.now())
    return {"posting": posting, "checks": checks, "is_ready": not any(one.problems for one in checks)}


@require_POST
@needs(RECRUIT)
def acknowledge(request: HttpRequest, public_id: str) -> HttpResponse:
    """Write down that the experimenter knows of the parity cues and goes on."""
    posting = find_draft(public_id)
    acknowledge_parity(posting.study, who=request.user.get_username(), at=timezone.now())
    return redirect("workplace:launch", public_id=public_id)


@require_POST
@needs(RECRUIT)
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
        open_posting(posting, at=timezone.now(), by=request.user.get_username())
    except Posting.DoesNotExist:
        raise Http404("The draft was discarded meanwhile.") from None
    except (InvalidPayload, Refused) as error:
        messages.error(request, str(error))
        return redirect("workplace:launch", public_id=public_id)
    messages.success(
        request, gettext("The posting is open. Within half a minute the worker asks the platform for its places.")
    )
    return redirect("workplace:posting", public_id=public_id)
