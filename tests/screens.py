"""The workplace on the screens of the browser stories: who logs in, on what screen, and what every page must keep."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

SERIOUS = ("serious", "critical")
SaveScreenshot = Callable[[Page, str], Path]
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
# A desk by day and a phone by night: between them, each rule of the style sheets is drawn once.
on_both_screens = pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])


def set_screen(page: Page, *, scheme: Scheme, width: int) -> None:
    """Look at the page by day or by night, in a window of so many CSS pixels."""
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 844})


def log_in(page: Page, server: LiveServer, path: str = "/workplace/") -> None:
    """Go to a page of the workplace as somebody who has to log in first."""
    User.objects.create_superuser("experimenter", password="a-long-password")
    page.goto(f"{server.url}{path}")
    page.get_by_label("Name").fill("experimenter")
    page.get_by_label("Password").fill("a-long-password")
    page.get_by_role("button", name="Log in").click()


def open_menu(page: Page) -> None:
    """See the links of the head, which a narrow screen has in a menu."""
    page.locator("#menu").wait_for(state="attached")  # a click may only just have led here
    page.wait_for_load_state()
    button = page.get_by_role("button", name="Menu")
    if button.is_visible():
        button.click()


def watch_console(page: Page) -> list[str]:
    """The errors that the page's console tells from now on, such as what the content rules refused; the list grows."""
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text) if message.type == "error" else None)
    return told


def check_page(page: Page) -> None:
    """The page is no wider than its screen, and axe finds nothing serious on it."""
    page.wait_for_load_state()  # a click may only just have led here
    root = "document.documentElement"
    assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth"), page.url
    found = Axe().run(page).response["violations"]
    assert not [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in SERIOUS], page.url
