"""Sealing what must not be read where it lies: encrypted under the newest of several keys, opened by any of them."""

import base64
import hashlib
from collections.abc import Iterator

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings

NAME_DIGITS = 16


def list_secrets() -> Iterator[str]:
    """The secrets of the keys, newest first; the last one always made a key, and the only one by default."""
    yield from settings.IDENTITY_KEYS
    yield settings.PERSON_KEY_SECRET


def make_cipher() -> MultiFernet:
    """Seals with the newest key, and opens what any of the keys has sealed."""
    return MultiFernet([Fernet(derive(secret)) for secret in list_secrets()])


def derive(secret: str) -> bytes:
    """The Fernet key of a secret of whatever length (SHA-256, in the alphabet of RFC 4648 for addresses)."""
    return base64.urlsafe_b64encode(hashlib.sha256(b"platform identities\x1f" + secret.encode()).digest())


def name_newest_key() -> str:
    """By what a row says which key sealed it; from the name the key cannot be told."""
    return hashlib.sha256(b"name of a key\x1f" + derive(next(list_secrets()))).hexdigest()[:NAME_DIGITS]
