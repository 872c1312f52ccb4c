"""Reports in a real browser: on any screen, in light and dark, without violations of the policy; on paper."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from analysis.sharing import share_report
from judging.models import Assignment
from judging.preregistering import lock_plan
from tests.builders import AT
from tests.judging.test_preregistering import make_plan
from tests.screens import SaveScreenshot, Scheme, check_page, log_in, on_both_screens, set_screen, watch_console

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@on_both_screens
def test_reports_plans_and_gallery_fit_the_screen_and_are_accessible(
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
    lock_plan(make_plan(slug="words"), slug="words", who="experimenter", at=AT)
    link = share_report(colors_visit.study, who="experimenter", at=AT)
    pages = {
        "report": reverse("workplace:report", args=["colors"]),
        "shared": reverse("shared_report", args=[link.token]),
        "gallery": reverse("workplace:gallery", args=["colors"]),
        "plans": reverse("workplace:preregistrations"),
        "plan": reverse("workplace:preregistration", args=["words"]),
    }
    for word, path in pages.items():
        browser_page.goto(f"{live_server.url}{path}")
        save_screenshot(browser_page, word)
        check_page(browser_page)
    assert refused == []


def test_a_printed_report_shows_its_tables_and_no_buttons(
    browser_page: Page,
    live_server: LiveServer,
    colors_visit: Assignment,
) -> None:
    log_in(browser_page, live_server)
    browser_page.goto(f"{live_server.url}{reverse('workplace:report', args=['colors'])}")
    table = browser_page.locator("details .table").first
    assert not table.is_visible()
    browser_page.emulate_media(media="print")
    assert table.is_visible()
    assert not browser_page.get_by_role("button", name="Switch the public link on").is_visible()
    assert browser_page.pdf(format="A4").startswith(b"%PDF")
