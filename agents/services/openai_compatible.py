"""A client of any endpoint that speaks the OpenAI wire format: embeddings and chat; a local server does as well."""

import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from agents.services.transport import SECONDS, ask_service
from turingapp.errors import PermanentServiceError, TemporaryServiceError

TRIES = 4
LONGEST_WAIT = 30.0
FILTERED = "content_filter"
MOST_TOKENS = 2**31 - 1  # that any column can hold
Message = Mapping[str, Any]
Wait = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model is, and the key that opens it; a key is never stored or logged."""

    url: str  # up to and including /v1
    model: str
    key: str = field(default="", repr=False)
    seconds: float = SECONDS
    tries: int = TRIES  # before a passing failure is given up; 1 where the caller has a rule of its own

    def __str__(self) -> str:
        return f"{self.model} at {self.url}"


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model said; `refused` where it, or a filter in front of it, would not; `cut` where room ran out."""

    text: str
    refused: bool = False
    cut: bool = False
    tokens_in: int | None = None
    tokens_out: int | None = None
    raw: Mapping[str, Any] = field(default_factory=dict)


def embed(endpoint: Endpoint, texts: Sequence[str], *, wait: Wait = time.sleep) -> list[list[float]]:
    """One vector for each text, in the order of the texts; raises ServiceError."""
    answer = post(endpoint, "embeddings", {"input": list(texts)}, wait=wait)
    try:
        rows = sorted(answer["data"], key=lambda row: row["index"])
        vectors = [[float(value) for value in row["embedding"]] for row in rows]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise malformed(endpoint, f"an embedding misses {error}", answer) from error
    if len(vectors) != len(texts):
        raise malformed(endpoint, f"it gave {len(vectors)} vectors for {len(texts)} texts", answer)
    if len({len(vector) for vector in vectors}) > 1 or not all(vectors):
        raise malformed(endpoint, "its vectors are empty or of several lengths", answer)
    if not all(math.isfinite(value) for vector in vectors for value in vector):
        raise malformed(endpoint, "a vector has a number that is infinite or none", answer)
    return vectors


def chat(
    endpoint: Endpoint,
    messages: Sequence[Message],
    *,
    parameters: Mapping[str, Any] | None = None,
    wait: Wait = time.sleep,
) -> Completion:
    """The model's next message; `parameters` go along as they are (max_tokens, temperature, …). Raises ServiceError."""
    asked = {"messages": [dict(one) for one in messages], **(parameters or {})}
    return say(endpoint, "chat/completions", asked, wait=wait)


def complete(
    endpoint: Endpoint, text: str, *, parameters: Mapping[str, Any] | None = None, wait: Wait = time.sleep
) -> Completion:
    """How a base model goes on with a text; raises ServiceError."""
    return say(endpoint, "completions", {"prompt": text, **(parameters or {})}, wait=wait)


def say(endpoint: Endpoint, path: str, asked: Mapping[str, Any], *, wait: Wait) -> Completion:
    """What is said to a question; raises ServiceError."""
    try:
        answer = post(endpoint, path, asked, wait=wait)
    except PermanentServiceError as error:
        if read_code(error.raw) == FILTERED:  # how Azure's deployments say that their filter stopped the prompt
            return Completion("", refused=True, raw={"error": error.raw})
        raise
    try:
        return read_completion(answer)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise malformed(endpoint, f"a completion misses {error}", answer) from error


def post(endpoint: Endpoint, path: str, asked: Mapping[str, Any], *, wait: Wait) -> dict[str, Any]:
    """The answer to one question, asked again where that may help; raises ServiceError.

    Waits for as long as the service says, or 2, 4, 8 seconds; a wait beyond half a minute is left to the caller.
    """
    headers = {"Authorization": f"Bearer {endpoint.key}"} if endpoint.key else {}
    for attempt in range(1, endpoint.tries + 1):
        try:
            return ask_service(
                str(endpoint),
                f"{endpoint.url.rstrip('/')}/{path}",
                asked={"model": endpoint.model, **asked},
                headers=headers,
                seconds=endpoint.seconds,
            )
        except TemporaryServiceError as error:
            pause = 2.0**attempt if error.wait_seconds is None else error.wait_seconds
            if attempt == endpoint.tries or pause > LONGEST_WAIT:
                raise
        wait(pause)
    raise ValueError(f"tries is {endpoint.tries}: it should be at least 1")


def read_completion(answer: Mapping[str, Any]) -> Completion:
    """A completion in the wire format; raises KeyError, IndexError, TypeError or AttributeError where it is none.

    A chat's choice has a message, that of a text to go on with is the text itself.
    """
    choice, usage = answer["choices"][0], answer.get("usage") or {}
    message = {"content": choice["text"]} if "text" in choice else choice["message"]
    refusal, why = message.get("refusal"), choice.get("finish_reason")
    text = refusal or message["content"] or ""
    if not isinstance(text, str):
        raise TypeError(f"a text: its content is {type(text).__name__}")
    return Completion(
        text=text,
        refused=bool(refusal) or why == FILTERED,
        cut=why == "length",
        tokens_in=read_count(usage.get("prompt_tokens")),
        tokens_out=read_count(usage.get("completion_tokens")),
        raw=answer,
    )


def read_count(value: object) -> int | None:
    """A number of tokens; None where it is none: what was said stands without it."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return value if is_number and 0 <= value <= MOST_TOKENS else None  # type: ignore[operator,return-value]


def read_code(raw: object) -> str:
    """The code of an error as these services write them; empty where there is none."""
    try:
        return str(json.loads(str(raw))["error"]["code"])
    except (ValueError, TypeError, KeyError):
        return ""


def malformed(endpoint: Endpoint, what: str, raw: object) -> PermanentServiceError:
    """The error for an answer that is not in the wire format."""
    return PermanentServiceError(
        _("%(service)s did not answer in the OpenAI wire format: %(fault)s; the address should end in /v1.")
        % {"service": endpoint, "fault": what},
        raw=raw,
    )
