"""Collections in a real browser: made, filled and read on any screen, in light and dark, without a barrier."""

from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.analysis.collections.filling import fill, make_collection, make_member
from tests.pages.test_workplace_browser import log_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.mark.parametrize(("scheme", "width", "height"), [("light", 1280, 800), ("dark", 390, 844)])
def test_a_collection_is_made_and_its_leaderboard_read(
    browser_page: Page,
    live_server: LiveServer,
    save_screenshot: Callable[[Page, str], Path],
    scheme: str,
    width: int,
    height: int,
) -> None:
    fill(make_member(make_collection("first"), "colors"), {"human-1": 0.75, "bot": 0.5}, judges=4, stimuli=4)
    page = browser_page
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": height})
    log_in(page, live_server)
    page.get_by_role("link", name="Collections").click()
    check(page)
    page.get_by_label("Name").fill("second")
    page.get_by_label("Title").fill("The second")
    page.get_by_role("button", name="Make it and choose its studies").click()
    check(page)
    page.get_by_label("Study colors").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("The collection is changed.")
    board = page.get_by_role("region", name="Leaderboard: Color estimation", exact=True)
    expect(board.get_by_role("row", name="Humans (the ceiling)")).to_contain_text("75.0%")
    expect(board.get_by_role("row", name="Bot")).to_contain_text("None: 4 of the 30 judges needed")
    save_screenshot(page, "collection")
    check(page)


def check(page: Page) -> None:
    """The page fits its screen and has no barrier."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
    found = Axe().run(page).response["violations"]
    assert not found, [violation["id"] for violation in found]
