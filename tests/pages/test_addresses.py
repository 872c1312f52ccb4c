"""Addresses: below a path prefix, in logs, and none that looks like an advertisement."""

import logging
import re

import httpx
import pytest
from django.test import Client, override_settings

from tests.pools import make_pool, open_small_study
from turingapp.logs import MaskTokens
from turingapp.wsgi import application

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)  # a request through WSGI closes its connection
def test_the_visit_works_below_a_path_prefix() -> None:
    make_pool()
    study = open_small_study()
    transport = httpx.WSGITransport(app=application)
    with (
        override_settings(FORCE_SCRIPT_NAME="/tt"),
        httpx.Client(transport=transport, base_url="http://127.0.0.1") as http,
    ):
        begun = http.post(f"/join/{study.link}/", data={"visit": "me"})
        assert begun.headers["Location"].startswith("/tt/visit/")
        page = http.get(begun.headers["Location"].removeprefix("/tt"))  # the proxy takes the prefix off
    assert page.status_code == 200
    # Django reads the prefix of static files once, at its start; all other addresses are made per request.
    assert not re.findall(r'(?:src|href|action)="/(?!static/)(?!tt/)[^"]*', page.text)


def test_tokens_and_links_are_masked_in_logs() -> None:
    record = logging.LogRecord(
        "django.request", logging.WARNING, "", 0, "Not Found: %s", ("/tt/visit/abcdefSECRET.part/stop",), None
    )
    assert MaskTokens().filter(record)
    assert record.getMessage() == "Not Found: /tt/visit/abcdef…/stop"


def test_links_for_passwords_are_masked_in_logs() -> None:
    path = "/tt/workplace/account/password/Mg/diugih-b5e54fdb959e/"
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Not Found: %s", (path,), None)
    assert MaskTokens().filter(record)
    assert record.getMessage() == "Not Found: /tt/workplace/account/password/Mg/…/"


@pytest.mark.long
def test_fifty_visits_in_one_browser_leave_no_cookie() -> None:
    make_pool(stimuli=8)
    study = open_small_study(judgements_per_response=1000)
    client = Client()
    for number in range(50):
        begun = client.post(f"/join/{study.link}/", {"visit": f"run {number}"})
        assert client.get(begun["Location"]).status_code == 200
    assert not client.cookies
