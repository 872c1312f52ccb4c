"""The local platforms and the clock of the recruiters' tests, a posting, and an address that answers."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from judging.models import Study
from judging.models.recruiting import Posting
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.money import Money
from tests.judging.recruiters.conftest import Clock, clock, mturk, prolific, study
from tests.judging.recruiters.stories import post, work_off

__all__ = ["clock", "mturk", "prolific", "study"]


@pytest.fixture
def posting(study: Study, prolific: LocalProlific, clock: Clock) -> Posting:
    """Four places at the local Prolific."""
    posting = post(study, "prolific", at=clock(), reward=Money(100, "GBP"))
    work_off(clock)
    return posting


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
