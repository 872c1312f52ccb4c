"""Keeps the secrets in participants' addresses out of the logs."""

import logging
import re

# `/visit/<token>/` and `/join/<link>/` open a visit to whoever reads them.
SECRET_PATHS = re.compile(r"(/(?:visit|join)/)([^/\s?\"']{6})[^/\s?\"']*")
# What platforms add to `/arrive/<posting>/` says who somebody is there.
ARRIVALS = re.compile(r"(/arrive/[^\s?\"']*\?)[^\s\"']+")


def mask_tokens(text: str) -> str:
    """`text` with all but the first six characters of each visit token and link replaced, and no platform's ids."""
    return ARRIVALS.sub(r"\1…", SECRET_PATHS.sub(r"\1\2…", text))


class MaskTokens(logging.Filter):
    """Replaces tokens in the finished message of each record."""

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        record.msg, record.args = mask_tokens(message), ()
        return True
