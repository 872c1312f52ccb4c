"""The local platforms and the clock of the recruiters' tests, and a browser that is logged in as staff."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.judging.recruiters.conftest import clock, mturk, prolific, study

__all__ = ["clock", "mturk", "prolific", "staff", "study"]


@pytest.fixture
def staff(client: Client) -> Client:
    """A browser that is logged in as staff."""
    client.force_login(User.objects.create_user("experimenter", password="a-long-password", is_staff=True))
    return client


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
