"""Figures in a real browser: drawn in the page under its content security policy, a picture without scripts."""

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from judging.models import Assignment
from tests.screens import SaveScreenshot, Scheme, check_page, log_in, on_both_screens, set_screen, watch_console

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
PATH = "/workplace/studies/colors/figures"


@on_both_screens
def test_figures_are_drawn_in_the_page_without_eval(
    browser_page: Page,
    live_server: LiveServer,
    colors_visit: Assignment,
    save_screenshot: SaveScreenshot,
    scheme: Scheme,
    width: int,
) -> None:
    refused = watch_console(browser_page)
    set_screen(browser_page, scheme=scheme, width=width)
    log_in(browser_page, live_server)
    browser_page.goto(f"{live_server.url}{PATH}")
    figures = browser_page.locator(".figure")
    for place in range(figures.count()):
        figures.nth(place).scroll_into_view_if_needed()
        expect(figures.nth(place).locator(".drawn svg")).to_be_visible()
    browser_page.locator(".drawn svg .mark-symbol path").first.hover()
    save_screenshot(browser_page, "figures")
    check_page(browser_page)
    assert refused == []


def test_without_scripts_the_picture_shows(browser: Browser, live_server: LiveServer, colors_visit: Assignment) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    log_in(page, live_server)
    page.goto(f"{live_server.url}{PATH}")
    picture = page.get_by_role("img", name="Agents beside the human ceiling")
    picture.scroll_into_view_if_needed()
    expect(picture).to_be_visible()
    assert page.locator(".drawn").count() == 0
    context.close()
