"""Recognizing a person as agent and as judge, across platforms, without keeping the platform's id."""

import hashlib
import hmac

from django.conf import settings


def make_person_key(platform: str, person: str) -> str:
    """A keyed hash (HMAC-SHA256, RFC 2104) of a platform's id of a person, as 64 hexadecimal digits."""
    message = f"{platform}\x1f{person.strip()}".encode()
    return hmac.new(settings.PERSON_KEY_SECRET.encode(), message, hashlib.sha256).hexdigest()
