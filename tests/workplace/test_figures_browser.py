"""Figures in a real browser: drawn in the page under its content security policy, a picture without scripts."""

from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from judging.models import Assignment
from tests.pages.test_workplace_browser import SERIOUS, log_in, visit  # noqa: F401  # a fixture

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
PATH = "/workplace/studies/colors/figures"


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_figures_are_drawn_in_the_page_without_eval(
    browser_page: Page,
    live_server: LiveServer,
    visit: Assignment,  # noqa: F811
    save_screenshot: Callable[[Page, str], Path],
    scheme: str,
    width: int,
) -> None:
    refused: list[str] = []
    browser_page.on("console", lambda message: refused.append(message.text) if message.type == "error" else None)
    browser_page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    browser_page.set_viewport_size({"width": width, "height": 844})
    log_in(browser_page, live_server)
    browser_page.goto(f"{live_server.url}{PATH}")
    figures = browser_page.locator(".figure")
    for place in range(figures.count()):
        figures.nth(place).scroll_into_view_if_needed()
        expect(figures.nth(place).locator(".drawn svg")).to_be_visible(timeout=15_000)
    browser_page.locator(".drawn svg .mark-symbol path").first.hover()
    save_screenshot(browser_page, "figures")
    root = "document.documentElement"
    assert browser_page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth")
    found = Axe().run(browser_page).response["violations"]
    assert not [problem["id"] for problem in found if problem["impact"] in SERIOUS]
    assert refused == []


def test_without_scripts_the_picture_shows(browser: Browser, live_server: LiveServer, visit: Assignment) -> None:  # noqa: F811
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    log_in(page, live_server)
    page.goto(f"{live_server.url}{PATH}")
    picture = page.get_by_role("img", name="Agents beside the human ceiling")
    picture.scroll_into_view_if_needed()
    expect(picture).to_be_visible()
    assert page.locator(".drawn").count() == 0
    context.close()
