"""Logging in: passwords and their limits, a second factor, and another house that knows who somebody is."""

import re
from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import lxml.html
import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from tests.builders import AT, make_study
from tests.members import PASSWORD, make_member
from tests.workplace.issuer import run_issuer
from turingapp.members.models import AuditEntry
from turingapp.members.roles import Role

pytestmark = pytest.mark.django_db
LOGIN = "/workplace/login"
MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """The time of these tests; no tries are counted yet."""
    with time_machine.travel(AT, tick=False) as traveller:
        cache.clear()
        yield traveller


def log_in(client: Client, name: str, password: str = PASSWORD) -> str:
    """Where a try to log in leads, or what the page says is wrong."""
    answer = client.post(LOGIN, {"login": name, "password": password})
    if answer.status_code == 302:
        return str(answer["Location"])
    return " ".join(lxml.html.document_fromstring(answer.content).xpath("string(//div[@role='alert'])").split())


def test_five_wrong_passwords_close_one_account_for_five_minutes(client: Client, clock: time_machine.Traveller) -> None:
    make_member("ada", Role.ANALYST)
    make_member("bob", Role.ANALYST)
    said = [log_in(client, "ada", "wrong") for _ in range(5)]
    assert len(set(said)) == 1
    assert "Too many" in log_in(client, "ada")
    assert "Too many" in log_in(Client(REMOTE_ADDR="198.51.100.9"), "ada")
    assert log_in(Client(), "bob") == "/workplace/"
    clock.shift(6 * MINUTE)
    assert log_in(Client(), "ada") == "/workplace/"


def test_ten_tries_of_one_machine_are_enough_for_a_minute(client: Client) -> None:
    make_member("ada", Role.ANALYST)
    for number in range(10):
        log_in(client, f"nobody-{number}", "wrong")
    assert "Too many" in log_in(client, "ada")
    assert log_in(Client(REMOTE_ADDR="198.51.100.9"), "ada") == "/workplace/"


def test_an_account_and_none_are_answered_alike(client: Client) -> None:
    make_member("ada", Role.ANALYST)
    assert log_in(client, "ada", "wrong") == log_in(client, "nobody", "wrong")


def test_the_tables_have_no_way_in_of_their_own(client: Client) -> None:
    User.objects.create_superuser("root", password=PASSWORD)
    answer = client.post("/admin/login/", {"username": "root", "password": PASSWORD})
    assert answer["Location"] == f"{LOGIN}?next=/admin/"
    assert client.get("/admin/")["Location"].startswith("/admin/login/")


def write_code(secret: str, at: timedelta = timedelta()) -> str:
    """What an authenticator app shows (RFC 6238)."""
    return format_hotp_value(hotp_value(secret, int((timezone.now() + at).timestamp()) // 30))


def set_up(client: Client) -> tuple[str, list[str]]:
    """Log in as ada and set up a second factor: its secret and the recovery codes."""
    make_member("ada", Role.ANALYST)
    log_in(client, "ada")
    client.post("/workplace/account/confirm", {"password": PASSWORD})
    page = client.get("/workplace/account/second-factor").content.decode()
    (secret,) = re.findall(r'<code class="secret">(\w+)</code>', page)
    page = client.post("/workplace/account/second-factor", {"code": write_code(secret)}, follow=True).content.decode()
    (codes,) = re.findall(r"<pre[^>]*>([\d\s]+)</pre>", page)
    return secret, codes.split()


def test_a_second_factor_is_asked_for(client: Client, clock: time_machine.Traveller) -> None:
    secret, _ = set_up(client)
    other = Client()
    assert log_in(other, "ada") == "/workplace/account/code"
    assert other.get("/workplace/").status_code == 302
    assert other.post("/workplace/account/code", {"code": "000000"}).status_code == 200
    clock.shift(MINUTE)
    assert other.post("/workplace/account/code", {"code": write_code(secret)})["Location"] == "/workplace/"
    assert other.get("/workplace/").status_code == 200
    told = list(AuditEntry.objects.order_by("pk").values_list("who", "doing", "outcome"))
    assert told[-2:] == [("", "mfa_authenticate", "refused"), ("ada", "mfa_authenticate", "done")]


def test_a_recovery_code_lets_in_once(client: Client) -> None:
    _, codes = set_up(client)
    assert len(codes) == 10
    for leads in ("/workplace/", None):
        other = Client()
        log_in(other, "ada")
        assert other.post("/workplace/account/code", {"code": codes[0]}).get("Location") == leads


def test_codes_cannot_be_guessed_without_end(client: Client) -> None:
    secret, _ = set_up(client)
    other = Client()
    log_in(other, "ada")
    for number in range(5):
        other.post("/workplace/account/code", {"code": f"{number:06}"})
    page = other.post("/workplace/account/code", {"code": write_code(secret, MINUTE)})
    assert page.status_code == 200
    assert "Too many" in page.content.decode()


def test_what_is_stored_of_a_second_factor_is_sealed(client: Client) -> None:
    secret, codes = set_up(client)
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in stored
    assert codes[0] not in stored


def test_an_admin_takes_a_lost_second_factor_off(client: Client) -> None:
    set_up(client)
    admin = Client()
    admin.force_login(User.objects.create_superuser("root"))
    admin.post(f"/workplace/lab/accounts/{User.objects.get(username='ada').pk}", {"second_factor": "off"})
    assert log_in(Client(), "ada") == "/workplace/"


def test_changing_the_way_in_asks_once_more_who_it_is(client: Client, clock: time_machine.Traveller) -> None:
    make_member("ada", Role.ANALYST)
    log_in(client, "ada")
    answer = client.get("/workplace/account/second-factor")
    assert answer["Location"].startswith("/workplace/account/confirm?")
    answer = client.post(answer["Location"], {"password": PASSWORD})
    assert answer["Location"] == "/workplace/account/second-factor"
    assert client.get(answer["Location"]).status_code == 200
    clock.shift(6 * MINUTE)
    assert client.get(answer["Location"]).status_code == 302


def test_one_s_own_password_is_changed_and_bad_ones_are_refused(client: Client) -> None:
    make_member("ada", Role.ANALYST)
    log_in(client, "ada")
    for new in ("short", "a-new-long-password"):
        client.post("/workplace/account/password", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert log_in(Client(), "ada", "a-new-long-password") == "/workplace/"
    assert client.get("/workplace/").status_code == 200


@pytest.fixture
def issuer(settings: Settings) -> Iterator[str]:
    """An issuer that the settings name."""
    with run_issuer() as address:
        app = {"provider_id": "oidc", "name": "the university", "client_id": "us", "secret": "hush"}
        app |= {"settings": {"server_url": address}}  # type: ignore[dict-item]
        settings.OIDC_ISSUER, settings.OIDC_NAME = address, "the university"
        settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"OAUTH_PKCE_ENABLED": True, "APPS": [app]}}
        yield address


def come_back(client: Client) -> str:
    """Go to the issuer and come back: where that leads."""
    sent = client.post("/workplace/account/outside/oidc")["Location"]
    asked = parse_qs(urlsplit(sent).query)
    assert asked["code_challenge_method"] == ["S256"]
    back = client.get("/workplace/account/outside/oidc/back", {"code": "a-code", "state": asked["state"][0]})
    return str(back["Location"])


def test_whoever_comes_from_another_house_has_no_role_until_given_one(client: Client, issuer: str) -> None:
    page = client.get(LOGIN)
    assert "Log in with the university" in page.content.decode()
    assert f"form-action 'self' {issuer};" in page["Content-Security-Policy"]
    assert come_back(client) == "/workplace/"
    assert client.get("/workplace/").status_code == 403
    ada = User.objects.get()
    assert (ada.username, ada.is_staff, ada.has_usable_password()) == ("ada", False, False)
    make_member("ada", Role.OWNER, make_study("colors"))
    assert client.get("/workplace/").status_code == 200
    told = AuditEntry.objects.values_list("who", "doing", "outcome")
    assert ("ada", "openid_connect_callback", "done") in told


def test_the_other_house_does_not_take_an_account_that_is_here(client: Client, issuer: str) -> None:
    here = make_member("ada", Role.OWNER, make_study("colors"))
    User.objects.filter(pk=here.pk).update(email="ada@university.example")
    come_back(client)
    assert client.session["_auth_user_id"] != str(here.pk)
    assert client.get("/workplace/").status_code == 403


def test_a_forged_way_back_leads_nowhere(client: Client, issuer: str) -> None:
    answer = client.get("/workplace/account/outside/oidc/back", {"code": "a-code", "state": "forged"})
    assert "did not say who you are" in answer.content.decode()
    assert not User.objects.exists()


def test_without_an_issuer_there_is_no_other_way_in(client: Client) -> None:
    assert "Log in with" not in client.get(LOGIN).content.decode()
    assert client.post("/workplace/account/outside/oidc").status_code == 404


def test_whoever_logs_in_elsewhere_has_no_password_to_change(client: Client) -> None:
    client.force_login(User.objects.create_user("somebody"))  # without one
    assert client.get("/workplace/account/password").status_code == 404
