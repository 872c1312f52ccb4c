"""The pages of alerts: what is the matter, from which bounds on there are any, and who hears of them."""

from datetime import datetime
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from judging.alerting.receiving import add_receiver, send_test
from judging.alerting.rules import set_rule
from judging.models import AlertReceiver, Study
from turingapp.errors import InvalidPayload, Refused
from turingapp.members.matrix import ENTER, SEE_LAB, SET_ALERTS, SET_LAB_ALERTS
from turingapp.members.rights import find_rights
from turingapp.workplace.access import needs
from turingapp.workplace.monitoring.alert_forms import ReceiverForm, RulesForm
from turingapp.workplace.monitoring.alerts_shown import gather_alerts, list_lacking, list_receivers

LONGEST_KEY = 18  # digits; more would be no number of a row, and over 4,300 none that Python reads


@require_safe
@needs(ENTER)
def show_alerts(request: HttpRequest) -> HttpResponse:
    """What is the matter in the studies that one may see."""
    rights = find_rights(request)
    alerts = gather_alerts(rights.choose_studies(), sees_lab=rights.allow(SEE_LAB), at=timezone.now())
    context = {"alerts": alerts, "may_set": rights.allow(SET_LAB_ALERTS), "lacking": list_lacking()}
    return render(request, "workplace/monitoring/alerts.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(SET_LAB_ALERTS)
def set_for_all(request: HttpRequest) -> HttpResponse:
    """The bounds for all studies, and who hears of all."""
    return show_rules(request, None)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(SET_ALERTS)
def set_for_study(request: HttpRequest, slug: str) -> HttpResponse:
    """Those of one study."""
    return show_rules(request, get_object_or_404(Study, slug=slug))


@require_POST
@needs(SET_LAB_ALERTS)
def change_receivers_of_all(request: HttpRequest) -> HttpResponse:
    """Who hears of all studies: added, taken away, or sent a test."""
    return change_receivers(request, None)


@require_POST
@needs(SET_ALERTS)
def change_receivers_of_study(request: HttpRequest, slug: str) -> HttpResponse:
    """Who hears of one study."""
    return change_receivers(request, get_object_or_404(Study, slug=slug))


def find_page(study: Study | None) -> str:
    """The address of the page about the bounds of a study, or of all."""
    return reverse("workplace:study_alerts", args=[study.slug]) if study else reverse("workplace:alerts_for_all")


def show_rules(request: HttpRequest, study: Study | None) -> HttpResponse:
    """The form of the bounds, taken where it was sent."""
    form = RulesForm(request.POST if request.method == "POST" else None, study=study)
    if form.is_valid():
        for rule in form.read_rules():
            set_rule(study, rule)
        messages.success(request, _("The bounds are kept."))
        return redirect(find_page(study))
    return render_rules(request, study, form, ReceiverForm())


def render_rules(request: HttpRequest, study: Study | None, form: RulesForm, receiver: ReceiverForm) -> HttpResponse:
    """The page with these forms."""
    context = {
        "study": study,
        "form": form,
        "receiver_form": receiver,
        "receivers": list_receivers(study),
        "lacking": list_lacking(),
        "receivers_url": f"{find_page(study)}/receivers",
    }
    status = HTTPStatus.BAD_REQUEST if form.errors or receiver.errors else HTTPStatus.OK
    return render(request, "workplace/monitoring/rules.html", context, status=status)


def change_receivers(request: HttpRequest, study: Study | None) -> HttpResponse:
    """One is added by its address; one that is named by its number is taken away or sent a test."""
    number, at = request.POST.get("receiver", ""), timezone.now()
    if number:
        receiver = get_object_or_404(AlertReceiver, pk=read_key(number), study=study)
        if request.POST.get("deed") == "test":
            try_receiver(request, receiver, at=at)
        else:
            receiver.delete()
            messages.success(request, _("%(address)s hears of no more alerts.") % {"address": receiver.address})
        return redirect(find_page(study))
    form = ReceiverForm(request.POST)
    if form.is_valid():
        try:
            add_receiver(study, form.cleaned_data["address"], by=request.user.get_username(), at=at)
        except InvalidPayload as error:
            form.add_error("address", str(error))
        else:
            return redirect(find_page(study))
    return render_rules(request, study, RulesForm(study=study), form)


def try_receiver(request: HttpRequest, receiver: AlertReceiver, *, at: datetime) -> None:
    """Send a test there, or tell why not."""
    try:
        send_test(receiver, at=at)
    except Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, _("A test is on its way; how it went stands beside the address soon."))


def read_key(text: str) -> int:
    """The number of a row; 0, which no row has, for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_KEY else 0
