"""The page of data packages in a real browser: asked for, watched, fetched; on any screen, in light and dark."""

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from analysis import jobs
from tests.builders import make_agent, make_judgement, make_response, make_study, make_visit
from tests.pages.test_workplace_browser import SERIOUS, log_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def test_a_package_is_made_while_the_page_tells_how_far_it_is(
    browser_page: Page,
    live_server: LiveServer,
    settings: Settings,
    tmp_path: Path,
    save_screenshot: Callable[[Page, str], Path],
) -> None:
    settings.VAR_DIR = tmp_path
    study = make_study("colors", title="Colors")
    make_judgement(make_visit(study), make_response(make_agent()), "human")
    log_in(browser_page, live_server)
    browser_page.get_by_role("link", name="Colors").click()
    browser_page.get_by_role("link", name="Data package").click()
    expect(browser_page.get_by_text("None yet.")).to_be_visible()
    save_screenshot(browser_page, "empty")
    browser_page.get_by_role("button", name="Make a package").click()
    expect(browser_page.get_by_text("Waiting for the worker.")).to_be_visible()
    save_screenshot(browser_page, "waiting")
    jobs.write_packages()
    link = browser_page.get_by_role("link", name="Download")
    expect(link).to_be_visible(timeout=10_000)
    for width, height in ((390, 844), (1280, 800)):
        browser_page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            browser_page.emulate_media(color_scheme=scheme)
            save_screenshot(browser_page, f"{width}-{scheme}")
            assert browser_page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            found = [one["id"] for one in Axe().run(browser_page).response["violations"] if one["impact"] in SERIOUS]
            assert found == []
    with browser_page.expect_download() as download:
        link.click()
    assert "README.md" in zipfile.ZipFile(download.value.path()).namelist()
