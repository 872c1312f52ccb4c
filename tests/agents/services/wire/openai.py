"""A server on this machine that speaks the OpenAI wire format: chat and embeddings."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tests.agents.services.wire.serving import Asked, Reply, WireServer, serve

Speak = Callable[[dict[str, Any]], str]


@dataclass
class ModelServer(WireServer):
    """Says what `reply` says to what it is asked."""

    reply: Speak = lambda asked: "human"

    @property
    def url(self) -> str:
        """Where its models are."""
        return f"{self.address}/v1"


def complete(text: str | None, *, finish_reason: str = "stop", **message: Any) -> Reply:
    """A completion as such endpoints write it."""
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": text, **message},
        "finish_reason": finish_reason,
    }
    usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
    return Reply({"id": "chatcmpl-1", "object": "chat.completion", "choices": [choice], "usage": usage})


def go_on(text: str) -> Reply:
    """How such endpoints go on with a text."""
    return Reply({"id": "cmpl-1", "choices": [{"index": 0, "text": text, "finish_reason": "stop"}]})


def filter_prompt() -> Reply:
    """How Azure's deployments say that their filter stopped a prompt."""
    return Reply({"error": {"code": "content_filter", "message": "The prompt was filtered.", "status": 400}}, 400)


def list_vectors(texts: list[str], model: str) -> Reply:
    """Embeddings that depend on the lengths of the texts, in no good order."""
    rows = [{"index": place, "embedding": [len(text), 1.0]} for place, text in enumerate(texts)]
    return Reply({"object": "list", "data": rows[::-1], "model": model})


@contextmanager
def serve_model(reply: Speak | None = None) -> Iterator[ModelServer]:
    """A server on a free port of this machine."""

    def answer(asked: Asked) -> Reply:
        if asked.path.endswith("/embeddings"):
            return list_vectors(asked.content["input"], asked.content["model"])
        if "prompt" in asked.content:
            return go_on(server.reply(asked.content))
        return complete(server.reply(asked.content))

    server = ModelServer(answer)
    if reply:
        server.reply = reply
    with serve(server):
        yield server
