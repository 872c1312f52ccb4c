"""A server on this machine that answers in a wire format, and fails in the ways that real services do."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

LONGEST_HANG = 20.0  # seconds, should a test never end it


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer: a JSON value, or bytes as they are; `hangs` never comes, `breaks` ends in its middle."""

    content: Any = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    hangs: bool = False
    breaks: bool = False

    @property
    def body(self) -> bytes:
        """What goes over the wire."""
        return self.content if isinstance(self.content, bytes) else json.dumps(self.content).encode()


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def content(self) -> Any:
        """Its JSON."""
        return json.loads(self.body)


@dataclass
class WireServer:
    """What it was asked, and how it answers next: from `queue` first, then by `answer`."""

    answer: Callable[[Asked], Reply]
    address: str = ""
    asked: list[Asked] = field(default_factory=list)
    queue: list[Reply] = field(default_factory=list)
    over: Event = field(default_factory=Event)

    def take(self, asked: Asked) -> Reply:
        """The reply to a request, which is noted."""
        self.asked.append(asked)
        return self.queue.pop(0) if self.queue else self.answer(asked)


def turn_away(seconds: int | str = 3) -> Reply:
    """Too many requests, with Retry-After."""
    return Reply({"error": {"message": "Rate limit reached."}}, 429, {"Retry-After": str(seconds)})


FAILS = Reply({"error": {"message": "The server had an error."}}, 500)
HANGS = Reply({}, hangs=True)
BREAKS = Reply({"a": "b" * 1000}, breaks=True)
NO_JSON = Reply(b"<html>hello</html>")
NO_OBJECT = Reply([1])
OTHER_SCHEMA = Reply({"choices": [], "data": [{}], "responses": [{}], "result": None})


def cut_short(reply: Reply) -> Reply:
    """The same reply, its JSON ending in the middle."""
    return replace(reply, content=reply.body[: len(reply.body) // 2])


def swell(megabytes: int) -> Reply:
    """A reply larger than anybody wants."""
    return Reply(b'{"a": "' + b"x" * (megabytes * 1_000_000) + b'"}')


@contextmanager
def serve(server: WireServer) -> Iterator[None]:
    """The server on a free port of this machine, at its `address`."""

    class Handler(BaseHTTPRequestHandler):
        """Takes any POST."""

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"] or 0))
            self.send(server.take(Asked(self.path, dict(self.headers), body)))

        def send(self, reply: Reply) -> None:
            if reply.hangs:
                server.over.wait(LONGEST_HANG)
                self.close_connection = True
                return
            body = reply.body
            self.send_response(reply.status)
            for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            try:
                self.wfile.write(body[: len(body) // 2] if reply.breaks else body)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True  # whoever asked has heard enough

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    http.daemon_threads = True
    thread = Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    server.address = f"http://127.0.0.1:{http.server_address[1]}"
    try:
        yield
    finally:
        server.over.set()
        http.shutdown()
        http.server_close()
        thread.join()
