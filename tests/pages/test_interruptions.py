"""What a judge sees while the database is away, starts anew or is full: a kind page, nothing lost, another try."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import InterfaceError, InternalError, OperationalError, connection
from django.test import Client
from django.urls import reverse
from lxml import html
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from judging.models import Assignment, Judgement, Study
from tests.pages.stories import Visitor
from tests.pages.test_in_browser import find_severe, go_to_trials
from tests.pools import make_pool, open_small_study

pytestmark = pytest.mark.django_db(transaction=True)
MOMENT = "One moment, please"


@contextmanager
def database_away(error: Callable[[str], Exception] = OperationalError) -> Iterator[None]:
    """Each query fails as it does without a server."""

    def refuse(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        raise error("the server closed the connection unexpectedly")

    with connection.execute_wrapper(refuse):
        yield


class FileTooLarge(Exception):
    """What PostgreSQL's library raises where the server cannot write its files, with the server's code for it."""

    pgcode = "XX000"


def fail_inside(words: str) -> InternalError:
    """How Django tells that."""
    error = InternalError(words)
    error.__cause__ = FileTooLarge(words)
    return error


@contextmanager
def disk_full() -> Iterator[None]:
    """The database may not grow by another page."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute("PRAGMA max_page_count")
        (before,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA max_page_count = {before}")


@pytest.fixture
def study() -> Study:
    make_pool()
    return open_small_study(questions=["reason"])


@pytest.fixture
def visitor(study: Study) -> Visitor:
    visitor = Visitor()
    visitor.begin(study)
    return visitor


@pytest.mark.parametrize("error", [OperationalError, InterfaceError, fail_inside])
def test_a_page_that_cannot_be_drawn_now_asks_again_by_itself(
    visitor: Visitor, error: Callable[[str], Exception]
) -> None:
    with database_away(error):
        page = visitor.client.get(visitor.address)
    assert (page.status_code, page["Retry-After"], page["Cache-Control"]) == (503, "10", "no-store")
    told = page.content.decode()
    assert MOMENT in told
    assert '<meta http-equiv="refresh" content="10">' in told
    assert "coming_back.js" in told
    assert visitor.client.get(visitor.address).status_code == 200


def test_what_was_sent_is_kept_on_the_page_and_counts_once_when_it_arrives(visitor: Visitor) -> None:
    fields = {**visitor.read_form(), "reason": "\r\nBecause <b>I</b>\r\nthink so "}
    with database_away():
        page = visitor.client.post(visitor.address, fields)
    assert page.status_code == 503
    assert not Judgement.objects.exists()
    form = html.fromstring(page.content).forms[0]
    # As a browser has it: a line end that begins a text area is none (HTML, 13.2.6.4.7), others have two characters.
    values = {name: value.replace("\r\n", "\n").removeprefix("\n") for name, value in form.form_values()}
    kept = {name: value.replace("\n", "\r\n") for name, value in values.items()}
    assert kept == fields
    for _ in range(2):
        assert visitor.client.post(form.action, kept).status_code == 302
    assert Judgement.objects.get().trial.answers["reason"] == fields["reason"]


def test_whoever_was_about_to_begin_begins_once_it_is_back(study: Study) -> None:
    client = Client()
    with database_away():
        assert MOMENT in client.get(f"/join/{study.link}/").content.decode()
        page = client.post(f"/join/{study.link}/", {"visit": "somebody"})
    form = html.fromstring(page.content).forms[0]
    assert client.post(form.action, dict(form.form_values())).status_code == 302
    assert Assignment.objects.count() == 1


def test_a_password_does_not_come_back_in_a_page() -> None:
    with database_away():
        client = Client(raise_request_exception=False)  # it fails once more where the audit log is written
        page = client.post(reverse("workplace:login"), {"login": "experimenter", "password": "kept to myself"})
    assert page.status_code == 503
    assert "kept to myself" not in page.content.decode()
    assert "Go back" in page.content.decode()


def test_a_program_is_told_when_to_ask_again() -> None:
    with database_away():
        answer = Client().get("/api/studies/", headers={"Authorization": "Bearer something"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "10")
    assert answer.json()["detail"].endswith("send the same again a little later.")


def test_a_full_disk_loses_no_answer_and_writes_no_half_of_one(visitor: Visitor) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("the disk of PostgreSQL fills in the recipe for faults")
    fields = {**visitor.read_form(), "reason": "long " * 900}
    with disk_full():
        page = visitor.client.post(visitor.address, fields)
    assert (page.status_code, MOMENT in page.content.decode()) == (503, True)
    assert not Judgement.objects.exists()
    assert visitor.client.post(visitor.address, fields).status_code == 302
    assert Judgement.objects.count() == 1


@pytest.mark.long
def test_a_page_in_a_browser_goes_on_by_itself(live_server: LiveServer, browser_page: Page) -> None:
    browser_page.clock.install()
    go_to_trials(browser_page, live_server)
    with database_away():
        away = Client().get("/").content.decode()
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.method)
        shown = away.replace('data-address="/"', f'data-address="{browser_page.url.removeprefix(live_server.url)}"')
        route.fulfill(status=503, content_type="text/html", body=shown)

    browser_page.route("**/visit/**", refuse)
    browser_page.reload()
    expect(browser_page.get_by_role("heading", name=MOMENT)).to_be_visible()
    assert find_severe(browser_page) == []
    browser_page.clock.run_for(2500)
    expect(browser_page.get_by_role("status")).to_have_text("This page tries again by itself.")
    browser_page.unroute("**/visit/**")
    browser_page.clock.run_for(5000)
    expect(browser_page.locator(".progress")).to_contain_text("1 of 4")
    assert asked == ["GET", "HEAD"]
