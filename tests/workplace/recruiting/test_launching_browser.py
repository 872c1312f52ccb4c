"""From "Bring people" to an open posting at the local Prolific, in a real browser, on any screen."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from judging import jobs
from judging.models import Study
from judging.models.recruiting import Posting
from judging.recruiters.local.prolific import LocalProlific
from tests.pools import make_pool, open_small_study
from tests.screens import SaveScreenshot, Scheme, check_page, log_in, on_both_screens, open_menu, set_screen

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@pytest.fixture
def study() -> Study:
    """An open study whose pool has a visit for many people."""
    make_pool()
    return open_small_study(judgements_per_response=50)


@on_both_screens
def test_from_bring_people_to_an_open_posting(
    browser_page: Page,
    live_server: LiveServer,
    study: Study,
    prolific: LocalProlific,
    settings: Settings,
    save_screenshot: SaveScreenshot,
    scheme: Scheme,
    width: int,
) -> None:
    page = browser_page
    settings.PUBLIC_URL = live_server.url
    jobs.carry_out_due()  # leaves the worker's sign

    def keep(word: str) -> None:
        save_screenshot(page, word)
        check_page(page)

    set_screen(page, scheme=scheme, width=width)
    log_in(page, live_server)
    open_menu(page)
    page.get_by_role("link", name="Recruiters").click()
    page.get_by_role("button", name="Test connection to Prolific, local").click()
    expect(page.get_by_text("Connected: the account pays in GBP")).to_be_visible()
    keep("accounts")

    page.goto(f"{live_server.url}{reverse('workplace:people', args=[study.slug])}")
    keep("nobody-yet")
    page.get_by_role("link", name="Bring people").click()
    keep("choose")
    page.get_by_role("link", name="Prolific", exact=True).click()
    page.get_by_label("a stand-in on this machine").check()
    page.get_by_label("People wanted").fill("4")
    page.get_by_label("Reward for each person").fill("7500")
    expect(page.locator("#reward-shown")).to_have_text("7500 = GBP 75.00")
    expect(page.get_by_text("it should be GBP 6.00 to GBP 60.00")).to_have_class("problem")
    page.get_by_role("button", name="Go on to the checks").click()
    expect(page.get_by_text("amounts are in cents or pence")).to_be_visible()
    keep("refused")
    page.get_by_label("Reward for each person").fill("75")
    expect(page.locator("#estimate")).to_contain_text("GBP 4.28")
    keep("offer")
    page.get_by_role("button", name="Go on to the checks").click()
    page.get_by_role("button", name="I know of these cues; go on").click()
    opener = page.get_by_role("button", name="Open for people")
    expect(opener).to_be_enabled()
    keep("checks")
    assert prolific.state.studies == {}
    opener.click()
    expect(page.get_by_text("Waiting for the worker")).to_be_visible()
    keep("waiting")

    jobs.carry_out_due()
    jobs.ask_platforms()
    expect(page.get_by_text("4 places free")).to_be_visible()
    expect(page.get_by_text("Waiting for the worker")).to_be_hidden()  # the board asks every five
    page.get_by_text("Parts at the platform: 1").click()
    keep("board")
    posting = Posting.objects.get()
    prolific.state.start(str(posting.parts.get().platform_id), "P1")
    posting.parts.update(poll_due_at=posting.created_at)
    jobs.ask_platforms()
    expect(page.get_by_text("3 places free")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Id there")).to_be_visible()  # what was unfolded stays so
    page.get_by_role("link", name="Add places").click()
    page.get_by_label("How many more people").fill("2")
    expect(page.locator("#addition")).to_contain_text("GBP 2.14")
    keep("add-places")
    page.get_by_role("button", name="Add these places").click()
    page.get_by_role("link", name="Stop recruiting now").click()
    keep("stop")
    page.get_by_role("button", name="Stop recruiting now").click()
    expect(page.get_by_text("can still be taken until the platform confirms")).to_be_visible()
    page.goto(f"{live_server.url}{reverse('workplace:people', args=[study.slug])}")
    keep("people")
