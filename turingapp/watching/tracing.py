"""One id for a request and all that it leads to: in the answer, in each log line, and along with jobs."""

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

HEADER = "X-Request-ID"
GIVEN = re.compile(r"[0-9a-f-]{16,36}")  # what proxies make; nothing else can be slipped into a log

request_id: ContextVar[str] = ContextVar("request_id", default="")
job_id: ContextVar[str] = ContextVar("job_id", default="")


def choose_id(given: str) -> str:
    """The id that a proxy has given a request, else a fresh one."""
    return given if GIVEN.fullmatch(given) else secrets.token_hex(16)


@contextmanager
def traced(variable: ContextVar[str], value: str) -> Iterator[None]:
    """Within, the variable has this value."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)
