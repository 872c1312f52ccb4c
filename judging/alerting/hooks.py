"""Calls of webhooks: signed as https://www.standardwebhooks.com asks, limited in time, not into a private network.

A host is looked up once, and the call goes to the address that was looked at: a name that leads elsewhere at a second
look leads nowhere.
"""

import asyncio
import base64
import hashlib
import hmac
import ipaddress
import socket
from http import HTTPStatus

import httpx
from django.conf import settings
from django.utils.translation import gettext as _

from agents.services.transport import read_certificates
from turingapp.errors import PermanentServiceError, TemporaryServiceError

SECONDS = 10.0  # for the whole call, looking up the host included
PASSING = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS)
GIVEN_OUT = ipaddress.ip_network("2000::/3")  # all of the public internet (RFC 4291); NAT64 and the like are outside
# Addresses that stand for others, which may be private ones: 6to4, Teredo.
STANDING_IN = tuple(ipaddress.ip_network(one) for one in ("2002::/16", "2001::/32"))
PREFIX = "whsec_"


def sign(token: str, stamp: int, body: bytes, secret: str) -> str:
    """The header `webhook-signature`: HMAC-SHA256 over id, time and body, in base64. Raises PermanentServiceError."""
    try:
        key = base64.b64decode(secret.removeprefix(PREFIX)) if secret.startswith(PREFIX) else secret.encode()
    except ValueError:
        raise PermanentServiceError(
            _("ALERT_HOOK_SECRET begins with %(prefix)s, and what follows is no base64.") % {"prefix": PREFIX}
        ) from None
    digest = hmac.new(key, f"{token}.{stamp}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def call_hook(address: str, body: bytes, *, token: str, stamp: int) -> None:
    """Post a body; raises TemporaryServiceError or PermanentServiceError where it did not arrive."""
    if not settings.ALERT_HOOK_SECRET:
        raise PermanentServiceError(_("ALERT_HOOK_SECRET is not set, so webhooks cannot be signed and none is called."))
    headers = {
        "content-type": "application/json",
        "webhook-id": token,
        "webhook-timestamp": str(stamp),
        "webhook-signature": sign(token, stamp, body, settings.ALERT_HOOK_SECRET),
    }
    try:
        status = asyncio.run(asyncio.wait_for(post(read_address(address), body, headers), SECONDS))
    except TimeoutError:
        raise TemporaryServiceError(
            _("%(address)s has not answered within %(seconds)s seconds.")
            % {"address": address, "seconds": format(SECONDS, ".0f")}
        ) from None
    except httpx.HTTPError as error:
        raise TemporaryServiceError(
            _("%(address)s does not answer: %(fault)s") % {"address": address, "fault": repr(error)}
        ) from error
    if status in PASSING or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        raise TemporaryServiceError(
            _("%(address)s answers with status %(status)s.") % {"address": address, "status": status}
        )
    if status >= HTTPStatus.MULTIPLE_CHOICES:
        raise PermanentServiceError(
            _("%(address)s answers with status %(status)s; redirections are not followed.")
            % {"address": address, "status": status}
        )


def read_address(address: str) -> httpx.URL:
    """The parts of an address; raises PermanentServiceError for what only looks like one."""
    try:
        url = httpx.URL(address)
        url.host.encode("idna")
    except (httpx.InvalidURL, UnicodeError) as error:
        raise PermanentServiceError(
            _("%(address)s names no host that there can be: %(fault)s") % {"address": address, "fault": error}
        ) from error
    return url


async def post(url: httpx.URL, body: bytes, headers: dict[str, str]) -> int:
    """The status that the host answers with; what else it says is not read."""
    address = await find_address(url)
    told = {**headers, "host": url.netloc.decode("ascii")}
    client = httpx.AsyncClient(trust_env=False, follow_redirects=False, verify=read_certificates())
    async with (
        client,
        client.stream(
            "POST", url.copy_with(host=address), content=body, headers=told, extensions={"sni_hostname": url.host}
        ) as answer,
    ):
        return answer.status_code


async def find_address(url: httpx.URL) -> str:
    """The host's first address; raises PermanentServiceError where one of them is private and may not be called."""
    port = url.port or (443 if url.scheme == "https" else 80)
    try:
        found = await asyncio.get_running_loop().getaddrinfo(url.host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise TemporaryServiceError(
            _("The host %(host)s is not found: %(fault)s") % {"host": repr(url.host), "fault": error}
        ) from error
    addresses = [str(row[4][0]) for row in found]
    private = [address for address in addresses if not is_public(address)]
    if private and not settings.ALERT_HOOKS_TO_PRIVATE:
        raise PermanentServiceError(
            _("%(host)s leads to %(address)s, which is no public address; ALERT_HOOKS_TO_PRIVATE allows such hooks.")
            % {"host": url.host, "address": private[0]}
        )
    return addresses[0]


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public internet, itself and not by standing for another."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return is_public(str(parsed.ipv4_mapped))
        if parsed not in GIVEN_OUT or any(parsed in network for network in STANDING_IN):
            return False
    return parsed.is_global and not parsed.is_multicast
