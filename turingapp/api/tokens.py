"""Tokens of the API: made and shown once, found by their digest, revoked."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from turingapp.api.models import ApiToken
from turingapp.api.scopes import TokenScope
from turingapp.errors import InvalidPayload, Problem

PREFIX = "turing_"  # by which scanners of leaked secrets and people tell what it is
SHOWN = 12  # signs of a token that lists show, five of them random
USUAL_DAYS = 90
LONGEST_DAYS = 366
LONGEST_NAME = 80
TOUCH_AFTER = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that was made just now, with the secret that is told this once."""

    token: ApiToken
    secret: str


def make_token(user: User, *, name: str, scopes: Sequence[str], days: int, at: datetime) -> NewToken:
    """Make a token that lives so many days; raises InvalidPayload where a value cannot be."""
    check_wanted(name, scopes, days)
    secret = PREFIX + secrets.token_urlsafe(32)
    try:
        with transaction.atomic():
            token = ApiToken.objects.create(
                user=user,
                name=name,
                digest=digest_secret(secret),
                hint=secret[:SHOWN],
                scopes=[scope.value for scope in TokenScope if scope.value in scopes],
                made_at=at,
                expires_at=at + timedelta(days=days),
            )
    except IntegrityError:
        rule = "this account has such a token; name the new one otherwise, or revoke the old one"
        raise InvalidPayload([Problem("name", repr(name), rule)]) from None
    return NewToken(token, secret)


def check_wanted(name: str, scopes: Sequence[str], days: int) -> None:
    """Raises InvalidPayload for a token that cannot be made."""
    problems = []
    if not 0 < len(name.strip()) <= LONGEST_NAME:
        problems.append(Problem("name", repr(name[:LONGEST_NAME]), f"it should have 1 to {LONGEST_NAME} characters"))
    unknown = [scope for scope in scopes if scope not in TokenScope.values]
    if unknown or not scopes:
        value = repr(unknown[0]) if unknown else "missing"
        problems.append(Problem("scope", value, f"there are {', '.join(TokenScope.values)}"))
    if not 0 < days <= LONGEST_DAYS:
        problems.append(Problem("days", str(days), f"a token lives 1 to {LONGEST_DAYS} days"))
    if problems:
        raise InvalidPayload(problems)


def digest_secret(secret: str) -> str:
    """What is kept of a token. 256 random bits cannot be guessed, so that a slow hash would add nothing."""
    return sha256(secret.encode()).hexdigest()


def find_live(secret: str, *, at: datetime) -> ApiToken | None:
    """The token of this secret, where it is taken at this time; it notes that it was used."""
    token = ApiToken.objects.select_related("user").filter(digest=digest_secret(secret)).first()
    if token is None or not token.is_live(at):
        return None
    if token.used_at is None or token.used_at + TOUCH_AFTER <= at:
        ApiToken.objects.filter(pk=token.pk).update(used_at=at)
    return token


def revoke_token(user: User, pk: int, *, at: datetime) -> bool:
    """Revoke an account's token for good; False where it has no such token that is not revoked yet."""
    return bool(ApiToken.objects.filter(user=user, pk=pk, revoked_at=None).update(revoked_at=at))
