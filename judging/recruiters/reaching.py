"""Whether what people and requests depend on answers: our own address, and the queue of background work."""

from collections.abc import Mapping
from queue import Empty
from typing import Any

import httpx
from django.utils.translation import gettext as _
from kombu.connection import Connection
from kombu.exceptions import KombuError

OK = 200
BROKER_SECONDS = 3.0
QUEUE = "launch-check"  # whoever asks at the same moment may get our message and we theirs: both are answered


def find_fault(address: str) -> str:
    """What is wrong with an address, as a sentence; empty where it answers."""
    try:
        answer = httpx.get(address, timeout=10.0, follow_redirects=True)
    except httpx.HTTPError as error:
        return _("%(address)s does not answer (%(fault)s); people could not reach the study.") % {
            "address": address,
            "fault": error,
        }
    if answer.status_code != OK:
        return _("%(address)s answers with status %(status)s; people could not reach the study.") % {
            "address": address,
            "status": answer.status_code,
        }
    return ""


def find_broker_fault(url: str, options: Mapping[str, Any]) -> str:
    """What is wrong with the broker, as a sentence; empty where a message that it is given comes back."""
    patience = {"socket_timeout": BROKER_SECONDS, "socket_connect_timeout": BROKER_SECONDS, "max_retries": 1}
    open_at: Any = Connection  # kombu ships no types
    connection = open_at(url, transport_options={**options, **patience, "interval_start": 0})
    try:
        with connection, connection.SimpleBuffer(QUEUE) as queue:
            queue.put("is anybody there?")
            queue.get(timeout=BROKER_SECONDS)
    except (KombuError, OSError, Empty, *connection.connection_errors) as error:
        return _("The queue of background work does not answer (%(fault)s); nothing would be carried out.") % {
            "fault": repr(error)
        }
    return ""
