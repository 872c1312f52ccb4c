"""Which secrets a backup needs, told by fingerprints: a restored installation knows whether it has the same ones.

A fingerprint is a slow hash with the backup's own salt (scrypt, RFC 7914): a weak secret cannot be tried out fast.
"""

import hashlib
import hmac
from collections.abc import Mapping

from django.conf import settings

COST = {"n": 2**14, "r": 8, "p": 1, "dklen": 16}
WHAT_FOR = {
    "PERSON_KEY_SECRET": "people would not be recognized, and platforms' ids of them not be opened",
    "IDENTITY_KEYS": "platforms' ids of people could not be opened, and nobody be paid",
    "SECRET_KEY": "visits under way and second factors would end",
}


def read_secrets() -> Mapping[str, str]:
    """The secrets of this installation that its data hang on."""
    return {
        "PERSON_KEY_SECRET": settings.PERSON_KEY_SECRET,
        "IDENTITY_KEYS": " ".join(settings.IDENTITY_KEYS),
        "SECRET_KEY": settings.SECRET_KEY,
    }


def take_fingerprints(salt: bytes) -> dict[str, str]:
    """A fingerprint of each secret."""
    return {
        name: hashlib.scrypt(f"{name}={secret}".encode(), salt=salt, **COST).hex()
        for name, secret in read_secrets().items()
    }


def list_differing(salt: bytes, fingerprints: Mapping[str, str]) -> list[str]:
    """The secrets that are others here than where the backup was made."""
    here = take_fingerprints(salt)
    return [name for name in here if not hmac.compare_digest(here[name], fingerprints.get(name, ""))]
