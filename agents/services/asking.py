"""Asking a service of the outer world over HTTP: again where that may help, and no more read than makes sense."""

import json
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import httpx

from turingapp.errors import PermanentServiceError, TemporaryServiceError

Wait = Callable[[float], None]
TRIES = 4
SECONDS = 60.0
LONGEST_WAIT = 30.0
MOST_BYTES = 20_000_000  # of an answer: what is longer is no answer of these services
LONGEST_SAID = 200  # characters of what the service says of an error
TOO_MANY = 429
WORTH_ANOTHER_TRY = frozenset({408, 409, 425, TOO_MANY, 500, 502, 503, 504})
ABOUT_KEYS = frozenset({401, 403})


@dataclass(frozen=True, slots=True)
class Question:
    """One POST: to whom, as it stands in messages, and what; headers may hold a key and are never shown."""

    service: str
    url: str
    body: Mapping[str, Any] | bytes  # sent as JSON, or as it is
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    seconds: float = SECONDS
    form: str = "JSON"  # what its answers should be, for messages


def ask(question: Question, *, tries: int = TRIES, wait: Wait = time.sleep) -> dict[str, Any]:
    """The JSON object that is answered; raises ServiceError.

    Waits as long as the service asks for (Retry-After), or 2, 4, 8 seconds; a longer wait is left to the caller, as
    `wait_seconds` of the error.
    """
    for attempt in range(1, tries + 1):
        try:
            return ask_once(question)
        except TemporaryServiceError as error:
            seconds = 2.0**attempt if error.wait_seconds is None else error.wait_seconds
            if attempt == tries or seconds > LONGEST_WAIT:
                tried = "one try" if attempt == 1 else f"{attempt} tries"
                raise TemporaryServiceError(
                    f"{question.service} did not answer after {tried}: {error}. Try again later.", error.wait_seconds
                ) from error
        wait(seconds)
    raise ValueError(f"tries is {tries}: it should be at least 1")


def ask_once(question: Question) -> dict[str, Any]:
    """One try; a TemporaryServiceError says what happened, without a full stop."""
    body: dict[str, Any] = {"content": question.body} if isinstance(question.body, bytes) else {"json": question.body}
    try:
        with httpx.stream(
            "POST",
            question.url,
            headers=dict(question.headers),
            timeout=question.seconds,
            verify=read_certificates(),
            **body,
        ) as answer:
            text = read_body(question, answer)
    except httpx.TimeoutException as error:
        raise TemporaryServiceError(f"no answer within {question.seconds:g} s") from error
    except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        raise PermanentServiceError(f"{question.url!r} is no address ({error}); check the address.") from error
    except httpx.TransportError as error:
        raise TemporaryServiceError(f"no connection ({type(error).__name__})") from error
    if answer.status_code in WORTH_ANOTHER_TRY:
        raise TemporaryServiceError(f"status {answer.status_code}", read_wait(answer.headers.get("retry-after", "")))
    if answer.status_code >= httpx.codes.MULTIPLE_CHOICES:
        raise tell_refusal(question, answer.status_code, text)
    return read_object(question, text)


@cache
def read_certificates() -> ssl.SSLContext:
    """Whom to trust; read once, as that takes longer than many an answer."""
    return httpx.create_ssl_context()


def read_body(question: Question, answer: httpx.Response) -> bytes:
    """The whole of an answer; raises PermanentServiceError where it does not end."""
    found = bytearray()
    for chunk in answer.iter_bytes():
        found += chunk
        if len(found) > MOST_BYTES:
            raise malformed(question, f"it is longer than {MOST_BYTES // 1_000_000} MB")
    return bytes(found)


def read_wait(retry_after: str) -> float | None:
    """The seconds of a Retry-After header; None where it names none (a date is read as none)."""
    return float(retry_after) if retry_after.strip().isdecimal() else None


def read_object(question: Question, text: bytes) -> dict[str, Any]:
    """A JSON object; raises PermanentServiceError."""
    try:
        found = json.loads(text)
    except ValueError as error:
        raise malformed(question, "it is no JSON") from error
    if not isinstance(found, dict):
        raise malformed(question, "it is no JSON object")
    return found


def tell_refusal(question: Question, status: int, text: bytes) -> PermanentServiceError:
    """The error for a status that will not change; what is said of a key is not repeated, as it may hold the key."""
    code, message = read_error(text)
    if status in ABOUT_KEYS:
        return PermanentServiceError(f"{question.service} refused with status {status}; check the key.", code)
    said = f" ({message[:LONGEST_SAID]})" if message else ""
    return PermanentServiceError(
        f"{question.service} refused with status {status}{said}; check the model's name and the address.", code
    )


def read_error(text: bytes) -> tuple[str, str]:
    """The code and the message of an error as these services write them, empty where they are not found."""
    try:
        error = json.loads(text)["error"]
        return str(error.get("code") or error.get("status") or ""), " ".join(str(error.get("message") or "").split())
    except (ValueError, TypeError, KeyError, AttributeError):
        return "", ""


def malformed(question: Question, what: str) -> PermanentServiceError:
    """The error for an answer in another form than the service's."""
    return PermanentServiceError(f"{question.service} did not answer in {question.form}: {what}.")
