"""Which hosts AI agents may ask: those that whoever runs the server names in SERVICE_HOSTS.

Experimenters enter addresses and names of keys. Without such a list anyone of them could have a key sent to a host of
their own, or have the server ask what only it can reach.
"""

import re

from django.conf import settings
from django.utils.translation import gettext as _

from turingapp.errors import PermanentServiceError

# Told apart by no parser of addresses: anything that one could read otherwise is refused.
_ADDRESS = re.compile(r"https?://([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:/[^\s\\]*)?", re.IGNORECASE)
ANY = "*"


def is_allowed(url: str) -> bool:
    """Whether the host of an address is named; `*.example.org` names all hosts one level below, `*` names all."""
    found = _ADDRESS.fullmatch(url)
    if found is None:
        return False
    host = found[1].lower()
    below = f"{ANY}.{host.partition('.')[2]}"
    return any(name.lower() in (host, below, ANY) for name in settings.SERVICE_HOSTS)


def explain(url: str) -> str:
    """Why an address is not asked."""
    return _(
        "The address %(address)s is not asked: its host is not among SERVICE_HOSTS, which whoever runs the server sets."
    ) % {"address": url}


def lack_host(url: str) -> tuple[str, ...]:
    """What is lacking where an agent is to ask this address: nothing, or one sentence."""
    return () if is_allowed(url) else (explain(url),)


def allow(url: str) -> str:
    """The address; raises PermanentServiceError where it may not be asked."""
    if not is_allowed(url):
        raise PermanentServiceError(explain(url))
    return url
