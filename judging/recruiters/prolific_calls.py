"""Calls to Prolific's REST API through httpx, with its errors as ours."""

from collections.abc import Iterator, Mapping
from typing import Any

import httpx
from django.conf import settings
from django.utils.translation import gettext as _

from agents.services.transport import read_certificates
from turingapp.errors import NotTaken, PlatformRefused, TemporaryServiceError

LIVE = "https://api.prolific.com"
TIMEOUT_SECONDS = 30.0
THROTTLED, NOT_FOUND, BROKEN, BAD = 429, 404, 500, 400
PAGE = 100
Data = dict[str, Any]


def find_site(environment: str) -> str:
    """The address of the API's server."""
    return LIVE if environment == "live" else str(settings.PROLIFIC_LOCAL_URL)


def ask(
    environment: str, method: str, path: str, *, body: Data | None = None, query: Mapping[str, Any] | None = None
) -> Data:
    """What one request below /api/v1/ is answered; raises TemporaryServiceError or PlatformRefused."""
    answer = send(environment, method, path, body=body, query=query)
    try:
        done: Data = answer.json() if answer.content else {}
    except ValueError:
        raise TemporaryServiceError(
            _("Prolific answered %(method)s %(path)s with no JSON: %(answer)s.")
            % {"method": method, "path": path, "answer": repr(answer.text[:80])}
        ) from None
    return done


def send(
    environment: str, method: str, path: str, *, body: Data | None = None, query: Mapping[str, Any] | None = None
) -> httpx.Response:
    """The answer to one request, headers and all; raises TemporaryServiceError or PlatformRefused."""
    token = settings.PROLIFIC_TOKEN or ("local" if environment == "local" else "")
    url = f"{find_site(environment)}/api/v1/{path}"
    try:
        answer = httpx.request(
            method,
            url,
            json=body,
            params=query,
            headers={"Authorization": f"Token {token}"},
            timeout=TIMEOUT_SECONDS,
            verify=read_certificates(),
        )
    except (httpx.ConnectError, httpx.ConnectTimeout) as error:
        raise NotTaken(
            _("Prolific did not answer %(method)s %(path)s, it was not reached: %(fault)s")
            % {"method": method, "path": path, "fault": repr(error)}
        ) from error
    except httpx.HTTPError as error:
        raise TemporaryServiceError(
            _("Prolific did not answer %(method)s %(path)s: %(fault)s")
            % {"method": method, "path": path, "fault": repr(error)}
        ) from error
    if answer.status_code == THROTTLED:
        raise NotTaken(
            _("Prolific turned %(method)s %(path)s away with status %(status)s: it is asked too often.")
            % {"method": method, "path": path, "status": THROTTLED}
        )
    if answer.status_code >= BROKEN:
        raise TemporaryServiceError(
            _("Prolific failed at %(method)s %(path)s with status %(status)s.")
            % {"method": method, "path": path, "status": answer.status_code}
        )
    if answer.status_code >= BAD:
        raise PlatformRefused(
            _("Prolific refused %(method)s %(path)s: %(fault)s")
            % {"method": method, "path": path, "fault": read_reason(answer)},
            code=str(answer.status_code),
        )
    return answer


def read_reason(answer: httpx.Response) -> str:
    """Prolific's own words, however it has wrapped them."""
    try:
        error = answer.json().get("error", answer.text)
    except ValueError:
        return answer.text[:200]
    return str(error.get("detail", error) if isinstance(error, dict) else error)


def list_all(environment: str, path: str, **query: Any) -> Iterator[Data]:
    """The rows of all pages; a page past the end is a 404 and means the end."""
    page = 1
    while True:
        try:
            answer = ask(environment, "GET", path, query={**query, "page": page, "page_size": PAGE})
        except PlatformRefused as refusal:
            if page > 1 and refusal.code == str(NOT_FOUND):
                return
            raise
        yield from answer["results"]
        if not answer.get("_links", {}).get("next", {}).get("href"):
            return
        page += 1
