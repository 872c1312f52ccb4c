"""The head of the workplace on a phone, in a real browser: one row, and a menu that needs no script."""

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.screens import check_page, log_in, set_screen

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
ROW = 80  # CSS pixels: one row of controls of 44 with its margins


def test_on_a_phone_the_head_is_one_row_and_its_menu_works_by_keyboard_without_scripts(
    browser: Browser, live_server: LiveServer
) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    page = context.new_page()
    log_in(page, live_server)
    expect(page.get_by_role("button", name="Menu")).to_be_visible()
    page.wait_for_load_state()
    head = page.get_by_role("banner").bounding_box()
    assert head is not None
    assert head["height"] < ROW
    link = page.get_by_role("link", name="Monitor")
    expect(link).not_to_be_visible()
    page.get_by_role("button", name="Menu").press("Enter")
    expect(link).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Studies")).to_be_focused()
    page.keyboard.press("Escape")
    expect(link).not_to_be_visible()
    page.get_by_role("button", name="Menu").press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{live_server.url}/workplace/monitor")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_open_menu_is_no_barrier(browser_page: Page, live_server: LiveServer, scheme: str) -> None:
    set_screen(browser_page, scheme="dark" if scheme == "dark" else "light", width=320)
    log_in(browser_page, live_server)
    browser_page.get_by_role("button", name="Menu").click()
    expect(browser_page.get_by_role("button", name="Log out")).to_be_in_viewport()
    check_page(browser_page)


def test_on_a_desk_there_is_no_menu_to_open(browser_page: Page, live_server: LiveServer) -> None:
    log_in(browser_page, live_server)
    expect(browser_page.get_by_role("link", name="Monitor")).to_be_visible()
    expect(browser_page.get_by_role("button", name="Menu")).not_to_be_visible()
