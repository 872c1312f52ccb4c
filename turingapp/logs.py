"""Log lines, for people or as JSON: with the ids of request and job, without tokens, addresses of people or values of
rows.
"""

import json
import logging
import re
from datetime import UTC, datetime
from types import TracebackType

from turingapp.watching.tracing import job_id, request_id

# `/visit/<token>/` and `/join/<link>/` open a visit to whoever reads them.
SECRET_PATHS = re.compile(r"(/(?:visit|join|chat)/)([^/\s?\"']{6})[^/\s?\"']*")
# What platforms add to `/arrive/<posting>/` says who somebody is there.
ARRIVALS = re.compile(r"(/arrive/[^\s?\"']*\?)[^\s\"']+")
# A link by which an account's password is set.
PASSWORD_LINKS = re.compile(r"(/account/password/[^/\s]+/)[^/\s?\"']+")
# Whoever reads the signature in the address of a picture can look at it for an hour.
PICTURES = re.compile(r"(/media/[^\s?\"']*\?until=\d+\.)[^\s\"'&]+")
# PostgreSQL adds the values of the row to its complaints.
DETAILS = re.compile(r"^DETAIL: .*$", re.MULTILINE)


def mask_tokens(text: str) -> str:
    """`text` with all but the first six characters of each visit token and link replaced, and no platform's ids."""
    unlinked = PICTURES.sub(r"\1…", PASSWORD_LINKS.sub(r"\1…", text))
    return DETAILS.sub("DETAIL: …", ARRIVALS.sub(r"\1…", SECRET_PATHS.sub(r"\1\2…", unlinked)))


class MaskTokens(logging.Filter):
    """Replaces tokens in the finished message of each record."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        record.msg, record.args = mask_tokens(message), ()
        return True


class Line(logging.Formatter):
    """A line for people; tracebacks are masked like messages."""

    def formatException(  # noqa: N802  # the name of the base class
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None],
    ) -> str:
        """The traceback, masked."""
        return mask_tokens(super().formatException(ei))


class JsonLine(Line):
    """A line of JSON: time, level, logger, message; the ids of request and job; facts; the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request": request_id.get(),
            "job": job_id.get(),
            **getattr(record, "facts", {}),
            "traceback": self.formatException(record.exc_info) if record.exc_info else "",
        }
        return json.dumps({name: value for name, value in told.items() if value != ""}, ensure_ascii=False)
