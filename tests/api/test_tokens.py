"""Tokens of the API: shown once, kept as a digest, with scopes, until they are revoked or their time is over."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.management import CommandError
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.api.callers import make_caller
from tests.commands import run
from tests.members import make_member
from turingapp.api.models import ApiToken
from turingapp.api.scopes import TokenScope
from turingapp.api.tokens import PREFIX, digest_secret, make_token, revoke_token
from turingapp.errors import InvalidPayload
from turingapp.members.roles import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def member() -> User:
    return make_member("member", Role.EXPERIMENTER)


def call(secret: str) -> int:
    return Client(headers={"Authorization": f"Bearer {secret}"}).get("/api/studies/").status_code


def test_of_a_token_only_a_digest_is_kept(member: User) -> None:
    made = make_token(member, name="script", scopes=["studies:read"], days=1, at=timezone.now())
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM api_apitoken")
        kept = str(cursor.fetchall())
    assert made.secret not in kept
    assert digest_secret(made.secret) in kept
    assert made.secret.startswith(PREFIX)
    assert len(made.secret) >= 50


def test_a_token_is_taken_until_it_is_revoked_or_its_time_is_over(member: User) -> None:
    at = timezone.now()
    short = make_token(member, name="short", scopes=["studies:read"], days=1, at=at)
    long = make_token(member, name="long", scopes=["studies:read"], days=30, at=at)
    assert (call(short.secret), call(long.secret)) == (200, 200)
    with time_machine.travel(at + timedelta(days=1), tick=False):
        assert (call(short.secret), call(long.secret)) == (401, 200)
    assert revoke_token(member, long.token.pk, at=at)
    assert not revoke_token(member, long.token.pk, at=at)
    assert call(long.secret) == 401
    assert ApiToken.objects.get(name="long").used_at is not None


def test_a_token_ends_with_its_account_and_its_role(member: User) -> None:
    made = make_token(member, name="script", scopes=["studies:read"], days=1, at=timezone.now())
    member.memberships.all().delete()
    assert call(made.secret) == 403
    User.objects.filter(pk=member.pk).update(is_active=False)
    assert call(made.secret) == 401


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer nobody", "Basic bm9ib2R5Om5vYm9keQ==", "Bearer \u00fc", "Bearer a b"]
)
def test_what_is_no_token_is_refused(header: str) -> None:
    answer = Client(headers={"Authorization": header.encode().decode("latin-1")}).get("/api/studies/")
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")


def test_a_token_without_the_scope_is_told_which_it_lacks(member: User) -> None:
    caller = make_caller(member, TokenScope.READ_POOLS)
    assert caller.get("/api/pools/").status_code == 200
    refused = caller.get("/api/studies/")
    assert (refused.status_code, refused.json()["detail"]) == (403, "This token lacks the scope studies:read.")
    assert caller.post("/api/pools/color/tests/stimuli/").status_code == 403


@pytest.mark.parametrize(
    ("name", "scopes", "days"),
    [
        ("", ["studies:read"], 1),
        ("n", [], 1),
        ("n", ["everything"], 1),
        ("n", ["studies:read"], 0),
        ("n", ["pools:read"], 400),
    ],
)
def test_a_token_that_cannot_be_is_refused(member: User, name: str, scopes: list[str], days: int) -> None:
    with pytest.raises(InvalidPayload):
        make_token(member, name=name, scopes=scopes, days=days, at=timezone.now())
    assert not ApiToken.objects.exists()


def test_the_command_makes_lists_and_revokes(member: User) -> None:
    secret = run("api_token", "member", "--name", "night job", "--scope", "studies:read").strip().splitlines()[-1]
    assert call(secret) == 200
    listed = run("api_token", "member")
    assert "night job: studies:read" in listed
    assert secret not in listed
    with pytest.raises(CommandError, match="this account has such a token"):
        run("api_token", "member", "--name", "night job", "--scope", "studies:read")
    run("api_token", "member", "--revoke", str(ApiToken.objects.get().pk))
    assert call(secret) == 401
    assert "revoked" in run("api_token", "member")
    with pytest.raises(CommandError, match="There is no account 'nobody'"):
        run("api_token", "nobody")
