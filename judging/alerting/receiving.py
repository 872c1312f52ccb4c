"""Who hears of alerts: added, taken away, and sent a test."""

from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from judging.models import Study
from judging.models.alerting import AlertMessage, AlertReceiver
from judging.recruiters.checking import is_address
from turingapp.errors import InvalidPayload, Problem, Refused

Channel = AlertReceiver.Channel
MOST_TESTS = 5  # of one address in TESTS_WITHIN
TESTS_WITHIN = timedelta(hours=1)


def add_receiver(study: Study | None, address: str, *, by: str, at: datetime) -> AlertReceiver:
    """Have an address hear of the alerts of a study, or of all; again changes nothing. Raises InvalidPayload.

    Messages come in the language in which whoever adds it reads the workplace.
    """
    address = address.strip()
    channel = Channel.HOOK if "://" in address else Channel.MAIL
    check_hook(address) if channel == Channel.HOOK else check_mail(address)
    language = get_language() or settings.LANGUAGE_CODE
    facts = {"channel": channel, "language": language, "added_by": by, "added_at": at}
    receiver, _is_new = AlertReceiver.objects.get_or_create(study=study, address=address, defaults=facts)
    return receiver


def check_mail(address: str) -> None:
    """Raise InvalidPayload for what is no address of mail."""
    try:
        validate_email(address)
    except ValidationError:
        rule = _("it should be an address of mail, or one that begins with https://")
        raise InvalidPayload([Problem("address", ascii(address[:80]), rule)]) from None


def check_hook(address: str) -> None:
    """Raise InvalidPayload for what no hook is called at; whom it leads to is looked at when it is called."""
    longest = AlertReceiver._meta.get_field("address").max_length or 0
    schemes = ("https", "http") if settings.ALERT_HOOKS_TO_PRIVATE else ("https",)
    if len(address) > longest or not is_address(address) or urlsplit(address).scheme not in schemes:
        rule = _("it should begin with %(scheme)s:// and a host") % {"scheme": schemes[0]}
        raise InvalidPayload([Problem("address", ascii(address[:80]), rule)])
    if urlsplit(address).username or urlsplit(address).password:
        rule = _("leave the part before @ out; calls are signed")
        raise InvalidPayload([Problem("address", _("one with a password"), rule)])


@transaction.atomic
def send_test(receiver: AlertReceiver, *, at: datetime) -> AlertMessage:
    """Have a worker send a message that is about nothing. Raises Refused after MOST_TESTS to an address in an hour."""
    # Two at once wait for each other; an address may hear of several studies, each a row.
    rows = list(AlertReceiver.objects.select_for_update(no_key=True).filter(address=receiver.address).order_by("pk"))
    tests = AlertMessage.objects.filter(
        receiver__in=rows, news=AlertMessage.News.TEST, created_at__gt=at - TESTS_WITHIN
    )
    times = list(tests.order_by("-created_at").values_list("created_at", flat=True)[:MOST_TESTS])
    if len(times) == MOST_TESTS:
        told = {"most": MOST_TESTS, "time": f"{times[-1] + TESTS_WITHIN:%H:%M:%S}"}
        raise Refused(
            _("At most %(most)s tests an hour go to one address; the next is possible at %(time)s UTC.") % told
        )
    return AlertMessage.objects.create(receiver=receiver, news=AlertMessage.News.TEST, due_at=at, created_at=at)
