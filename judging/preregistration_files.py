"""Files of a plan: YAML with its protocol inside, or in a file beside it."""

from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from judging.preregistration import Plan
from judging.protocol_files import check_document, parse_fields, read_protocol
from turingapp.errors import InvalidProtocol, Problem


def read_plan(path: Path) -> Plan:
    """The plan in a file; raises InvalidProtocol with the line of each fault."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InvalidProtocol(
            [Problem("file", repr(str(path)), _("it cannot be read (%(fault)s)") % {"fault": error.strerror})]
        ) from None
    return parse_plan(content, path, beside=path.parent)


def parse_plan(content: bytes, path: Path, *, beside: Path | None = None) -> Plan:
    """The plan in the content of a file; `beside` is where a protocol that is named by its file lies."""
    document, root = parse_fields(content, path)
    return check_document(Plan, take_protocol(document, path, beside), path, root)


def take_protocol(document: dict[str, Any], path: Path, beside: Path | None) -> dict[str, Any]:
    """The document with its protocol inside."""
    named = document.get("protocol")
    if not isinstance(named, str):
        return document
    if beside is None:
        rule = _("write the protocol's fields here; other files cannot be read from a page")
        raise InvalidProtocol([Problem("protocol", repr(named), rule, str(path))])
    return {**document, "protocol": read_protocol(beside / named).model_dump(mode="json")}
