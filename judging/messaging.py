"""Writing to people through the platform that they came from: each text to each person once, as requests."""

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from judging import ledger, outbox
from judging.models.recruiting import Outgoing, PlatformSubmission, Posting
from judging.recruiters.checking import check_text
from judging.recruiters.messaging import Letter
from judging.recruiters.values import Status
from turingapp.errors import InvalidPayload, Problem, Refused

LONGEST_SUBJECT, LONGEST_TEXT = 100, 4000  # MTurk takes 200 and 4096
BLANK = re.compile(r"\[[^\]\n]{1,80}\]")  # what a template leaves open


@dataclass(frozen=True, slots=True)
class Template:
    """A text to begin with; what stands in brackets has to be filled in."""

    slug: str
    title: Promise
    subject: Promise
    text: Promise


TEMPLATES = (
    Template(
        "fault",
        _("Something did not work"),
        _("Our study did not work as it should"),
        _(
            "Hello,\n\nsomething in our study did not work: [what happened]. It was not your fault, and you are paid "
            "for your time. You need not do anything.\n\nThank you, and sorry for the trouble."
        ),
    ),
    Template(
        "hand-in",
        _("Please hand in"),
        _("Please hand in your place in our study"),
        _(
            "Hello,\n\nyou have finished our study and not handed it in yet. Please go back to the page of the study: "
            "it still shows your completion code. If that does not work, write to us.\n\nThank you for taking part."
        ),
    ),
    Template(
        "thanks",
        _("Thanks"),
        _("Thank you for taking part"),
        _("Hello,\n\nthank you for taking part in our study. [what you would like to say]"),
    ),
)


@dataclass(frozen=True, slots=True)
class Sent:
    """A message that was written to people of a posting, and what became of it."""

    letter: Letter
    by: str
    at: datetime
    done: int
    due: int
    failed: int


def refuse_unable(posting: Posting) -> None:
    """Raise PermanentServiceError where nobody can be written to through the recruiter."""
    if not posting.plugin.writes_messages:
        raise posting.plugin.cannot(gettext("write to people"))


def find_people(posting: Posting, statuses: Collection[str]) -> QuerySet[PlatformSubmission]:
    """Whom a message to people of these statuses goes to, each once; whose id was erased cannot be written to."""
    rows = PlatformSubmission.objects.filter(part__posting=posting, status__in=statuses)
    return rows.exclude(identity__sealed="").select_related("part").order_by("identity_id", "-pk")


def count_people(posting: Posting) -> dict[Status, int]:
    """How many people of each status can be written to."""
    rows = find_people(posting, [status.value for status in Status]).order_by()
    counts = Counter(dict.fromkeys(rows.values_list("identity_id", "status")).keys())
    numbers = Counter(status for _identity, status in counts)
    return {status: numbers[status.value] for status in Status if numbers[status.value]}


def check_letter(letter: Letter) -> Iterator[Problem]:
    """What keeps a message from being sent."""
    yield from check_text("subject", letter.subject, LONGEST_SUBJECT)
    yield from check_text("text", letter.text, LONGEST_TEXT)
    for name, text in (("subject", letter.subject), ("text", letter.text)):
        if blank := BLANK.search(text):
            yield Problem(name, ascii(blank[0]), gettext("fill in what stands in brackets, or take it out"))


@transaction.atomic
def write_to_people(posting: Posting, statuses: Collection[str], letter: Letter, *, by: str, at: datetime) -> int:
    """Ask for the message to everybody of these statuses; returns how many have not had this very text before.

    Raises InvalidPayload for a text that cannot be sent, and PermanentServiceError where the recruiter sends none.
    """
    refuse_unable(posting)
    if problems := tuple(check_letter(letter)):
        raise InvalidPayload(problems)
    ledger.lock_study(posting.study_id)
    digest = hashlib.sha256(f"{letter.subject}\x1f{letter.text}".encode()).hexdigest()[:16]
    payload = {"subject": letter.subject, "text": letter.text, "by": by}
    people = {row.identity_id: row for row in find_people(posting, statuses)}
    if not people:
        raise Refused(gettext("Nobody has this status now, so nobody was written to."))
    asked = 0
    for row in people.values():
        cause = f"message:{posting.pk}:{digest}:{row.identity_id}"
        put = outbox.put(Outgoing.Kind.MESSAGE, cause=cause, part=row.part, submission=row, payload=payload, at=at)
        asked += put is not None
    return asked


def list_sent(posting: Posting) -> list[Sent]:
    """The messages to people of a posting, the latest first."""
    rows = Outgoing.objects.filter(part__posting=posting, kind=Outgoing.Kind.MESSAGE).order_by("pk")
    found: dict[tuple[str, str], list[Outgoing]] = {}
    for row in rows:
        found.setdefault((row.payload["subject"], row.payload["text"]), []).append(row)
    return [describe_sent(Letter(*told), group) for told, group in reversed(found.items())]


def describe_sent(letter: Letter, rows: list[Outgoing]) -> Sent:
    """One message."""
    states = Counter(row.state for row in rows)
    failed = states[Outgoing.State.FAILED] + states[Outgoing.State.UNCLEAR]
    done, due = states[Outgoing.State.DONE], states[Outgoing.State.DUE]
    return Sent(letter, rows[0].payload["by"], rows[0].created_at, done, due, failed)
