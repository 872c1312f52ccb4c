"""The local platforms and the clock of the recruiters' tests, and an address that answers."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from tests.judging.recruiters.conftest import clock, mturk, prolific, study

__all__ = ["clock", "mturk", "prolific", "study"]


class Healthy(BaseHTTPRequestHandler):
    """Answers whatever is asked with status 200."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def healthy() -> Iterator[str]:
    """An address that answers, in place of the pages of a running web process."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Healthy) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
