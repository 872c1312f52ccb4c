"""Accounts, sharing, the log and the second factor in a real browser: on any screen, in light and dark."""

import re

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.builders import make_study
from tests.members import make_member
from tests.screens import SaveScreenshot, Scheme, check_page, log_in, on_both_screens, open_menu, set_screen
from turingapp.members.roles import Role

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@on_both_screens
def test_a_colleague_gets_an_account_and_a_role_and_the_log_tells(
    browser_page: Page, live_server: LiveServer, save_screenshot: SaveScreenshot, scheme: Scheme, width: int
) -> None:
    study = make_study("colors", title="Colors")
    make_member("bob", Role.OWNER, study)
    set_screen(browser_page, scheme=scheme, width=width)
    browser_page.goto(f"{live_server.url}/workplace/login")
    look(browser_page, save_screenshot, "login")
    log_in(browser_page, live_server, "/workplace/lab")
    browser_page.get_by_label("Name").fill("ada")
    browser_page.get_by_role("button", name="Add it").click()
    look(browser_page, save_screenshot, "link")
    link = browser_page.locator("#password-link").inner_text()
    browser_page.get_by_role("link", name="Back to the lab").click()
    look(browser_page, save_screenshot, "lab")
    browser_page.goto(f"{live_server.url}/workplace/studies/colors/sharing")
    browser_page.get_by_label("Account", exact=True).fill("ada")
    browser_page.get_by_role("button", name="Give this role").click()
    browser_page.get_by_text("What each role may do").click()
    look(browser_page, save_screenshot, "sharing")
    browser_page.goto(f"{live_server.url}/workplace/log")
    look(browser_page, save_screenshot, "log")
    browser_page.goto(f"{live_server.url}/workplace/studies/colors/log")
    look(browser_page, save_screenshot, "study-log")
    open_menu(browser_page)
    browser_page.get_by_role("button", name="Log out").click()
    browser_page.goto(link)
    look(browser_page, save_screenshot, "password")
    for field in browser_page.locator("input[type=password]").all():
        field.fill("plenty of letters")
    browser_page.get_by_role("button", name="Set it").click()
    browser_page.get_by_label("Name").fill("ada")
    browser_page.get_by_label("Password").fill("plenty of letters")
    browser_page.get_by_role("button", name="Log in").click()
    look(browser_page, save_screenshot, "colleague")
    expect(browser_page.get_by_role("link", name="Colors", exact=True)).to_be_visible()
    expect(browser_page.get_by_role("link", name="Pools")).to_be_hidden()
    browser_page.goto(f"{live_server.url}/workplace/pools")
    look(browser_page, save_screenshot, "refused")


@on_both_screens
def test_a_second_factor_is_set_up_and_asked_for(
    browser_page: Page, live_server: LiveServer, save_screenshot: SaveScreenshot, scheme: Scheme, width: int
) -> None:
    set_screen(browser_page, scheme=scheme, width=width)
    log_in(browser_page, live_server)
    open_menu(browser_page)
    browser_page.get_by_role("link", name="experimenter").click()
    look(browser_page, save_screenshot, "account")
    browser_page.get_by_role("link", name="Set up a second factor").click()
    look(browser_page, save_screenshot, "confirm")
    browser_page.get_by_label("Password").fill("a-long-password")
    browser_page.get_by_role("button", name="Go on").click()
    look(browser_page, save_screenshot, "set-up")
    secret = browser_page.locator(".secret").inner_text()
    browser_page.get_by_label("Authenticator code").fill(write_code(secret))
    browser_page.get_by_role("button", name="Switch it on").click()
    look(browser_page, save_screenshot, "codes")
    (first, *_) = re.findall(r"\d{8}", browser_page.locator("pre").inner_text())
    browser_page.get_by_role("link", name="Back to your account").click()
    look(browser_page, save_screenshot, "account-with-it")
    open_menu(browser_page)
    browser_page.get_by_role("button", name="Log out").click()
    browser_page.goto(f"{live_server.url}/workplace/login")
    browser_page.get_by_label("Name").fill("experimenter")
    browser_page.get_by_label("Password").fill("a-long-password")
    browser_page.get_by_role("button", name="Log in").click()
    look(browser_page, save_screenshot, "code")
    browser_page.get_by_label("Code").fill(first)
    browser_page.get_by_role("button", name="Log in").click()
    browser_page.wait_for_url("**/workplace/")


def look(page: Page, save: SaveScreenshot, word: str) -> None:
    """Keep a picture of a page that keeps what every page must."""
    check_page(page)
    save(page, word)


def write_code(secret: str) -> str:
    """What an authenticator app shows now (RFC 6238)."""
    return format_hotp_value(hotp_value(secret, int(timezone.now().timestamp()) // 30))
