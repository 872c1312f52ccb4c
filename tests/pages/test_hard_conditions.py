"""Visits under hard conditions in a real browser: lost lines, blocked storage, broken pictures, two tabs, hidden tabs.

Time is the browser's fake clock where something waits, so that nothing here does.
"""

import re
import threading
from collections.abc import Iterator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from judging.models import Assignment, Judgement, Trial
from tests.pages.test_in_browser import go_to_trials, store_sample_picture
from tests.pools import make_pool, open_small_study

pytestmark = pytest.mark.django_db(transaction=True)
NOT_SENT = re.compile("did not reach us")
BLOCK_STORAGE = """
for (const name of ["sessionStorage", "localStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); } });
}
"""
WRONG_YEAR = "2001-01-01T00:00:00Z"


def choose_answers(page: Page, verdict: str = "Machine") -> None:
    """Fill in a trial of the color task."""
    page.get_by_label(verdict).check()
    page.get_by_label("Yes", exact=True).check()


def press_next(page: Page) -> None:
    """Send the trial."""
    page.get_by_role("button", name="Next").click()


def answer_trial(page: Page, number: int) -> None:
    """Wait for the trial with this number of four, and answer it."""
    expect(page.locator(".progress")).to_contain_text(f"{number} of 4")
    expect(page.get_by_role("button", name="Next")).not_to_have_attribute("aria-disabled", "true")
    choose_answers(page)
    press_next(page)


def drop_posts(page: Page) -> list[Route]:
    """Lose every answer that is sent from now on; gives the list of the lost."""
    lost: list[Route] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            lost.append(route)
            route.abort()
        else:
            route.continue_()

    page.route("**/visit/**", lose)
    return lost


def test_an_answer_sent_into_a_lost_connection_is_kept_and_sent_again_by_itself(
    live_server: LiveServer, browser_page: Page
) -> None:
    browser_page.clock.install(time=WRONG_YEAR)  # a wrong clock harms nothing: only durations are measured
    go_to_trials(browser_page, live_server)
    lost = drop_posts(browser_page)
    choose_answers(browser_page)
    press_next(browser_page)
    expect(browser_page.locator(".status")).to_have_text(NOT_SENT)
    expect(browser_page.get_by_role("button", name="Send again")).to_be_enabled()
    expect(browser_page.get_by_label("Machine")).to_be_checked()
    browser_page.clock.run_for(1000)
    expect(browser_page.locator(".status")).to_have_text(NOT_SENT)
    assert len(lost) == 2
    assert not Judgement.objects.exists()
    browser_page.unroute("**/visit/**")
    browser_page.clock.run_for(2000)
    expect(browser_page.locator(".progress")).to_contain_text("2 of 4")
    assert Judgement.objects.get().verdict == "ai"
    assert Trial.objects.get(position=1).rt_ms is not None


def test_an_unsent_answer_survives_a_reload(live_server: LiveServer, browser_page: Page) -> None:
    go_to_trials(browser_page, live_server, questions=["reason"])
    drop_posts(browser_page)
    choose_answers(browser_page)
    browser_page.locator("textarea").fill("a\nשלום 😀")
    press_next(browser_page)
    expect(browser_page.locator(".status")).to_have_text(NOT_SENT)
    browser_page.unroute("**/visit/**")
    browser_page.reload()
    expect(browser_page.locator(".progress")).to_contain_text("2 of 4")
    trial = Trial.objects.get(position=1)
    assert trial.answers["reason"] == "a\r\nשלום 😀"
    assert trial.loads == 2
    assert Judgement.objects.count() == 1


def test_an_answer_whose_receipt_was_lost_is_one_judgement(live_server: LiveServer, browser_page: Page) -> None:
    go_to_trials(browser_page, live_server)

    def lose_the_receipt(route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        browser_page.request.post(route.request.url, form=read_sent(route), max_redirects=0)
        route.abort()

    browser_page.route("**/visit/**", lose_the_receipt)
    choose_answers(browser_page)
    press_next(browser_page)
    expect(browser_page.locator(".status")).to_have_text(NOT_SENT)
    assert Judgement.objects.count() == 1
    browser_page.unroute("**/visit/**")
    browser_page.get_by_role("button", name="Send again").click()
    expect(browser_page.locator(".progress")).to_contain_text("2 of 4")
    assert Judgement.objects.count() == 1


def read_sent(route: Route) -> dict[str, str | float | bool]:
    """The fields of a form that is on its way."""
    return dict(route.request.post_data_json or {})


@pytest.mark.long
def test_no_code_is_shown_until_the_last_answer_has_arrived(live_server: LiveServer, browser_page: Page) -> None:
    go_to_trials(browser_page, live_server, closing=False)
    for number in (1, 2, 3):
        answer_trial(browser_page, number)
    expect(browser_page.locator(".progress")).to_contain_text("4 of 4")
    drop_posts(browser_page)
    answer_trial(browser_page, 4)
    expect(browser_page.locator(".status")).to_have_text(NOT_SENT)
    expect(browser_page.locator("#code")).to_have_count(0)
    assert Assignment.objects.get().code == ""
    browser_page.unroute("**/visit/**")
    browser_page.get_by_role("button", name="Send again").click()
    expect(browser_page.locator("#code")).to_have_text(re.compile("^[A-Z0-9]{10}$"))
    assert Judgement.objects.count() == 4


class FramingPage(BaseHTTPRequestHandler):
    """A platform's page with an empty frame."""

    def do_GET(self) -> None:
        """Answer any address alike."""
        body = b"<!DOCTYPE html><title>Platform</title><iframe width=900 height=700></iframe>"
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def platform_page(browser: Browser, settings: Settings) -> Iterator[Page]:
    """A page of another site that may frame the visit, in a browser that blocks the storage of framed sites."""
    server = HTTPServer(("127.0.0.1", 0), FramingPage)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    settings.FRAME_ANCESTORS = [address]
    context = browser.new_context(viewport={"width": 1000, "height": 800})
    context.add_init_script(f"if (window !== window.top) {{ {BLOCK_STORAGE} }}")
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()
    server.shutdown()
    server.server_close()


@pytest.mark.long
def test_a_whole_visit_in_a_frame_of_another_site_without_storage(live_server: LiveServer, platform_page: Page) -> None:
    store_sample_picture()
    make_pool()
    study = open_small_study()
    failures: list[str] = []
    platform_page.on("pageerror", lambda error: failures.append(str(error)))
    link = f"{live_server.url}/join/{study.link}/"
    platform_page.evaluate("link => { document.querySelector('iframe').src = link }", link)
    frame = platform_page.frame_locator("iframe")
    for name in ("Begin", "I agree and take part", "Start"):
        frame.get_by_role("button", name=name).click()
    for number in (1, 2, 3, 4):
        expect(frame.locator(".progress")).to_contain_text(f"{number} of 4")
        expect(frame.get_by_role("button", name="Next")).not_to_have_attribute("aria-disabled", "true")
        frame.get_by_label("Human").check()
        frame.get_by_label("No", exact=True).check()
        frame.get_by_role("button", name="Next").click()
    frame.get_by_label("engaging").select_option("5")
    frame.get_by_label("difficult").select_option("5")
    frame.get_by_role("button", name="Finish").click()
    expect(frame.locator("#code")).to_have_text(re.compile("^[A-Z0-9]{10}$"))
    assert Judgement.objects.count() == 4
    assert platform_page.context.cookies() == []
    assert failures == []


def test_a_picture_that_fails_thrice_puts_its_trial_aside_with_the_reason(
    live_server: LiveServer, browser_page: Page
) -> None:
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    browser_page.route("**/media/*", refuse)
    browser_page.clock.install()
    go_to_trials(browser_page, live_server, min_seconds=1)
    expect(browser_page.locator(".put-aside")).to_be_hidden()
    browser_page.clock.run_for(1000)
    browser_page.clock.run_for(4000)
    expect(browser_page.locator(".status")).to_contain_text("this trial is left out")
    expect(browser_page.get_by_role("button", name="Go on now")).to_be_visible()
    browser_page.clock.run_for(6000)
    expect(browser_page.locator(".progress")).to_contain_text("2 of 4")
    trial = Trial.objects.get(position=1)
    assert len(asked) >= 3
    assert trial.put_aside_why == "the picture did not load"
    assert trial.answered_at is None
