"""The content security policy as a browser keeps it: no page does what it forbids, those of packages included."""

import re
from http import HTTPStatus

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.addresses import ADDRESSES
from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study
from tests.security.hostile import build_lab
from tests.security.test_hostile_texts import find_path

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
# The API's page is a package's (Swagger UI), the admin's pages are Django's, those of accounts allauth's.
OTHERS = ("/", "/api/docs/", "/admin/", "/admin/login/", "/nowhere")
FORBIDDEN = re.compile(r"Content Security Policy|Refused to|violates", re.IGNORECASE)


def list_pages(client: Client) -> list[str]:
    """Every page that can be looked at: of the workplace, of the admin, of a visit."""
    lab = build_lab()
    paths = [find_path(address, lab) for address in ADDRESSES]
    tables = [model._meta for model in admin.site._registry]
    paths += [reverse(f"admin:{table.app_label}_{table.model_name}_changelist") for table in tables]
    answers = {path: client.get(path) for path in paths}
    return [
        *(path for path, answer in answers.items() if answer.status_code == HTTPStatus.OK and is_page(answer.headers)),
        *OTHERS,
        begin_visit(),
    ]


def is_page(headers: object) -> bool:
    """Whether the answer is a whole page, shown and not saved."""
    return "text/html" in headers["Content-Type"] and "Content-Disposition" not in headers  # type: ignore[index]


def begin_visit() -> str:
    """The page of a trial."""
    make_pool("attention")
    visitor = Visitor()
    visitor.begin(open_small_study("attention", slug="seen"))
    return visitor.address


def test_no_page_does_what_the_policy_forbids(live_server: LiveServer, browser_page: Page, staff: Client) -> None:
    told: list[str] = []
    pages = list_pages(staff)
    browser_page.on("console", lambda line: told.append(f"{browser_page.url}: {line.text}"))
    browser_page.context.add_cookies(
        [{"name": "sessionid", "value": staff.cookies["sessionid"].value, "url": live_server.url}]
    )
    for path in pages:
        answer = browser_page.goto(f"{live_server.url}{path}", wait_until="load")
        assert answer is not None
        assert "unsafe" not in answer.headers["content-security-policy"], path
    browser_page.wait_for_load_state("networkidle")
    assert len(pages) > 60
    assert [line for line in told if FORBIDDEN.search(line)] == []


def test_a_page_that_did_would_be_found(live_server: LiveServer, browser_page: Page) -> None:
    told: list[str] = []
    browser_page.on("console", lambda line: told.append(line.text))
    browser_page.goto(f"{live_server.url}/")
    browser_page.evaluate("document.body.setAttribute('onclick', 'void 0')")
    browser_page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">x</p>')")
    assert any(FORBIDDEN.search(line) for line in told)
