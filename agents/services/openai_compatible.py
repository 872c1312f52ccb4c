"""A client of any endpoint that speaks the OpenAI wire format: embeddings and chat; a local server does as well."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.services.asking import SECONDS, TRIES, Question, Wait, ask, malformed
from turingapp.errors import PermanentServiceError

FORM = "the OpenAI wire format"
FILTERED = "content_filter"
Message = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model is, and the key that opens it; a key is never stored or logged."""

    url: str  # up to and including /v1
    model: str
    key: str = field(default="", repr=False)
    seconds: float = SECONDS
    tries: int = TRIES

    def __str__(self) -> str:
        return f"{self.model} at {self.url}"

    def pose(self, path: str, asked: Mapping[str, Any]) -> Question:
        """A question to one of its paths."""
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        body = {"model": self.model, **asked}
        return Question(str(self), f"{self.url.rstrip('/')}/{path}", body, headers, self.seconds, FORM)


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
    question = endpoint.pose("embeddings", {"input": list(texts)})
    answer = ask(question, tries=endpoint.tries, wait=wait)
    try:
        rows = sorted(answer["data"], key=lambda row: row["index"])
        vectors = [[float(value) for value in row["embedding"]] for row in rows]
    except (KeyError, TypeError, ValueError) as error:
        raise malformed(question, f"an embedding misses {error}; the address should end in /v1") from error
    if len(vectors) != len(texts):
        raise malformed(question, f"it gave {len(vectors)} vectors for {len(texts)} texts")
    return vectors


def chat(
    endpoint: Endpoint,
    messages: Sequence[Message],
    *,
    parameters: Mapping[str, Any] | None = None,
    wait: Wait = time.sleep,
) -> Completion:
    """The model's next message; `parameters` go along as they are (max_tokens, temperature, …). Raises ServiceError."""
    question = endpoint.pose("chat/completions", {"messages": [dict(one) for one in messages], **(parameters or {})})
    try:
        answer = ask(question, tries=endpoint.tries, wait=wait)
    except PermanentServiceError as error:
        if error.code == FILTERED:  # how Azure's deployments say that their filter stopped the prompt
            return Completion("", refused=True, raw={"error": {"code": error.code, "message": str(error)}})
        raise
    try:
        return read_completion(answer)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        raise malformed(question, f"a completion misses {error}; the address should end in /v1") from error


def read_completion(answer: Mapping[str, Any]) -> Completion:
    """A completion in the wire format; raises KeyError, IndexError, TypeError or AttributeError where it is none."""
    choice, usage = answer["choices"][0], answer.get("usage") or {}
    message, why = choice["message"], choice.get("finish_reason")
    refusal = message.get("refusal")
    text = refusal or message["content"] or ""
    if not isinstance(text, str):
        raise TypeError(f"a text: its content is {type(text).__name__}")
    return Completion(
        text=text,
        refused=bool(refusal) or why == FILTERED,
        cut=why == "length",
        tokens_in=usage.get("prompt_tokens"),
        tokens_out=usage.get("completion_tokens"),
        raw=answer,
    )
