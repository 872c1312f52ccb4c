"""From the submissions of a posting to paid bonuses and a reconciliation, in a real browser on any screen."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from judging import jobs
from judging.models import Assignment, Study, Trial
from judging.models.recruiting import PlatformSubmission, Posting
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.local.prolific_operations import expire, sum_bonuses, sum_rewards
from judging.recruiters.money import Money
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import address_participant, arrive, look, post, submit_at_prolific, work_off
from tests.workplace.recruiting.test_money import leave_orphan

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
NAME, PASSWORD = "experimenter", "a-long-password"
SERIOUS = ("serious", "critical")
SaveScreenshot = Callable[[Page, str], Path]


@pytest.fixture
def clock() -> Clock:
    """The pages tell the time by themselves, so the platform goes by the same."""
    clock = Clock()
    clock.now = datetime.now(UTC)
    return clock


@pytest.fixture
def posting(study: Study, prolific: LocalProlific, clock: Clock) -> Posting:
    """Three people who handed in, one of them with signs of a program; one who timed out; one whose visit is open."""
    posting = post(study, "prolific", at=clock(), reward=Money(100, "GBP"), places=8)
    work_off(clock)
    rows = [submit_at_prolific(prolific, posting, f"P{number}", clock) for number in range(3)]
    for row in rows:
        Trial.objects.filter(assignment=row.assignment).update(answered_at=clock(), rt_ms=4200, answers={})
        Assignment.objects.filter(pk=row.assignment_id).update(began_at=clock(), over_at=clock.move(minutes=2))
    Assignment.objects.filter(pk=rows[2].assignment_id).update(signs={"honeypot": 1}, closing={"ai_tool": "yes"})
    study_id = str(posting.parts.get().platform_id)
    for person in ("P8", "P9"):
        part = prolific.state.start(study_id, person)
        arrive(posting, address_participant(part), at=clock())
    expire(prolific.state, part.submission_id)
    prolific.state.complete("P8", posting.offer["codes"]["screened_out"])
    look(posting, clock)
    return posting


def log_in(page: Page, server: LiveServer, path: str) -> None:
    """Go to a page of the workplace as somebody who has to log in first."""
    User.objects.create_user(NAME, password=PASSWORD, is_staff=True)
    page.goto(f"{server.url}{path}")
    page.get_by_label("Username").fill(NAME)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def check_page(page: Page, word: str, save_screenshot: SaveScreenshot) -> None:
    """It fits the screen, and axe finds nothing serious."""
    save_screenshot(page, word)
    root = "document.documentElement"
    assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth")
    found = Axe().run(page).response["violations"]
    assert not [problem["id"] for problem in found if problem["impact"] in SERIOUS]


@pytest.mark.parametrize(("scheme", "width", "height"), [("light", 1280, 900), ("dark", 390, 844)])
def test_people_are_reviewed_paid_and_reconciled(
    browser_page: Page,
    live_server: LiveServer,
    posting: Posting,
    prolific: LocalProlific,
    save_screenshot: SaveScreenshot,
    scheme: str,
    width: int,
    height: int,
) -> None:
    page = browser_page
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": height})
    log_in(page, live_server, f"/workplace/postings/{posting.public_id}/review")
    check_page(page, "waiting", save_screenshot)
    page.get_by_role("link", name="All (").click()
    page.get_by_role("button", name="Show who").first.click()
    expect(page.get_by_text("P0", exact=True)).to_be_visible()
    check_page(page, "all", save_screenshot)
    page.get_by_role("link", name="Waiting (").click()
    odd = next(iter(prolific.state.parts.values()))
    odd.participant = "somebody-else"
    page.get_by_role("button", name="Approve all 4 that wait").click()
    check_page(page, "asked", save_screenshot)
    jobs.carry_out_due()
    expect(page.locator(".stat", has_text="Done").locator(".value")).to_have_text("3")
    check_page(page, "failed", save_screenshot)
    odd.participant = "P0"
    page.get_by_role("button", name="Run again for the 1 that failed").click()
    jobs.carry_out_due()
    expect(page.locator(".stat", has_text="Done").locator(".value")).to_have_text("1")
    page.get_by_role("link", name="Back to the review").click()
    check_page(page, "nobody-waits", save_screenshot)
    page.get_by_role("link", name="Approved (").click()
    page.get_by_label("Tick all on this page").check()
    expect(page.get_by_text("4 ticked")).to_be_visible()
    page.get_by_role("button", name="Reject").click()
    check_page(page, "reject", save_screenshot)
    page.go_back()
    page.get_by_role("button", name="Pay a bonus").click()
    page.get_by_label("Amount for each").fill("15")
    page.get_by_label("Reason").fill("All checks were right.")
    check_page(page, "bonus", save_screenshot)
    page.get_by_role("button", name="See what it costs").click()
    check_page(page, "bonus-total", save_screenshot)
    page.get_by_role("button", name="Pay GBP").click()
    jobs.carry_out_due()
    expect(page.locator(".stat", has_text="Done").locator(".value")).to_have_text("4")
    assert (sum_rewards(prolific.state), sum_bonuses(prolific.state)) == (400, 60)
    page.get_by_role("link", name="Money").click()
    check_page(page, "money", save_screenshot)
    page.get_by_role("button", name="Reconcile now").click()
    expect(page.get_by_text("Waiting for the worker")).to_be_visible()
    check_page(page, "reconciling", save_screenshot)
    leave_orphan(prolific)
    jobs.reconcile_asked()
    expect(page.get_by_text("Last:")).to_be_visible()
    check_page(page, "reconciled", save_screenshot)
    page.get_by_role("button", name="Close it at the platform").click()
    jobs.carry_out_due()
    page.reload()
    expect(page.get_by_text("Left behind by a crash")).to_be_hidden()
    assert PlatformSubmission.objects.filter(status="approved").count() == 4
