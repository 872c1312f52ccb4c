"""Opaque ids for addresses, and codes that people copy."""

import secrets

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that are mistaken for another


def make_public_id() -> str:
    """An opaque random id for addresses: 128 bits."""
    return secrets.token_urlsafe(16)


def make_code(length: int) -> str:
    """A random code of so many letters and digits, five bits each."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))
