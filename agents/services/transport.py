"""One question to a service over HTTP: asked once, bounded in time and size, its failures as our errors."""

import json
import ssl
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Any

import httpx
from django.utils.translation import gettext

from turingapp.errors import PermanentServiceError, TemporaryServiceError

SECONDS = 60.0
LONGEST_SECONDS = 240.0  # to connect, and again to answer: together less than a worker holds an item of a run
LONGEST_WAIT = 3600.0
MOST_BYTES = 8_000_000
MOST_DEEP = 100  # of a reply's JSON; what goes on with it, and keeps it, steps down through all of it
MOST_KEPT = 4_000  # characters of a failure's own words that are kept with it
CODINGS = ("identity", "gzip")
KEY_HEADERS = ("Authorization", "X-Goog-Api-Key", "Ocp-Apim-Subscription-Key")
SHORTEST_KEY = 8  # anything shorter may be a word of the reply
MASK = b"(the key)"
WORTH_ANOTHER_TRY = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})


def ask_service(
    name: str,
    url: str,
    *,
    asked: Any = None,
    content: bytes | None = None,
    headers: Mapping[str, str] | None = None,
    params: Mapping[str, str] | None = None,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> dict[str, Any]:
    """The JSON object that a POST of `asked` (as JSON) or `content` gets; `name` stands for the service in errors.

    Raises TemporaryServiceError (with `wait_seconds` where the service says it) or PermanentServiceError, with what
    the service said in `raw`. Redirects are not followed: they could carry a key somewhere else.
    """
    ends = clock() + seconds
    heads = {"Accept-Encoding": "gzip", **(headers or {})}
    sent = {"json": asked, "content": content, "headers": heads, "params": params}
    with (
        translated_errors(name, seconds),
        httpx.stream("POST", url, **sent, timeout=seconds, verify=read_certificates()) as answer,
    ):
        coding = answer.headers.get("Content-Encoding", "identity").lower()
        if coding not in CODINGS:  # codings of codings swell to gigabytes before anybody can count them
            raise PermanentServiceError(
                gettext("%(service)s answered in the coding %(coding)s, which was not asked for.")
                % {"service": name, "coding": repr(coding[:40])}
            )
        body = b""
        for chunk in answer.iter_bytes():
            body += chunk
            if len(body) > MOST_BYTES:
                raise PermanentServiceError(
                    gettext("%(service)s answered with more than %(most)s bytes.")
                    % {"service": name, "most": format(MOST_BYTES, ",")}
                )
            if clock() > ends:
                raise TemporaryServiceError(
                    gettext("%(service)s gave no whole answer within %(seconds)s s.")
                    % {"service": name, "seconds": format(seconds, "g")}
                )
    return read_answer(name, answer, mask_keys(body, headers or {}))


@contextmanager
def translated_errors(name: str, seconds: float) -> Iterator[None]:
    """The errors of the HTTP library as ours."""
    try:
        yield
    except httpx.TimeoutException:
        raise TemporaryServiceError(
            gettext("%(service)s gave no answer within %(seconds)s s.")
            % {"service": name, "seconds": format(seconds, "g")}
        ) from None
    except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        raise PermanentServiceError(
            gettext("%(service)s has an address that cannot be asked: %(fault)s.") % {"service": name, "fault": error}
        ) from None
    except (UnicodeError, httpx.LocalProtocolError) as error:
        raise blame_letters(name, error) from None
    except (httpx.TransportError, httpx.DecodingError) as error:
        raise TemporaryServiceError(
            gettext("%(service)s could not be reached (%(fault)s).") % {"service": name, "fault": type(error).__name__}
        ) from None


def mask_keys(body: bytes, headers: Mapping[str, str]) -> bytes:
    """A reply without the key that was sent: some services repeat a wrong one, and replies are kept and shown."""
    for header in set(KEY_HEADERS) & set(headers):
        key = headers[header].rpartition(" ")[2].encode()
        body = body.replace(key, MASK) if len(key) >= SHORTEST_KEY else body
    return body


def blame_letters(name: str, error: UnicodeError | httpx.LocalProtocolError) -> PermanentServiceError:
    """The error for a host or a header that cannot be written; told without the header, which may be the key."""
    if isinstance(error, UnicodeError) and getattr(error, "encoding", "idna") != "ascii":
        return PermanentServiceError(
            gettext("%(service)s has an address that cannot be asked: no host has such a name.") % {"service": name}
        )
    return PermanentServiceError(
        gettext("%(service)s cannot be asked: its key has a sign that no header can have.") % {"service": name}
    )


@cache
def read_certificates() -> ssl.SSLContext:
    """Whom to trust; read once, as that takes longer than many an answer."""
    return httpx.create_ssl_context()


def read_answer(name: str, answer: httpx.Response, body: bytes) -> dict[str, Any]:
    """The JSON object of an answer; raises ServiceError for any other."""
    text = body.decode("utf-8", "replace")
    status, kept = answer.status_code, text[:MOST_KEPT]
    if status in WORTH_ANOTHER_TRY:
        wait_seconds = read_wait(answer.headers)
        raise TemporaryServiceError(
            gettext("%(service)s failed with status %(status)s.") % {"service": name, "status": status},
            raw=kept,
            wait_seconds=wait_seconds,
        )
    if status >= 300:
        hint = gettext("check the key") if status in (401, 403) else gettext("check the address and the settings")
        raise PermanentServiceError(
            gettext("%(service)s refused with status %(status)s; %(advice)s.")
            % {"service": name, "status": status, "advice": hint},
            raw=kept,
        )
    try:
        found = json.loads(text)
    except RecursionError:
        raise refuse_deep(name, kept) from None
    except ValueError:
        # Cut off on its way, more often than not.
        raise TemporaryServiceError(
            gettext("%(service)s answered with what is no JSON.") % {"service": name}, raw=kept
        ) from None
    if not isinstance(found, dict):
        raise PermanentServiceError(
            gettext("%(service)s answered with JSON that is no object.") % {"service": name}, raw=kept
        )
    if is_deep(found):
        raise refuse_deep(name, kept)
    return found


def is_deep(found: Any) -> bool:
    """Whether a JSON value holds values within values more than MOST_DEEP times."""
    level = [found]
    for _ in range(MOST_DEEP):
        level = [inner for value in level for inner in list_inner(value) if isinstance(inner, dict | list)]
        if not level:
            return False
    return True


def list_inner(value: dict[str, Any] | list[Any]) -> Iterable[Any]:
    """What an object or an array holds."""
    return value.values() if isinstance(value, dict) else value


def refuse_deep(name: str, kept: str) -> PermanentServiceError:
    """The error for JSON that nobody means."""
    return PermanentServiceError(
        gettext("%(service)s answered with JSON that is more than %(most)s levels deep.")
        % {"service": name, "most": MOST_DEEP},
        raw=kept,
    )


def read_wait(headers: Mapping[str, str]) -> float | None:
    """The seconds that Retry-After asks for, at most an hour (RFC 9110, section 10.2.3); None without it."""
    asked, sent = headers.get("Retry-After", ""), headers.get("Date", "")
    if asked.isdigit():
        return min(float(asked), LONGEST_WAIT)
    try:
        seconds = (parsedate_to_datetime(asked) - parsedate_to_datetime(sent)).total_seconds()
    except ValueError:
        return None
    return min(max(seconds, 0.0), LONGEST_WAIT)
