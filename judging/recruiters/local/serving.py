"""The web server of a local platform: in threads of this process, on this machine's own address only."""

import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

HOST = "127.0.0.1"
LARGEST_BODY = 1_000_000
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Request:
    """One request, taken apart."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes

    @property
    def form(self) -> dict[str, str]:
        """The fields of a form that was sent."""
        return dict(parse_qsl(self.body.decode(), keep_blank_values=True))


@dataclass(frozen=True, slots=True)
class Reply:
    """What is answered."""

    status: int
    body: bytes = b""
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)


class Silence(Exception):
    """The connection ends without an answer, as after a time-out."""


class Hold:
    """One request that a platform keeps waiting: `reached` once it is there, going on once it is `released`."""

    def __init__(self, operation: str, *, is_done: bool) -> None:
        self.operation, self.is_done = operation, is_done
        self.reached, self.released = threading.Event(), threading.Event()


class Platform(ABC):
    """A platform that answers requests; its state is guarded by one lock."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.url = ""
        self.holds: list[Hold] = []

    def hold(self, operation: str, *, is_done: bool) -> Hold:
        """Keep the next request for an operation waiting: before anything is done, or done and without an answer."""
        hold = Hold(operation, is_done=is_done)
        self.holds.append(hold)
        return hold

    def answer(self, request: Request) -> Reply:
        """The reply to one request; raises Silence. One after the other, but nobody waits for one that is held."""
        operation = self.name_operation(request)
        self._wait(operation, is_done=False)
        with self.lock:
            reply = self.reply(request)
        self._wait(operation, is_done=True)
        return reply

    def _wait(self, operation: str, *, is_done: bool) -> None:
        asked = (operation, is_done)
        with self.lock:
            waiting = (hold for hold in self.holds if not hold.reached.is_set())
            hold = next((hold for hold in waiting if (hold.operation, hold.is_done) == asked), None)
            if hold is None:
                return
            hold.reached.set()
        hold.released.wait()

    def name_operation(self, request: Request) -> str:
        """What a request asks for; empty where it is no operation of the API."""
        return ""

    @abstractmethod
    def reply(self, request: Request) -> Reply:
        """What is answered, by the state as it is; raises Silence."""

    def sign_notices(self) -> Iterator[tuple[str, bytes, dict[str, str]]]:
        """The notices that wait, each with the address it goes to, its body and headers; they then count as sent."""
        return iter(())


class Server(ThreadingHTTPServer):
    """Carries the platform that its handlers ask."""

    daemon_threads = True
    platform: Platform


class Handler(BaseHTTPRequestHandler):
    """Passes requests to the platform."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: Server

    def do_GET(self) -> None:
        """Any method is the platform's business."""
        target = urlsplit(self.path)
        length = min(int(self.headers.get("Content-Length") or 0), LARGEST_BODY)
        headers = {name.lower(): value for name, value in self.headers.items()}
        query = dict(parse_qsl(target.query, keep_blank_values=True))
        try:
            reply = self.server.platform.answer(
                Request(self.command, target.path, query, headers, self.rfile.read(length))
            )
        except Silence:
            self.close_connection = True
            return
        try:
            self.send(reply)
        except ConnectionError:  # whoever asked has gone
            self.close_connection = True

    def send(self, reply: Reply) -> None:
        """Write the reply."""
        self.send_response(reply.status)
        for name, value in {"Content-Type": reply.content_type, **reply.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(reply.body)

    do_HEAD = do_POST = do_PATCH = do_PUT = do_DELETE = do_GET  # noqa: N815 - the names that http.server calls

    def log_message(self, format: str, *args: Any) -> None:
        """One line for the log instead of the screen."""
        logger.debug(format, *args)


@contextmanager
def serving(platform: Platform, *, port: int = 0) -> Iterator[str]:
    """Serve a platform while the block runs; gives its address."""
    server = Server((HOST, port), Handler)
    server.platform = platform
    platform.url = f"http://{HOST}:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, name="local platform")
    thread.start()
    try:
        yield platform.url
    finally:
        for hold in platform.holds:
            hold.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
