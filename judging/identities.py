"""Ids of people at platforms: encrypted, in one table, read only where a platform must be told whom to pay."""

import base64
import hashlib
from datetime import datetime

from cryptography.fernet import Fernet
from django.conf import settings

from agents.people import make_person_key
from judging.recruiting_models import PlatformIdentity


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


def unseal(identity: PlatformIdentity) -> str:
    """The platform's id of this person."""
    return make_cipher().decrypt(identity.sealed.encode()).decode()
