"""A web server of the robots' own: this application on a free port of this machine, in threads of this process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler, get_internal_wsgi_application

HOST = "127.0.0.1"


class QuietHandler(WSGIRequestHandler):
    """Prints no line for each request, and does not hold back the second half of an answer (Nagle's algorithm)."""

    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


class Server(ThreadedWSGIServer):
    """Waits for its threads at the end, so that no connection to the database outlives it."""

    daemon_threads = False


@contextmanager
def serving() -> Iterator[str]:
    """Serve while the block runs; gives the server's URL."""
    server = Server((HOST, 0), QuietHandler)
    server.set_app(get_internal_wsgi_application())
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, name="robots' server")
    thread.start()
    try:
        yield f"http://{HOST}:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
