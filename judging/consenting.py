"""What a person agrees to when they take part, and whether what they give may be published: two questions."""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext, gettext_noop

from judging.forms import ReleaseForm
from judging.leasing import lock_visit
from judging.models import Assignment, ConsentText
from judging.protocol import Settings
from turingapp.errors import IncompleteAnswer

UNSAID = gettext_noop("Please say whether what you give may be published. You can take part either way.")


def keep_consent(assignment: Assignment, data: Mapping[str, str], *, at: datetime) -> None:
    """Note on a visit that the caller has locked and will save what its person agreed to, and which text it was.

    Raises IncompleteAnswer where the question on publication was asked and not answered.
    """
    settings = assignment.settings
    if settings.release:
        form = ReleaseForm(settings, data=data)
        if not form.is_valid():
            raise IncompleteAnswer(gettext(UNSAID), tuple(form.errors))
        assignment.releases = form.cleaned_data["release"] == ReleaseForm.YES
    assignment.consented_at, assignment.consent = at, find_text(settings, at=at)


@transaction.atomic
def take_release_back(assignment: Assignment, *, at: datetime) -> None:
    """Let nothing of a visit be published from now on, as its person asks; all else stays. Asked twice: done once."""
    locked = lock_visit(assignment.pk, assignment.study_id)
    if locked.releases:
        locked.releases, locked.unreleased_at = False, at
        locked.save(update_fields=("releases", "unreleased_at"))


def find_text(settings: Settings, *, at: datetime) -> ConsentText:
    """The row of a protocol's text and question, made where nobody has agreed to them before."""
    text, _ = ConsentText.objects.get_or_create(
        fingerprint=fingerprint(settings.consent, settings.release),
        defaults={"text": settings.consent, "release": settings.release, "first_shown_at": at},
    )
    return text


def fingerprint(text: str, release: str) -> str:
    """SHA-256 of a text and its question on publication, as 64 hexadecimal digits."""
    return hashlib.sha256(json.dumps([text, release], ensure_ascii=False).encode()).hexdigest()
