"""Collections in a real browser: made, filled and read on any screen, in light and dark, without a barrier."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.analysis.collections.filling import fill, make_collection, make_member
from tests.screens import SaveScreenshot, Scheme, check_page, log_in, on_both_screens, open_menu, set_screen

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@on_both_screens
def test_a_collection_is_made_and_its_leaderboard_read(
    browser_page: Page,
    live_server: LiveServer,
    save_screenshot: SaveScreenshot,
    scheme: Scheme,
    width: int,
) -> None:
    fill(make_member(make_collection("first"), "colors"), {"human-1": 0.75, "bot": 0.5}, judges=4, stimuli=4)
    page = browser_page
    set_screen(page, scheme=scheme, width=width)
    log_in(page, live_server)
    open_menu(page)
    page.get_by_role("link", name="Collections").click()
    check_page(page)
    page.get_by_label("Name").fill("second")
    page.get_by_label("Title").fill("The second")
    page.get_by_role("button", name="Make it and choose its studies").click()
    check_page(page)
    page.get_by_label("Study colors").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("The collection is changed.")
    board = page.get_by_role("region", name="Leaderboard: Color estimation", exact=True)
    expect(board.get_by_role("row", name="Humans (the ceiling)")).to_contain_text("75.0%")
    expect(board.get_by_role("row", name="Bot")).to_contain_text("None: 4 of the 30 judges needed")
    save_screenshot(page, "collection")
    check_page(page)
