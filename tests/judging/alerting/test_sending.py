"""Messages of alerts: mail and signed webhooks, each sent once, tried again, and never into a private network."""

import base64
import hashlib
import hmac
import json
import random
from datetime import datetime, timedelta
from ipaddress import IPv4Address

import pytest
from django.core import mail
from django.utils.translation import override
from pytest_django.fixtures import Settings

from judging.alerting.hooks import is_public
from judging.alerting.raising import look_for_alerts
from judging.alerting.receiving import add_receiver, send_test
from judging.alerting.sending import MOST_TRIES, send_due
from judging.models import Alert, AlertMessage, WorkerPulse
from tests.builders import AT
from tests.judging.alerting.conftest import Hook

PRIVATE = str(
    IPv4Address(10 << 24 | 1)
)  # of RFC 1918; written out, it would look like the address of a machine of ours

pytestmark = pytest.mark.django_db
State = AlertMessage.State


def send(at: datetime = AT) -> AlertMessage:
    """The only message, after its turn."""
    send_due(clock=lambda: at, rng=random.Random(0))
    return AlertMessage.objects.get()


def test_mail_says_what_is_the_matter_and_where_to_look(settings: Settings) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    WorkerPulse.objects.create(at=AT - timedelta(hours=1))
    add_receiver(None, "lab@example.org", by="somebody", at=AT)
    look_for_alerts(at=AT)
    assert send().state == State.SENT
    assert send().tries == 1
    (sent,) = mail.outbox
    assert (sent.subject, sent.to) == ("No worker", ["lab@example.org"])
    assert "No worker has left a sign since 2024-05-06 11:00 UTC." in sent.body
    assert "/workplace/alerts" in sent.body


def test_mail_is_in_the_language_in_which_its_receiver_was_added(settings: Settings) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    WorkerPulse.objects.create(at=AT - timedelta(hours=1))
    with override("zh-hans"):
        add_receiver(None, "lab@example.org", by="somebody", at=AT)
        look_for_alerts(at=AT)
    assert send().state == State.SENT
    (sent,) = mail.outbox
    assert "2024-05-06 11:00 UTC" in sent.body
    assert "No worker" not in sent.subject + sent.body
    assert Alert.objects.get().sentence == "No worker has left a sign since 2024-05-06 11:00 UTC."


def test_without_a_mail_server_a_message_fails_and_says_so() -> None:
    send_test(add_receiver(None, "lab@example.org", by="somebody", at=AT), at=AT)
    message = send()
    assert (message.state, message.problem) == (State.FAILED, "EMAIL_HOST is not set, so no mail is sent.")
    assert mail.outbox == []


def test_a_webhook_is_signed_as_the_standard_asks(hook: Hook) -> None:
    send_test(add_receiver(None, f"{hook.url}/hook?of=ours", by="somebody", at=AT), at=AT)
    message = send()
    assert (message.state, message.problem) == (State.SENT, "")
    (request,) = hook.requests
    signed = f"{message.token}.{int(AT.timestamp())}.".encode() + request.body
    expected = base64.b64encode(hmac.new(b"a secret", signed, hashlib.sha256).digest()).decode()
    assert request.headers["webhook-signature"] == f"v1,{expected}"
    assert (request.headers["webhook-id"], request.path) == (message.token, "/hook")
    assert request.headers["host"] == hook.url.removeprefix("http://")
    assert json.loads(request.body)["type"] == "alert.test"


def test_a_webhook_that_fails_is_tried_again_until_it_is_given_up(hook: Hook) -> None:
    send_test(add_receiver(None, hook.url, by="somebody", at=AT), at=AT)
    hook.status = 503
    message = send()
    assert (message.state, message.tries) == (State.DUE, 1)
    assert "status 503" in message.problem
    assert AT < message.due_at < AT + timedelta(seconds=15)
    assert send(AT + timedelta(seconds=1)).tries == 1
    AlertMessage.objects.update(tries=MOST_TRIES - 1)
    message = send(AT + timedelta(days=1))
    assert (message.state, message.tries, len(hook.requests)) == (State.FAILED, MOST_TRIES, 2)


def test_a_redirection_is_not_followed(hook: Hook) -> None:
    send_test(add_receiver(None, hook.url, by="somebody", at=AT), at=AT)
    hook.status = 302
    message = send()
    assert (message.state, len(hook.requests)) == (State.FAILED, 1)
    assert "redirections are not followed" in message.problem


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "169.254.169.254", PRIVATE, "2130706433", "0"]
)
def test_no_webhook_is_called_in_a_private_network(settings: Settings, hook: Hook, host: str) -> None:
    settings.ALERT_HOOKS_TO_PRIVATE = False
    address = f"https://{host}:{hook.url.rpartition(':')[2]}/"
    send_test(add_receiver(None, address, by="somebody", at=AT), at=AT)
    message = send()
    assert message.state == State.FAILED
    assert "is no public address" in message.problem
    assert hook.requests == []


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
        (f"::ffff:{PRIVATE}", False),
        (PRIVATE, False),
        (f"::ffff:0:{PRIVATE}", False),
        ("::127.0.0.1", False),
        ("fec0::1", False),
    ],
)
def test_what_stands_for_a_private_address_is_none_of_the_public_internet(address: str, *, public: bool) -> None:
    assert is_public(address) is public


@pytest.mark.parametrize("host", ["xn--", "[v1.a]", "a..b"])
def test_a_host_that_there_cannot_be_keeps_no_other_message_waiting(hook: Hook, host: str) -> None:
    for address in (f"https://{host}/", hook.url):
        send_test(add_receiver(None, address, by="somebody", at=AT), at=AT)
    send_due(clock=lambda: AT, rng=random.Random(0))
    bad, good = AlertMessage.objects.order_by("pk")
    assert (bad.state, good.state) == (State.FAILED, State.SENT)
    assert "names no host that there can be" in bad.problem


def test_a_secret_that_is_no_base64_is_told(settings: Settings, hook: Hook) -> None:
    settings.ALERT_HOOK_SECRET = "whsec_not base64!"
    send_test(add_receiver(None, hook.url, by="somebody", at=AT), at=AT)
    assert "what follows is no base64" in send().problem
    assert hook.requests == []


def test_without_a_secret_no_webhook_is_called(settings: Settings, hook: Hook) -> None:
    settings.ALERT_HOOK_SECRET = ""
    send_test(add_receiver(None, hook.url, by="somebody", at=AT), at=AT)
    assert "ALERT_HOOK_SECRET is not set" in send().problem
    assert hook.requests == []
