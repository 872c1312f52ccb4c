"""Writing the audit log: what a request or a command asked for, by the deed of the matrix, and what came of it.

Pages and the API say what they are asked for when they are admitted (`admitting.py`); the middleware writes the line
once the answer is known; until then a `BegunDeed` stands for it, so that what a killed process has done is not missing.
A view that has more to say than its address does, such as the study that it has opened,
calls `tell_log`; so does one that answers with a page though it has changed something.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.http import HttpRequest

from agents.normalizing import make_storable
from turingapp.members.matrix import Deed
from turingapp.members.models import AuditEntry, BegunDeed

Way, Outcome = AuditEntry.Way, AuditEntry.Outcome
ROOM = {field.attname: field.max_length for field in BegunDeed._meta.fields}  # characters of its columns
UNSEEN = timedelta(hours=1)  # no answer takes so long; a command that does writes its line all the same
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
    begun: int | None = None  # the BegunDeed, by its key

    def describe(self) -> dict[str, str]:
        """The fields of its line, but for the time and the outcome; of what was sent, as much as a line can hold."""
        said = {
            "who": self.who,
            "way": self.way,
            "deed": self.deed.slug,
            "doing": self.doing,
            "study": self.study,
            "on": self.on,
        }
        return {name: make_storable(text)[: ROOM[name]] for name, text in said.items()}


def begin(asked: Asked, *, at: datetime) -> None:
    """Keep that somebody was admitted to this, until its line is written."""
    asked.begun = BegunDeed.objects.create(at=at, **asked.describe()).pk


def note(asked: Asked, outcome: str, *, at: datetime) -> None:
    """Write a line of the log."""
    with transaction.atomic():
        AuditEntry.objects.create(at=at, outcome=outcome, **asked.describe())
        forget(asked)


def forget(asked: Asked) -> None:
    """Keep no longer that this was begun: its line is written, or it changed nothing."""
    if asked.begun is not None:
        BegunDeed.objects.filter(pk=asked.begun).delete()


def note_unended(*, at: datetime) -> None:
    """Write a line for what was begun an hour ago or more and never ended, as when its process was killed."""
    for begun in BegunDeed.objects.filter(at__lt=at - UNSEEN).order_by("pk"):
        named = {field.attname: getattr(begun, field.attname) for field in begun._meta.fields if not field.primary_key}
        with transaction.atomic():
            if BegunDeed.objects.filter(pk=begun.pk).delete()[0]:
                AuditEntry.objects.create(outcome=Outcome.UNENDED, **named)


def has_log() -> bool:
    """Whether there is a log to write to; in an empty database, into which a backup is restored, there is none yet."""
    return AuditEntry._meta.db_table in connection.introspection.table_names()


def remember(request: HttpRequest, asked: Asked) -> None:
    """Keep what a request asks for until it is answered; where a page says so anew, the last time counts."""
    if (before := recall(request)) is not None:
        forget(before)
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
