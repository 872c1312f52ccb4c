"""A client of any endpoint that speaks the OpenAI wire format: embeddings and chat; a local server does as well."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from turingapp.errors import PermanentServiceError, TemporaryServiceError

TRIES = 4
SECONDS = 60.0
LONGEST_WAIT = 30.0
WORTH_ANOTHER_TRY = frozenset({408, 409, 425, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model is, and the key that opens it; a key is never stored or logged."""

    url: str  # up to and including /v1
    model: str
    key: str = ""
    seconds: float = SECONDS

    def __repr__(self) -> str:
        """Without the key."""
        return f"{self.model} at {self.url}"


def embed(endpoint: Endpoint, texts: Sequence[str], *, wait: Callable[[float], None] = time.sleep) -> list[list[float]]:
    """One vector for each text, in the order of the texts; raises ServiceError."""
    answer = post(endpoint, "embeddings", {"model": endpoint.model, "input": list(texts)}, wait=wait)
    try:
        rows = sorted(answer["data"], key=lambda row: row["index"])
        vectors = [[float(value) for value in row["embedding"]] for row in rows]
    except (KeyError, TypeError, ValueError) as error:
        raise malformed(endpoint, f"an embedding misses {error}") from error
    if len(vectors) != len(texts):
        raise malformed(endpoint, f"it gave {len(vectors)} vectors for {len(texts)} texts")
    return vectors


def chat(
    endpoint: Endpoint,
    messages: Sequence[Mapping[str, str]],
    *,
    most_tokens: int = 16,
    temperature: float = 0.0,
    wait: Callable[[float], None] = time.sleep,
) -> str:
    """The model's reply; raises ServiceError."""
    asked = {
        "model": endpoint.model,
        "messages": [dict(message) for message in messages],
        "max_tokens": most_tokens,
        "temperature": temperature,
    }
    answer = post(endpoint, "chat/completions", asked, wait=wait)
    try:
        return str(answer["choices"][0]["message"]["content"] or "")
    except (KeyError, IndexError, TypeError) as error:
        raise malformed(endpoint, f"a completion misses {error}") from error


def post(endpoint: Endpoint, path: str, asked: Mapping[str, Any], *, wait: Callable[[float], None]) -> dict[str, Any]:
    """The answer to one question, asked again where that may help; raises ServiceError."""
    headers = {"Authorization": f"Bearer {endpoint.key}"} if endpoint.key else {}
    trouble = ""
    for attempt in range(TRIES):
        if attempt:
            wait(min(2.0**attempt, LONGEST_WAIT))
        try:
            answer = httpx.post(
                f"{endpoint.url.rstrip('/')}/{path}", json=asked, headers=headers, timeout=endpoint.seconds
            )
        except httpx.TimeoutException:
            trouble = f"no answer within {endpoint.seconds:g} s"
            continue
        except httpx.TransportError as error:
            trouble = f"no connection ({type(error).__name__})"
            continue
        if answer.status_code in WORTH_ANOTHER_TRY:
            trouble = f"status {answer.status_code}"
            continue
        return read_answer(endpoint, answer)
    raise TemporaryServiceError(f"{endpoint!r} did not answer after {TRIES} tries: {trouble}. Try again later.")


def read_answer(endpoint: Endpoint, answer: httpx.Response) -> dict[str, Any]:
    """The JSON object of an answer; raises PermanentServiceError for a refusal or anything else."""
    if answer.status_code >= 400:
        hint = "check the key" if answer.status_code in (401, 403) else "check the model's name and the address"
        raise PermanentServiceError(f"{endpoint!r} refused with status {answer.status_code}; {hint}.")
    try:
        found = answer.json()
    except ValueError as error:
        raise malformed(endpoint, "it is no JSON") from error
    if not isinstance(found, dict):
        raise malformed(endpoint, "it is no JSON object")
    return found


def malformed(endpoint: Endpoint, what: str) -> PermanentServiceError:
    """The error for an answer that is not in the wire format."""
    return PermanentServiceError(
        f"{endpoint!r} did not answer in the OpenAI wire format: {what}; the address should end in /v1."
    )
