"""The pages on privacy in a real browser: on any screen, in light and dark."""

import pytest
from django.db import transaction
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from agents.people import make_person_key
from judging.identities import find_identity
from judging.models import Judge
from tests.builders import AT, make_study, make_visit
from tests.pages.stories import Visitor
from tests.pools import make_pool, open_small_study
from tests.screens import SaveScreenshot, Scheme, check_page, log_in, on_both_screens, set_screen

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@on_both_screens
def test_a_person_is_found_and_erased(
    browser_page: Page, live_server: LiveServer, save_screenshot: SaveScreenshot, scheme: Scheme, width: int
) -> None:
    with transaction.atomic():
        find_identity("prolific", "P1", at=AT)
    judge = Judge.objects.create(person_key=make_person_key("prolific", "P1"), created_at=AT)
    make_visit(make_study(title="Colors in photographs"), judge=judge, demographics={"gender": "female"})
    make_visit(make_study(title="Words that come to mind"), judge=judge)
    set_screen(browser_page, scheme=scheme, width=width)
    log_in(browser_page, live_server, "/workplace/privacy")
    save_screenshot(browser_page, "find")
    check_page(browser_page)
    browser_page.get_by_label("The id, code or visit").fill("P1")
    browser_page.get_by_role("button", name="Find the person").click()
    expect(browser_page.get_by_role("heading", name="What there is of this person")).to_be_visible()
    save_screenshot(browser_page, "person")
    check_page(browser_page)
    browser_page.get_by_label("I have made sure").check()
    browser_page.get_by_role("button", name="Erase this person").click()
    expect(browser_page.get_by_role("heading", name="Erased")).to_be_visible()
    save_screenshot(browser_page, "erased")
    check_page(browser_page)


@on_both_screens
def test_publication_is_asked_with_the_consent_and_declining_needs_no_answer(
    browser_page: Page, live_server: LiveServer, save_screenshot: SaveScreenshot, scheme: Scheme, width: int
) -> None:
    make_pool()
    study = open_small_study(release="May your answers be published, without anything that tells who you are?")
    visitor = Visitor()
    visitor.open(f"/join/{study.link}/")
    visitor.send()
    set_screen(browser_page, scheme=scheme, width=width)
    browser_page.goto(f"{live_server.url}{visitor.address}")
    save_screenshot(browser_page, "consent")
    check_page(browser_page)
    browser_page.get_by_role("button", name="I agree and take part").click()
    expect(browser_page.get_by_role("heading", name="Before you take part")).to_be_visible()  # the browser asks for it
    browser_page.get_by_role("button", name="I do not agree").click()
    expect(browser_page.get_by_role("heading", name="Before you take part")).to_have_count(0)


@on_both_screens
def test_a_study_gets_rules_of_its_own(
    browser_page: Page, live_server: LiveServer, save_screenshot: SaveScreenshot, scheme: Scheme, width: int
) -> None:
    study = make_study("colors", title="Colors in photographs")
    make_visit(study, demographics={"gender": "female"})
    set_screen(browser_page, scheme=scheme, width=width)
    log_in(browser_page, live_server, "/workplace/studies/colors/retention")
    browser_page.get_by_text("Change: What people told").click()
    save_screenshot(browser_page, "rules")
    check_page(browser_page)
    section = browser_page.get_by_role("region", name="What people told of themselves")
    section.get_by_label("For so many days:").check()
    section.get_by_label("Days after the end").fill("90")
    browser_page.get_by_role("button", name="Keep these rules").click()
    expect(browser_page.get_by_text("Goes 90 days after the study ends.")).to_be_visible()
    save_screenshot(browser_page, "kept")
