"""How the outside is spoken with: browsers by TLS alone, a database that says nothing not for long."""

import socket
import time
from http import HTTPStatus

import psycopg2
import pytest
from django.db.utils import ConnectionHandler
from django.test import Client
from pytest_django.fixtures import Settings

from turingapp.settings import describe_database

HEADER = "Strict-Transport-Security"
PATHS = ("/", "/workplace/", "/workplace/login", "/media/sample.jpg", "/visit/nobody/", "/api/studies/", "/nowhere")


@pytest.mark.django_db
def test_behind_tls_every_answer_tells_browsers_to_insist_on_it(settings: Settings) -> None:
    settings.SECURE_HSTS_SECONDS = 31_536_000
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    browser = Client()
    for path in PATHS:
        answer = browser.get(path, headers={"X-Forwarded-Proto": "https"})
        assert answer[HEADER] == "max-age=31536000", path
        assert HEADER not in browser.get(path), path  # over plain HTTP browsers must ignore it: RFC 6797, 7.2
    assert browser.get("/nowhere").status_code == HTTPStatus.NOT_FOUND


def test_a_database_is_given_up_after_seconds_unless_its_address_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://turing@database/turing?sslmode=require")
    options = describe_database()["OPTIONS"]
    assert (options["connect_timeout"], options["sslmode"]) == (5, "require")
    monkeypatch.setenv("DATABASE_URL", "postgresql://turing@database/turing?connect_timeout=60")
    assert int(describe_database()["OPTIONS"]["connect_timeout"]) == 60


@pytest.mark.long
def test_a_database_host_that_says_nothing_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(8)  # connections are taken by the system, and nothing is ever said
        monkeypatch.setenv("DATABASE_URL", f"postgresql://turing@127.0.0.1:{silent.getsockname()[1]}/turing")
        parameters = ConnectionHandler({"default": describe_database()})["default"].get_connection_params()
        began = time.monotonic()
        with pytest.raises(psycopg2.OperationalError, match="timeout expired"):
            psycopg2.connect(**parameters)
    assert 4 < time.monotonic() - began < 60
