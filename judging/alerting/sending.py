"""Sending the messages of alerts: each is a row, tried again for some hours, and sent outside any transaction."""

import json
import random
from collections.abc import Callable
from datetime import datetime
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from judging.alerting.hooks import call_hook
from judging.models.alerting import AlertKind, AlertMessage, AlertReceiver
from judging.outbox import LEASE, draw_wait
from turingapp.errors import PermanentServiceError, TemporaryServiceError

MOST_TRIES = 12  # over some five hours
MOST_AT_ONCE = 50
State, News = AlertMessage.State, AlertMessage.News


def send_due(*, clock: Callable[[], datetime], rng: random.Random) -> int:
    """Send what is due; returns how many were tried. May run in many workers."""
    tried = 0
    while tried < MOST_AT_ONCE and (message := claim_next(at=clock())):
        try:
            send(message, at=clock())
        except TemporaryServiceError as error:
            postpone(message, str(error), at=clock(), rng=rng)
        except PermanentServiceError as error:
            end(message, State.FAILED, str(error), at=clock())
        else:
            end(message, State.SENT, "", at=clock())
        tried += 1
    return tried


@transaction.atomic
def claim_next(*, at: datetime) -> AlertMessage | None:
    """The message that has been due longest, leased to this worker."""
    due = AlertMessage.objects.select_for_update(no_key=True, skip_locked=True, of=("self",)).filter(
        state=State.DUE, due_at__lte=at
    )
    message = due.select_related("receiver", "alert__study").order_by("due_at", "pk").first()
    if message is not None:
        message.tries, message.due_at = message.tries + 1, at + LEASE
        message.save(update_fields=("tries", "due_at"))
    return message


def postpone(message: AlertMessage, problem: str, *, at: datetime, rng: random.Random) -> None:
    """Try again later, twice as late each time; after the last try it is given up."""
    if message.tries >= MOST_TRIES:
        end(message, State.FAILED, problem, at=at)
        return
    due_at = at + draw_wait(message.tries, rng)
    AlertMessage.objects.filter(pk=message.pk, tries=message.tries).update(due_at=due_at, problem=problem)


def end(message: AlertMessage, state: AlertMessage.State, problem: str, *, at: datetime) -> None:
    """The message has arrived, or is given up."""
    held = AlertMessage.objects.filter(pk=message.pk, tries=message.tries)
    held.update(state=state, problem=problem, over_at=at)


def send(message: AlertMessage, *, at: datetime) -> None:
    """One try; raises TemporaryServiceError or PermanentServiceError."""
    if message.receiver.channel == AlertReceiver.Channel.MAIL:
        send_mail(message)
        return
    with override(message.receiver.language):
        body = json.dumps(describe(message)).encode()
    call_hook(message.receiver.address, body, token=message.token, stamp=int(at.timestamp()))


def send_mail(message: AlertMessage) -> None:
    """Through the mail server of the settings."""
    if not settings.EMAIL_HOST:
        raise PermanentServiceError(_("EMAIL_HOST is not set, so no mail is sent."))
    with override(message.receiver.language):
        text = f"{write_sentence(message)}\n\n{find_page(message)}\n"
        subject = write_subject(message)
    mail = EmailMessage(subject, text, to=[message.receiver.address])
    mail.extra_headers["Message-ID"] = f"<{message.token}@{settings.PUBLIC_URL.partition('://')[2].partition(':')[0]}>"
    try:
        mail.send()
    except (SMTPException, OSError) as error:
        raise TemporaryServiceError(
            _("The mail server does not take it: %(fault)s") % {"fault": repr(error)}
        ) from error


def write_subject(message: AlertMessage) -> str:
    """What it is about, in a line."""
    if message.alert is None:
        return _("Test of an alert")
    kind = str(AlertKind(message.alert.kind).label)
    return _("Over: %(kind)s") % {"kind": kind} if message.news == News.PASSED else kind


def write_sentence(message: AlertMessage) -> str:
    """What is the matter."""
    if message.alert is None:
        return _("This is a test: nothing is the matter.")
    return message.alert.said


def find_page(message: AlertMessage) -> str:
    """Where to look."""
    study = message.alert.study if message.alert else None
    path = reverse("workplace:monitor", args=[study.slug]) if study else reverse("workplace:alerts")
    return f"{settings.PUBLIC_URL}{path}"


def describe(message: AlertMessage) -> dict[str, object]:
    """The body of a webhook; no person is in it."""
    alert = message.alert
    data = {"sentence": write_sentence(message), "page": find_page(message)}
    if alert is not None:
        data |= {"kind": alert.kind, "study": alert.study.slug if alert.study else "", "alert": str(alert.pk)}
    return {"type": f"alert.{message.news}", "timestamp": message.created_at.isoformat(), "data": data}
