"""Writing the audit log: what a request or a command asked for, by the deed of the matrix, and what came of it.

Pages and the API say what they are asked for when they are admitted (`admitting.py`); the middleware writes the line
once the answer is known. A view that has more to say than its address does, such as the study that it has opened,
calls `tell_log`; so does one that answers with a page though it has changed something.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest

from turingapp.members.matrix import Deed
from turingapp.members.models import AuditEntry

Way, Outcome = AuditEntry.Way, AuditEntry.Outcome
LONGEST = 300
LOOKING = ("GET", "HEAD", "OPTIONS")  # methods
# Parts of addresses and arguments of commands that name things of ours; all others may hold what lets somebody in.
TELLING = (
    *("pk", "number", "task", "pool", "recruiter", "environment", "system", "kind", "collection", "source", "agent"),
    *("posting", "study", "slug", "name", "version", "account", "role", "studies", "user", "username"),
)


@dataclass(slots=True)
class Asked:
    """What a request asks for, until it is answered."""

    deed: Deed
    way: str
    doing: str
    who: str
    study: str = ""
    on: str = ""
    is_done: bool = False  # whatever the answer looks like


def note(asked: Asked, outcome: str, *, at: datetime) -> None:
    """Write a line of the log."""
    AuditEntry.objects.create(
        at=at,
        who=asked.who,
        way=asked.way,
        deed=asked.deed.slug,
        doing=asked.doing,
        study=asked.study,
        on=asked.on[:LONGEST],
        outcome=outcome,
    )


def remember(request: HttpRequest, asked: Asked) -> None:
    """Keep what a request asks for until it is answered."""
    request.asked = asked  # type: ignore[attr-defined]  # of our own


def recall(request: HttpRequest) -> Asked | None:
    """What the request asks for, where a page has said so."""
    return getattr(request, "asked", None)


def tell_log(request: HttpRequest, on: str = "", *, study: str = "") -> None:
    """That this request has changed something, and what its address does not say of it; no names of participants."""
    asked = recall(request)
    if asked is not None:
        asked.is_done = True
        asked.study = study or asked.study
        asked.on = "; ".join(filter(None, (asked.on, on)))


def describe(named: Mapping[str, Any]) -> str:
    """What the parts of an address, or the arguments of a command, tell without letting anybody in."""
    return ", ".join(f"{name}={named[name]}" for name in TELLING if named.get(name) not in (None, "", []))
