"""What comes of asking an AI agent: an answer with what it cost, or none, with the reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from agents.failures import Failure as Failure
from turingapp.errors import PictureRefused, ServiceError, TemporaryServiceError, TuringError

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Usage:
    """What was used of a service that is paid: calls, and tokens where it counts them."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    @property
    def tokens(self) -> int:
        """All tokens."""
        return self.tokens_in + self.tokens_out

    def __add__(self, other: Usage) -> Usage:
        """Both together."""
        return Usage(self.calls + other.calls, self.tokens_in + other.tokens_in, self.tokens_out + other.tokens_out)


@dataclass(frozen=True, slots=True)
class Answer:
    """A response payload, unchecked; the raw reply as JSON where a service or a model gave one; what it used."""

    payload: Data
    raw: Any = None
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class Reply:
    """The next turn of a conversation, with the same beside it."""

    text: str
    raw: Any = None
    usage: Usage = field(default_factory=Usage)


class NoAnswer(TuringError):
    """An agent was asked and gave no answer that counts; `wait_seconds` is what a service asked us to wait."""

    def __init__(
        self,
        kind: Failure,
        sentence: str,
        *,
        raw: Any = None,
        usage: Usage | None = None,
        wait_seconds: float | None = None,
    ) -> None:
        self.kind, self.raw, self.usage, self.wait_seconds = kind, raw, usage or Usage(), wait_seconds
        super().__init__(sentence)

    def after(self, replies: Iterable[Reply]) -> NoAnswer:
        """The same, with the replies that came before it in the same dialogue."""
        before = list(replies)
        usage = sum((reply.usage for reply in before), self.usage)
        raw = [*(reply.raw for reply in before), self.raw]
        return NoAnswer(self.kind, str(self), raw=raw, usage=usage, wait_seconds=self.wait_seconds)


def blame_service(error: ServiceError) -> NoAnswer:
    """A failed service as the reason for no answer; the call counts as used, since nobody knows better."""
    kind = Failure.SERVICE_BUSY if isinstance(error, TemporaryServiceError) else Failure.SERVICE_REFUSED
    if isinstance(error, PictureRefused):
        kind = Failure.CANNOT_TAKE
    return NoAnswer(kind, str(error), raw=error.raw, usage=Usage(calls=1), wait_seconds=error.wait_seconds)
