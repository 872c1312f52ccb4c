"""Raising alerts and letting them pass, each once, with a message to every receiver."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from judging.alerting.finding import OF_LAB, OF_STUDY, Reason
from judging.alerting.rules import Rule, find_rules
from judging.models import Study
from judging.models.alerting import Alert, AlertKind, AlertMessage, AlertReceiver, keep_words
from judging.models.recruiting import Posting

CALM = timedelta(minutes=15)  # for which a reason must be gone: what comes and goes is one alert
News = AlertMessage.News


def look_for_alerts(*, at: datetime) -> int:
    """Look at all that goes on, raise what is new and let pass what is over; returns how many were raised."""
    raised = look_at_lab(at=at)
    for study in list_watched():
        rules = find_rules(study)
        for kind, find in OF_STUDY.items():
            reasons = find(study, rules[kind], at) if rules[kind].is_on else ()
            raised += settle(kind, study, reasons, at=at)
    return raised


def look_at_lab(*, at: datetime, kinds: Iterable[AlertKind] = tuple(OF_LAB)) -> int:
    """The same for what is about no study; a web process looks for the worker alone, which cannot miss itself."""
    rules: dict[AlertKind, Rule] = find_rules(None)
    return sum(settle(kind, None, OF_LAB[kind](rules[kind], at) if rules[kind].is_on else (), at=at) for kind in kinds)


def list_watched() -> list[Study]:
    """Studies for people that are open, have a posting that is not closed, or an alert that goes on."""
    going = Alert.objects.filter(study=OuterRef("pk"), passed_at=None)
    posted = Posting.objects.filter(study=OuterRef("pk"), state__in=(Posting.State.OPEN, Posting.State.PAUSED))
    studies = Study.objects.filter(is_simulated=False)
    return list(studies.filter(Q(state=Study.State.OPEN) | Exists(going) | Exists(posted)))


@transaction.atomic
def settle(kind: AlertKind, study: Study | None, reasons: Iterable[Reason], *, at: datetime) -> int:
    """Hold the alerts of a kind against the reasons there are now; returns how many are new."""
    wanted = {reason.subject: reason for reason in reasons}
    going = Alert.objects.select_for_update(no_key=True).filter(kind=kind, study=study, passed_at=None)
    known = {alert.subject: alert for alert in going}
    for subject, alert in known.items():
        if subject not in wanted:
            let_pass(alert, at=at)
        elif alert.calm_since is not None:
            Alert.objects.filter(pk=alert.pk).update(calm_since=None)
    return sum(raise_alert(kind, study, wanted[subject], at=at) for subject in wanted.keys() - known.keys())


def raise_alert(kind: AlertKind, study: Study | None, reason: Reason, *, at: datetime) -> bool:
    """A new alert; False where another process has raised it at this moment."""
    alert, is_new = Alert.objects.get_or_create(
        kind=kind,
        subject=reason.subject,
        passed_at=None,
        defaults={"study": study, "raised_at": at, **keep_words(reason.words)},
    )
    if is_new:
        tell(alert, News.RAISED, at=at)
    return is_new


def let_pass(alert: Alert, *, at: datetime) -> None:
    """Its reason is gone: it passes once that has been so for a while. Who heard of it hears that it is over."""
    if alert.calm_since is None:
        Alert.objects.filter(pk=alert.pk).update(calm_since=at)
    elif alert.calm_since <= at - CALM:
        Alert.objects.filter(pk=alert.pk).update(passed_at=at)
        tell(alert, News.PASSED, at=at)


def tell(alert: Alert, news: AlertMessage.News, *, at: datetime) -> None:
    """A message to everybody who hears of all studies or of this one, once for each address."""
    receivers = AlertReceiver.objects.filter(Q(study=None) | Q(study=alert.study))
    by_address = {receiver.address: receiver for receiver in receivers}
    AlertMessage.objects.bulk_create(
        (
            AlertMessage(alert=alert, receiver=receiver, news=news, due_at=at, created_at=at)
            for receiver in by_address.values()
        ),
        ignore_conflicts=True,
    )
