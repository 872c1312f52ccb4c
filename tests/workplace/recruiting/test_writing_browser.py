"""Writing to people in a real browser."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from judging.models.recruiting import Posting
from judging.recruiters.local.prolific import LocalProlific
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import submit_at_prolific
from tests.screens import SaveScreenshot, Scheme, check_page, log_in, on_both_screens, set_screen, watch_console

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@on_both_screens
def test_a_text_is_begun_with_looked_at_and_sent(
    browser_page: Page,
    live_server: LiveServer,
    save_screenshot: SaveScreenshot,
    posting: Posting,
    prolific: LocalProlific,
    clock: Clock,
    scheme: Scheme,
    width: int,
) -> None:
    page, told = browser_page, watch_console(browser_page)
    submit_at_prolific(prolific, posting, "P1", clock)
    set_screen(page, scheme=scheme, width=width)
    log_in(page, live_server, f"/workplace/postings/{posting.public_id}/write")
    page.get_by_role("link", name="Please hand in").click()
    page.get_by_label("submitted (1)").check()
    check_page(page)
    save_screenshot(page, "write")
    page.get_by_role("button", name="Look at it before it is sent").click()
    expect(page.get_by_role("heading", name="This goes to 1 person")).to_be_visible()
    check_page(page)
    save_screenshot(page, "look")
    page.get_by_role("button", name="Send it").click()
    expect(page.get_by_text("1 message is on its way.")).to_be_visible()
    check_page(page)
    save_screenshot(page, "sent")
    assert told == []
