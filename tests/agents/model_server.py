"""A server on this machine that speaks the OpenAI wire format, and fails in the ways that real ones do."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Answer = tuple[int, Any]  # status, and a JSON value or text


@dataclass
class ModelServer:
    """What was asked, and how it answers next: from `queue` first, then by `reply`."""

    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    queue: list[Answer] = field(default_factory=list)
    reply: Callable[[dict[str, Any]], str] = lambda asked: "human"

    def answer(self, path: str, asked: dict[str, Any]) -> Answer:
        """In the wire format of its path."""
        self.asked.append(asked)
        if self.queue:
            return self.queue.pop(0)
        if path.endswith("/embeddings"):
            rows = [{"index": place, "embedding": [len(text), 1.0]} for place, text in enumerate(asked["input"])]
            return 200, {"data": rows[::-1], "model": asked["model"]}
        return 200, {"choices": [{"message": {"role": "assistant", "content": self.reply(asked)}}]}


@contextmanager
def serve_model() -> Iterator[ModelServer]:
    """A server on a free port of this machine."""
    server = ModelServer()

    class Handler(BaseHTTPRequestHandler):
        """Answers POSTs."""

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.headers.append(dict(self.headers))
            status, content = server.answer(self.path, asked)
            body = content.encode() if isinstance(content, str) else json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    server.url = f"http://127.0.0.1:{http.server_address[1]}/v1"
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
