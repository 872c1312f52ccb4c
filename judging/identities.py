"""Ids of people at platforms: encrypted, in one table, read only where a platform must be told whom to pay."""

import base64
import hashlib
from datetime import datetime

from cryptography.fernet import Fernet
from django.conf import settings

from agents.people import make_person_key
from judging.models.recruiting import Outgoing, PlatformIdentity
from judging.recruiters.base import Status
from turingapp.errors import PermanentServiceError


def make_cipher() -> Fernet:
    """The cipher, with a key made from the secret by which people are recognized."""
    digest = hashlib.sha256(b"platform identities\x1f" + settings.PERSON_KEY_SECRET.encode()).digest()
    return Fernet(base64.urlsafe_b64encode(digest))


def find_identity(recruiter: str, person: str, *, at: datetime) -> PlatformIdentity:
    """The row of this person at this recruiter, made where it is new."""
    identity, _ = PlatformIdentity.objects.get_or_create(
        recruiter=recruiter,
        person_key=make_person_key(recruiter, person),
        defaults={"sealed": make_cipher().encrypt(person.strip().encode()).decode(), "created_at": at},
    )
    return identity


def forget(identity: PlatformIdentity) -> bool:
    """Erase the platform's id of a person, unless somebody there still waits for their decision or their money."""
    waiting = identity.submissions.filter(status__in=(Status.ACTIVE, Status.SUBMITTED)).exists()
    if waiting or Outgoing.objects.filter(submission__identity=identity, state=Outgoing.State.DUE).exists():
        return False
    identity.sealed = ""
    identity.save(update_fields=("sealed",))
    return True


def unseal(identity: PlatformIdentity) -> str:
    """The platform's id of this person; raises PermanentServiceError where it was erased."""
    if not identity.sealed:
        raise PermanentServiceError("The platform's id of this person was erased, so nothing can be paid to them.")
    return make_cipher().decrypt(identity.sealed.encode()).decode()
