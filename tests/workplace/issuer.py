"""A small issuer on this machine, that knows one person (OpenID Connect Core 1.0, sections 3.1.2 and 3.1.3)."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PERSON = {
    "sub": "a-number-there",
    "preferred_username": "ada",
    "email": "ada@university.example",
    "email_verified": True,
}


class Issuer(BaseHTTPRequestHandler):
    """Says where things are, takes any code, and tells about its one person."""

    def do_GET(self) -> None:
        """The configuration, and the person."""
        host = f"http://{self.headers['Host']}"
        configuration = {
            "issuer": host,
            "authorization_endpoint": f"{host}/authorize",
            "token_endpoint": f"{host}/token",
            "userinfo_endpoint": f"{host}/person",
            "jwks_uri": f"{host}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_post"],
        }
        self.answer(configuration if self.path.startswith("/.well-known/") else PERSON)

    def do_POST(self) -> None:
        """A token for whatever code."""
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer({"access_token": "a-token", "token_type": "Bearer", "expires_in": 60})

    def answer(self, body: dict[str, Any]) -> None:
        """JSON."""
        content = json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *args: Any) -> None:
        """Nothing."""


@contextmanager
def run_issuer() -> Iterator[str]:
    """The address of an issuer that runs meanwhile."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Issuer) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
