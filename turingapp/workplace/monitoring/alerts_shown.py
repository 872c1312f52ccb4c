"""What the pages of alerts show, gathered for their templates."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from judging.alerting.raising import look_at_lab
from judging.models import Alert, AlertKind, AlertMessage, AlertReceiver, Study

LATELY = timedelta(days=7)
MOST = 50


@dataclass(frozen=True, slots=True)
class ReceiverLine:
    """Who hears of alerts, with the last message to them."""

    receiver: AlertReceiver
    last: AlertMessage | None


@dataclass(frozen=True, slots=True)
class Alerts:
    """What is the matter, and what was lately."""

    going: list[Alert]
    passed: list[Alert]


def gather_alerts(studies: QuerySet[Study], *, sees_lab: bool, at: datetime) -> Alerts:
    """The alerts of these studies, with those about no study where one may see them.

    A worker cannot miss itself, so whoever looks at the page looks for it.
    """
    look_at_lab(at=at, kinds=(AlertKind.WORKER,))
    shown = Q(study__in=studies) | Q(study=None) if sees_lab else Q(study__in=studies)
    alerts = Alert.objects.filter(shown).select_related("study")
    passed = alerts.filter(passed_at__gte=at - LATELY).order_by("-passed_at")
    return Alerts(list(alerts.filter(passed_at=None)[:MOST]), list(passed[:MOST]))


def list_receivers(study: Study | None) -> list[ReceiverLine]:
    """Who hears of the alerts of a study, or of all; two queries."""
    latest = AlertMessage.objects.filter(receiver=OuterRef("pk")).order_by("-pk").values("pk")[:1]
    receivers = list(AlertReceiver.objects.filter(study=study).annotate(latest=Subquery(latest)))
    found = AlertMessage.objects.in_bulk([receiver.latest for receiver in receivers if receiver.latest])
    return [ReceiverLine(receiver, found.get(receiver.latest)) for receiver in receivers]


def list_lacking() -> list[str]:
    """What is not set and keeps messages from being sent."""
    lacking = []
    if not settings.EMAIL_HOST:
        lacking.append(_("No mail server is set (EMAIL_HOST): no mail is sent."))
    if not settings.ALERT_HOOK_SECRET:
        lacking.append(_("No secret is set (ALERT_HOOK_SECRET): no webhook is called."))
    return lacking
