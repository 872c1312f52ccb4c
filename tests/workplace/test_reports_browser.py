"""Reports in a real browser: on any screen, in light and dark, without violations of the policy; on paper."""

from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from analysis.sharing import share_report
from judging.models import Assignment
from judging.preregistering import lock_plan
from tests.builders import AT
from tests.judging.test_preregistering import make_plan
from tests.pages.test_workplace_browser import SERIOUS, log_in, visit  # noqa: F401  # a fixture

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_reports_plans_and_gallery_fit_the_screen_and_are_accessible(
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
    lock_plan(make_plan(slug="words"), slug="words", who="experimenter", at=AT)
    link = share_report(visit.study, who="experimenter", at=AT)
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
        root = "document.documentElement"
        assert browser_page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth")
        found = Axe().run(browser_page).response["violations"]
        assert not [problem["id"] for problem in found if problem["impact"] in SERIOUS]
    assert refused == []


def test_a_printed_report_shows_its_tables_and_no_buttons(
    browser_page: Page,
    live_server: LiveServer,
    visit: Assignment,  # noqa: F811
) -> None:
    log_in(browser_page, live_server)
    browser_page.goto(f"{live_server.url}{reverse('workplace:report', args=['colors'])}")
    table = browser_page.locator("details .table").first
    assert not table.is_visible()
    browser_page.emulate_media(media="print")
    assert table.is_visible()
    assert not browser_page.get_by_role("button", name="Switch the public link on").is_visible()
    assert browser_page.pdf(format="A4").startswith(b"%PDF")
