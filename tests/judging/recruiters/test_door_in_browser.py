"""From a platform's page to the last payment in a real browser: the local MTurk's frame, Prolific's return link."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.conf import settings as project
from PIL import Image
from playwright.sync_api import Browser, FrameLocator, Page, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from judging import jobs
from judging.acknowledging import acknowledge_parity
from judging.launching import list_launch_problems
from judging.models import Assignment, Judgement, Study
from judging.models.recruiting import LedgerEntry, PlatformSubmission, Posting, PostingPart
from judging.recruiters.local.faults import Fault
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.reviewing import approve_all, pay_bonus
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import post
from tests.pools import MEDIA_ID, make_pool, open_small_study

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.at_present]
SaveScreenshot = Callable[[Page, str], Path]
Where = Page | FrameLocator


@pytest.fixture
def study(live_server: LiveServer, settings: Settings) -> Study:
    """Four trials behind addresses at which this server really answers."""
    settings.PUBLIC_URL = live_server.url
    project.MEDIA_ROOT.mkdir(parents=True, exist_ok=True)
    Image.linear_gradient("L").resize((640, 480)).convert("RGB").save(project.MEDIA_ROOT / f"{MEDIA_ID}.jpg")
    make_pool()
    return open_small_study(demographics=[])


@pytest.fixture
def framed_page(browser: Browser) -> Iterator[Page]:
    """A page in a fresh profile; what the content rules refuse, or an error in a script, fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if "Policy" in message.text else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert not complaints


def work_and_ask() -> None:
    """What the beat starts each minute, at once."""
    jobs.carry_out_due()
    PostingPart.objects.update(poll_due_at=datetime(2020, 1, 1, tzinfo=UTC))
    jobs.ask_platforms()


def judge_all(where: Where) -> None:
    """From consent to the thanks page, with an answer to each of the four trials."""
    where.get_by_role("button", name="I agree and take part").click()
    where.get_by_role("button", name="Start").click()
    for number in range(1, 5):
        expect(where.locator(".progress")).to_contain_text(f"{number} of 4")
        where.get_by_label("Machine").check()
        where.get_by_label("Yes", exact=True).check()
        where.get_by_role("button", name="Next").click()
    where.get_by_label("How engaging").select_option("5")
    where.get_by_label("How difficult").select_option("5")
    where.get_by_role("button", name="Finish").click()
    expect(where.get_by_role("heading", name="Thank you")).to_be_visible()


def pay(posting: Posting) -> None:
    """Approve all and pay a bonus, both twice; the worker runs twice."""
    for _ in range(2):
        rows = PlatformSubmission.objects.filter(part__posting=posting)
        approve_all(rows, at=datetime.now(UTC))
        for row in rows:
            pay_bonus(row, amount=15, reason="All checks were right", name="checks", at=datetime.now(UTC))
        work_and_ask()


def list_paid() -> list[tuple[str, int]]:
    paid = LedgerEntry.objects.filter(state="paid", kind__in=("reward", "bonus"))
    return sorted(paid.values_list("kind", "amount"))


def test_a_worker_goes_from_mturks_preview_to_the_bonus_and_is_paid_once(
    study: Study,
    mturk: LocalMTurk,
    settings: Settings,
    clock: Clock,
    framed_page: Page,
    save_screenshot: SaveScreenshot,
) -> None:
    page = framed_page
    settings.FRAME_ANCESTORS = ["'self'", mturk.url]
    posting = post(study, "mturk", at=clock())
    work_and_ask()
    acknowledge_parity(study, who="experimenter", at=clock())
    assert list_launch_problems(posting, at=datetime.now(UTC)) == []
    hit_id = posting.parts.get().platform_id
    page.goto(f"{mturk.url}/hits/{hit_id}?worker=W1")
    frame = page.frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Sample of a trial")).to_be_visible()
    expect(frame.get_by_role("button", name="Accept the HIT first").first).to_be_disabled()
    save_screenshot(page, "preview")
    assert (Assignment.objects.count(), PlatformSubmission.objects.count()) == (0, 0)
    page.get_by_role("button", name="Accept", exact=True).click()
    frame.get_by_role("button", name="Begin").click()
    judge_all(frame)
    assert Judgement.objects.count() == 4
    save_screenshot(page, "done")
    mturk.state.faults.plan(Fault.ERROR_BEFORE, "externalSubmit")
    frame.get_by_role("button", name="Hand in and return").click()
    expect(frame.get_by_text("Something went wrong")).to_be_visible()
    page.goto(f"{mturk.url}/hits/{hit_id}?worker=W1")  # as a worker does: the HIT once more
    frame.get_by_role("button", name="Go on").click()
    frame.get_by_role("button", name="Hand in and return").click()
    expect(frame.get_by_text("Your HIT was submitted")).to_be_visible()
    work_and_ask()
    row = PlatformSubmission.objects.get()
    assert (row.status, row.assignment) == ("submitted", Assignment.objects.get())
    pay(posting)
    assert list_paid() == [("bonus", 15), ("reward", 100)]
    assert [work.status for work in mturk.state.works.values()] == ["Approved"]
    assert page.context.cookies(settings.PUBLIC_URL) == []


@pytest.mark.long
def test_the_button_to_hand_in_is_there_again_after_a_lost_connection(
    study: Study, mturk: LocalMTurk, settings: Settings, clock: Clock, browser: Browser
) -> None:
    settings.FRAME_ANCESTORS = ["'self'", mturk.url]
    posting = post(study, "mturk", at=clock())
    work_and_ask()
    work = mturk.state.accept(str(posting.parts.get().platform_id), "W1")
    page = browser.new_context().new_page()
    page.goto(f"{mturk.url}/hits/{work.hit_id}?worker=W1")
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="Begin").click()
    judge_all(frame)
    refusals = iter((True,))
    page.route("**/externalSubmit", lambda route: route.abort() if next(refusals, False) else route.continue_())
    with page.expect_event("requestfailed"):
        frame.get_by_role("button", name="Hand in and return").click()
    page.reload()
    frame.get_by_role("button", name="Go on").click()
    frame.get_by_role("button", name="Hand in and return").click()
    expect(frame.get_by_text("Your HIT was submitted")).to_be_visible()
    page.context.close()
    assert mturk.state.works[work.assignment_id].status == "Submitted"


def test_a_participant_goes_from_prolific_back_by_the_link_and_is_paid_once(
    study: Study, prolific: LocalProlific, clock: Clock, browser_page: Page, save_screenshot: SaveScreenshot
) -> None:
    page = browser_page
    page.set_viewport_size({"width": 360, "height": 740})
    posting = post(study, "prolific", at=clock())
    work_and_ask()
    page.goto(f"{prolific.url}/?participant=P1")
    page.get_by_role("button", name="Start").click()
    save_screenshot(page, "door")
    page.get_by_role("button", name="Begin").click()
    judge_all(page)
    code = posting.offer["codes"]["complete"]
    expect(page.locator("#code")).to_have_text(code)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    save_screenshot(page, "done")
    page.get_by_role("link", name="Hand in and return").click()
    expect(page.get_by_text(re.compile("AWAITING REVIEW"))).to_be_visible()
    work_and_ask()
    assert PlatformSubmission.objects.get().code == code
    pay(posting)
    assert list_paid() == [("bonus", 15), ("reward", 100)]
    assert [part.status for part in prolific.state.parts.values()] == ["APPROVED"]


def test_a_preview_fits_a_phone(
    study: Study,
    mturk: LocalMTurk,
    clock: Clock,
    browser_page: Page,
    live_server: LiveServer,
    save_screenshot: SaveScreenshot,
) -> None:
    posting = post(study, "mturk", at=clock())
    browser_page.set_viewport_size({"width": 360, "height": 740})
    browser_page.goto(f"{live_server.url}/arrive/{posting.public_id}/?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE")
    assert browser_page.evaluate("document.documentElement.scrollWidth") <= 360
    save_screenshot(browser_page, "phone")


def test_a_page_that_turns_people_away_fits_a_phone(
    study: Study,
    prolific: LocalProlific,
    clock: Clock,
    browser_page: Page,
    live_server: LiveServer,
    save_screenshot: SaveScreenshot,
) -> None:
    posting = post(study, "prolific", at=clock())
    work_and_ask()
    Study.objects.update(state=Study.State.CLOSED)
    part = prolific.state.start(str(posting.parts.get().platform_id), "P1")
    browser_page.set_viewport_size({"width": 360, "height": 740})
    query = f"PROLIFIC_PID=P1&STUDY_ID={part.study_id}&SESSION_ID={part.submission_id}"
    browser_page.goto(f"{live_server.url}/arrive/{posting.public_id}/?{query}")
    expect(browser_page.get_by_role("heading", name="This study is closed")).to_be_visible()
    assert browser_page.evaluate("document.documentElement.scrollWidth") <= 360
    save_screenshot(browser_page, "phone")
