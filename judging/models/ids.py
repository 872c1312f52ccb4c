"""Opaque ids for addresses."""

import secrets


def make_public_id() -> str:
    """An opaque random id for addresses: 128 bits."""
    return secrets.token_urlsafe(16)
