"""Ports and web servers of this machine: which port to take, and whether a server answers."""

import http.client
import socket

from turingapp.errors import CannotStart

HOST = "127.0.0.1"
USUAL_PORT = 8000


def is_free(port: int) -> bool:
    """Whether a server could listen on `port` now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
        return True


def find_free_port() -> int:
    """A port that the system says is free."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def choose_port(wanted: int | None) -> int:
    """The port that was asked for, else the usual one, else any free one."""
    if wanted is None:
        return USUAL_PORT if is_free(USUAL_PORT) else find_free_port()
    if is_free(wanted):
        return wanted
    raise CannotStart(f"Port {wanted} (from PORT) is taken by another program; stop that one or name another port.")


def is_answering(port: int) -> bool:
    """Whether a web server answers a GET of `/` on `port`, whatever the page."""
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/")
        connection.getresponse()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True
