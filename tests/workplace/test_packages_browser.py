"""The page of data packages in a real browser: asked for, watched, fetched; on any screen, in light and dark."""

import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from analysis import jobs
from tests.builders import make_agent, make_judgement, make_response, make_study, make_visit
from tests.screens import SCHEMES, SaveScreenshot, check_page, log_in, set_screen

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def test_a_package_is_made_while_the_page_tells_how_far_it_is(
    browser_page: Page,
    live_server: LiveServer,
    settings: Settings,
    tmp_path: Path,
    save_screenshot: SaveScreenshot,
) -> None:
    settings.VAR_DIR = tmp_path
    study = make_study("colors", title="Colors")
    make_judgement(make_visit(study), make_response(make_agent()), "human")
    log_in(browser_page, live_server)
    browser_page.get_by_role("link", name="Colors", exact=True).click()
    browser_page.get_by_role("link", name="Data package").click()
    expect(browser_page.get_by_text("None yet.")).to_be_visible()
    save_screenshot(browser_page, "empty")
    browser_page.get_by_role("button", name="Make a package").click()
    expect(browser_page.get_by_text("Waiting for the worker.")).to_be_visible()
    save_screenshot(browser_page, "waiting")
    jobs.write_packages()
    link = browser_page.get_by_role("link", name="Download")
    expect(link).to_be_visible()
    for width in (390, 1280):
        for scheme in SCHEMES:
            set_screen(browser_page, scheme=scheme, width=width)
            save_screenshot(browser_page, f"{width}-{scheme}")
            check_page(browser_page)
    with browser_page.expect_download() as download:
        link.click()
    assert "README.md" in zipfile.ZipFile(download.value.path()).namelist()
