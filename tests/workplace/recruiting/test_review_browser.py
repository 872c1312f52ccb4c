"""From the submissions of a posting to paid bonuses and a reconciliation, in a real browser on any screen."""

import pytest
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
from tests.screens import SaveScreenshot, Scheme, check_page, log_in, on_both_screens, set_screen
from tests.workplace.recruiting.test_money import leave_orphan

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long, pytest.mark.at_present]


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


def keep(page: Page, word: str, save_screenshot: SaveScreenshot) -> None:
    """A picture of the page, which is as every page must be."""
    save_screenshot(page, word)
    check_page(page)


@on_both_screens
def test_people_are_reviewed_paid_and_reconciled(
    browser_page: Page,
    live_server: LiveServer,
    posting: Posting,
    prolific: LocalProlific,
    save_screenshot: SaveScreenshot,
    scheme: Scheme,
    width: int,
) -> None:
    page = browser_page
    set_screen(page, scheme=scheme, width=width)
    log_in(page, live_server, f"/workplace/postings/{posting.public_id}/review")
    keep(page, "waiting", save_screenshot)
    page.get_by_role("link", name="All (").click()
    page.get_by_role("button", name="Show who").first.click()
    expect(page.get_by_text("P0", exact=True)).to_be_visible()
    keep(page, "all", save_screenshot)
    page.get_by_role("link", name="Waiting (").click()
    odd = next(iter(prolific.state.parts.values()))
    odd.participant = "somebody-else"
    page.get_by_role("button", name="Approve all 4 that wait").click()
    keep(page, "asked", save_screenshot)
    jobs.carry_out_due()
    expect(page.locator(".stat", has_text="Done").locator(".value")).to_have_text("3")
    keep(page, "failed", save_screenshot)
    odd.participant = "P0"
    page.get_by_role("button", name="Run again for the 1 that failed").click()
    jobs.carry_out_due()
    expect(page.locator(".stat", has_text="Done").locator(".value")).to_have_text("1")
    page.get_by_role("link", name="Back to the review").click()
    keep(page, "nobody-waits", save_screenshot)
    page.get_by_role("link", name="Approved (").click()
    page.get_by_label("Tick all on this page").check()
    expect(page.get_by_text("4 ticked")).to_be_visible()
    page.get_by_role("button", name="Reject").click()
    keep(page, "reject", save_screenshot)
    page.go_back()
    page.get_by_role("button", name="Pay a bonus").click()
    page.get_by_label("Amount for each").fill("15")
    page.get_by_label("Reason").fill("All checks were right.")
    keep(page, "bonus", save_screenshot)
    page.get_by_role("button", name="See what it costs").click()
    keep(page, "bonus-total", save_screenshot)
    page.get_by_role("button", name="Pay GBP").click()
    jobs.carry_out_due()
    expect(page.locator(".stat", has_text="Done").locator(".value")).to_have_text("4")
    assert (sum_rewards(prolific.state), sum_bonuses(prolific.state)) == (400, 60)
    page.get_by_role("link", name="Money").click()
    keep(page, "money", save_screenshot)
    page.get_by_role("button", name="Reconcile now").click()
    expect(page.get_by_text("Waiting for the worker")).to_be_visible()
    keep(page, "reconciling", save_screenshot)
    leave_orphan(prolific)
    jobs.reconcile_asked()
    expect(page.get_by_text("Last:")).to_be_visible()
    keep(page, "reconciled", save_screenshot)
    page.get_by_role("button", name="Close it at the platform").click()
    jobs.carry_out_due()
    page.reload()
    expect(page.get_by_text("Left behind by a crash")).to_be_hidden()
    assert PlatformSubmission.objects.filter(status="approved").count() == 4
