"""The experimenter's pages in a real browser: live, on any screen, in light and dark."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from judging.models import Assignment, Study
from tests.builders import add_version, make_agent, make_judgement, make_response, make_visit
from tests.screens import SaveScreenshot, Scheme, check_page, log_in, on_both_screens, set_screen

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def test_results_renew_themselves_while_judges_are_at_work(
    browser_page: Page, live_server: LiveServer, colors_visit: Assignment
) -> None:
    log_in(browser_page, live_server)
    browser_page.clock.install()
    browser_page.get_by_role("link", name="Colors", exact=True).click()
    counted = browser_page.locator(".stat", has_text="Judgements that count").locator(".value")
    expect(counted).to_have_text("2")
    make_judgement(colors_visit, make_response(make_agent()), "human")
    browser_page.wait_for_load_state()  # the script that looks again waits from then on
    browser_page.clock.fast_forward(6000)
    expect(counted).to_have_text("3")


def test_the_chart_stands_beside_the_table_of_agents(
    browser_page: Page, live_server: LiveServer, colors_visit: Assignment
) -> None:
    log_in(browser_page, live_server)
    browser_page.get_by_role("link", name="Colors", exact=True).click()
    chart = browser_page.get_by_role("img", name="Agents beside the human ceiling")
    chart.scroll_into_view_if_needed()
    assert chart.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    expect(browser_page.get_by_role("row", name="Median cut")).to_be_visible()


@on_both_screens
def test_pages_fit_the_screen_and_are_accessible(
    browser_page: Page,
    live_server: LiveServer,
    colors_visit: Assignment,
    save_screenshot: SaveScreenshot,
    scheme: Scheme,
    width: int,
) -> None:
    set_screen(browser_page, scheme=scheme, width=width)
    log_in(browser_page, live_server)
    add_version(colors_visit.study, trials=3, screening=[{"rule": "finished"}], consent="Do you agree?\n\nThen go on.")
    make_visit(colors_visit.study, kind=Assignment.Kind.PREVIEW)
    pages = ("protocol", "change", "clone", "close", "personal", "?version=1")
    paths = {page.strip("?=1"): f"studies/colors/{page}" for page in pages}
    for word, path in {"studies": "", "results": "studies/colors/", **paths}.items():
        browser_page.goto(f"{live_server.url}/workplace/{path}")
        save_screenshot(browser_page, word)
        check_page(browser_page)


def test_a_link_is_copied_by_its_button(browser_page: Page, live_server: LiveServer, colors_visit: Assignment) -> None:
    log_in(browser_page, live_server)
    browser_page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    browser_page.get_by_role("link", name="Colors", exact=True).click()
    browser_page.get_by_role("link", name="Protocol and links").click()
    browser_page.get_by_role("button", name="Copy the link: Preview").click()
    expect(browser_page.get_by_role("status")).to_have_text("Preview: copied.")
    copied = browser_page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"{live_server.url}/join/{colors_visit.study.link}/?preview=")


def test_logging_out_ends_the_session(browser_page: Page, live_server: LiveServer, colors_visit: Assignment) -> None:
    log_in(browser_page, live_server)
    browser_page.get_by_role("button", name="Log out").click()
    browser_page.goto(f"{live_server.url}/workplace/studies/{Study.objects.get().slug}/")
    expect(browser_page.get_by_role("heading", name="Log in to the workplace")).to_be_visible()
