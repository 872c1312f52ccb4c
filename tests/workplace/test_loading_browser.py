"""Loading in a real browser: with scripts and without, by drop, and for everyone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from agents.models import Response
from tests.agents.files import bring_responses, write
from tests.screens import SaveScreenshot, check_page, log_in, open_menu
from tests.workplace.test_loading_pages import PARITY, ROWS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]

DROP = """
([name, text]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name));
  const form = document.querySelector("[data-upload]");
  form.dispatchEvent(new DragEvent("drop", {dataTransfer: transfer, bubbles: true, cancelable: true}));
}
"""


@pytest.fixture(autouse=True)
def var_dir(settings: object, tmp_path: Path) -> None:
    """Uploads go to a folder of the test."""
    settings.VAR_DIR = tmp_path  # type: ignore[attr-defined]


def choose(page: Page) -> None:
    """Fill in what is not a file."""
    open_menu(page)
    page.get_by_role("navigation", name="Workplace").get_by_role("link", name="Load").click()
    page.wait_for_load_state()  # its script listens to drops by then
    page.get_by_label("Task").select_option("association")
    page.get_by_label("Pool").fill("mine")


def test_a_dropped_file_is_tried_out_and_then_loaded(browser_page: Page, live_server: LiveServer) -> None:
    log_in(browser_page, live_server)
    choose(browser_page)
    browser_page.evaluate(DROP, ["r.csv", ROWS])
    browser_page.get_by_role("button", name="Go").click()
    expect(browser_page.get_by_role("heading", name="Tried out; nothing was written")).to_be_focused()
    assert Response.objects.count() == 0
    browser_page.get_by_role("button", name="Load these files now").click()
    expect(browser_page.get_by_role("heading", name="Loaded")).to_be_visible()
    assert Response.objects.count() == 2


DROP_WITH_PICTURES = """
(files) => {
  const transfer = new DataTransfer();
  files.forEach(([name, type, text]) => transfer.items.add(new File([text], name, {type})));
  const form = document.querySelector("[data-upload]");
  form.dispatchEvent(new DragEvent("drop", {dataTransfer: transfer, bubbles: true, cancelable: true}));
}
"""


def test_a_table_and_its_pictures_in_one_drop_find_their_places(browser_page: Page, live_server: LiveServer) -> None:
    log_in(browser_page, live_server)
    choose(browser_page)
    browser_page.evaluate(
        DROP_WITH_PICTURES, [["a.png", "image/png", "x"], ["r.csv", "text/csv", ROWS], ["B.JPG", "", "y"]]
    )
    names = "(input) => Array.from(input.files, (file) => file.name)"
    assert browser_page.locator("#files").evaluate(names) == ["r.csv"]
    assert browser_page.locator("#media").evaluate(names) == ["a.png", "B.JPG"]


def test_a_mistake_leaves_the_form_as_it_is(browser_page: Page, live_server: LiveServer) -> None:
    log_in(browser_page, live_server)
    choose(browser_page)
    browser_page.get_by_label("Format", exact=True).select_option("osie")
    browser_page.evaluate(DROP, ["r.csv", ROWS])
    browser_page.get_by_role("button", name="Go").click()
    expect(browser_page.get_by_role("alert")).to_contain_text("The format osie holds attention, not association.")
    browser_page.get_by_label("Format", exact=True).select_option("native")
    browser_page.get_by_role("button", name="Go").click()
    expect(browser_page.get_by_role("heading", name="Tried out")).to_be_visible()


def test_the_form_works_with_scripts_blocked(browser: Browser, live_server: LiveServer, tmp_path: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    log_in(page, live_server)
    choose(page)
    page.get_by_label("Files").set_input_files(write(tmp_path, "r.csv", ROWS))
    page.get_by_role("button", name="Go").click()
    page.get_by_role("button", name="Load these files now").click()
    expect(page.get_by_role("heading", name="Loaded")).to_be_visible()
    context.close()
    assert Response.objects.count() == 2


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_the_pages_fit_every_screen_and_axe_finds_nothing_serious(
    browser_page: Page,
    live_server: LiveServer,
    tmp_path: Path,
    save_screenshot: SaveScreenshot,
    width: int,
) -> None:
    bring_responses(write(tmp_path, "p.csv", PARITY), "association", pool="mine")
    browser_page.set_viewport_size({"width": width, "height": 800})
    log_in(browser_page, live_server)
    for path in ("load", "pools", "pools/association/mine/parity"):
        browser_page.goto(f"{live_server.url}/workplace/{path}")
        save_screenshot(browser_page, path.rpartition("/")[2])
        check_page(browser_page)
