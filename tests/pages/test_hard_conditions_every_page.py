"""Every page around and between the trials, in a real browser: it fits, is accessible, light, and asks nobody else."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, Response, expect
from pytest_django.live_server_helper import LiveServer

from judging.models import Assignment, Judgement, Place, Study, Trial
from tests.pages.test_in_browser import find_severe, store_sample_picture
from tests.pools import make_pool, open_small_study

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
SaveScreenshot = Callable[[Page, str], Path]
PHONE, TABLET, DESK = (360, 740), (768, 1000), (1440, 900)
HEAVIEST = 60_000  # bytes of a page with its sheets and scripts, without media
QUESTION = {
    "question": "What is asked in each trial?",
    "options": ["The color", "Who answered"],
    "answer": "Who answered",
}
FULL = {
    "practice": {"trials": 1},
    "comprehension": [QUESTION],
    "demographics": ["native_english", "birth_year", "gender", "education", "country", "native_language"],
    "questions": ["confidence", "reason"],
    "pay": "2.00 USD",
    "part_pay": "Who stops early is paid 0.50 USD.",
    "label": "Sample: written for the tests.",
    "trials": 1,
}


@dataclass
class Onlooker:
    """Looks at one page after the other: widths, accessibility in light and dark, weight, and whom it asks."""

    page: Page
    save: SaveScreenshot
    replies: list[Response] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("response", lambda reply: self.replies.append(reply))

    def look(self, word: str, heading: str) -> None:
        """Note every fault of the page with this heading, and keep pictures of it."""
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(heading)
        for (width, height), scheme in ((TABLET, "light"), (DESK, "dark"), (PHONE, "light")):
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            if self.page.evaluate("document.documentElement.scrollWidth") > width:
                self.faults.append(f"{word} is wider than {width} pixels")
            self.save(self.page, f"{word}-{width}")
        self.faults += [f"{word}: {found}" for found in find_severe(self.page)]

    def find_strangers(self, server: LiveServer) -> set[str]:
        """The hosts that were asked beside our own."""
        hosts = {urlsplit(reply.url).netloc for reply in self.replies if not reply.url.startswith("data:")}
        return hosts - {urlsplit(server.url).netloc}


@pytest.fixture
def onlooker(browser_page: Page, save_screenshot: SaveScreenshot) -> Onlooker:
    """Somebody who looks at each page."""
    return Onlooker(browser_page, save_screenshot)


def press(page: Page, name: str) -> None:
    """Press a button."""
    page.get_by_role("button", name=name, exact=True).click()


def open_link(page: Page, server: LiveServer, **changes: Any) -> None:
    """Open a small study and look at its link page."""
    store_sample_picture()
    make_pool()
    study = open_small_study("color", **{"demographics": [], **changes})
    page.goto(f"{server.url}/join/{study.link}/")


def go_to_instructions(page: Page) -> None:
    """From the link page on, without demographics."""
    press(page, "Begin")
    press(page, "I agree and take part")
    expect(page.get_by_role("heading", name="What you will do")).to_be_visible()


def judge(page: Page, verdict: str = "Machine") -> None:
    """Answer a trial of the color task."""
    expect(page.get_by_role("button", name="Next")).not_to_have_attribute("aria-disabled", "true")
    page.get_by_label(verdict).check()
    page.locator("[name=control]").first.check()
    if page.get_by_label("Sure", exact=True).count():
        page.get_by_label("Sure", exact=True).check()
    press(page, "Next")


def fill_all(page: Page) -> None:
    """Choose the last option of everything: prefer not to say."""
    for select in page.locator("select").all():
        select.select_option(index=1)
    for group in page.locator("fieldset").all():
        group.get_by_role("radio").last.check()


def test_every_page_of_a_visit_fits_is_accessible_light_and_asks_nobody_else(
    live_server: LiveServer, onlooker: Onlooker
) -> None:
    page = onlooker.page
    open_link(page, live_server, **FULL)
    onlooker.look("link", "A small study")
    press(page, "Begin")
    onlooker.look("consent", "Before you take part")
    press(page, "I agree and take part")
    onlooker.look("about-you", "About you")
    fill_all(page)
    press(page, "Continue")
    onlooker.look("instructions", "What you will do")
    press(page, "Start")
    onlooker.look("check", "A short check")
    page.get_by_label("Who answered").check()
    press(page, "Continue")
    expect(page.get_by_text("about 3 minutes left")).to_be_visible()
    expect(page.get_by_text("Pay at the end: 2.00 USD")).to_be_visible()
    onlooker.look("trial", "human or by a machine?")
    judge(page)
    onlooker.look("feedback", "This answer:")
    page.keyboard.press("Enter")
    expect(page.locator(".progress")).to_contain_text("2 of 2")
    judge(page)
    onlooker.look("last-questions", "Last questions")
    fill_all(page)
    press(page, "Finish")
    expect(page.locator("#code")).to_be_visible()
    onlooker.look("thanks", "Thank you")
    assert onlooker.faults == []
    assert onlooker.find_strangers(live_server) == set()


def weigh(browser: Browser, address: str) -> int:
    """Bytes of all that a browser which was never here fetches for a page, but media."""
    context = browser.new_context()
    page = context.new_page()
    asked: list[Request] = []
    page.on("requestfinished", lambda request: asked.append(request))
    page.goto(address, wait_until="networkidle")
    sizes = [request.sizes()["responseBodySize"] for request in asked if "/media/" not in request.url]
    context.close()
    assert min(sizes[:2]) > 0
    return sum(sizes)


def test_pages_weigh_less_than_60_kilobytes_without_media(
    live_server: LiveServer, browser_page: Page, browser: Browser
) -> None:
    open_link(browser_page, live_server, **FULL)
    press(browser_page, "Begin")
    press(browser_page, "I agree and take part")
    expect(browser_page.get_by_role("heading", name="About you")).to_be_visible()
    assert weigh(browser, browser_page.url) < HEAVIEST
    fill_all(browser_page)
    for name in ("Continue", "Start"):
        press(browser_page, name)
    browser_page.get_by_label("Who answered").check()
    press(browser_page, "Continue")
    expect(browser_page.locator(".progress")).to_be_visible()
    assert weigh(browser, browser_page.url) < HEAVIEST


def test_the_ways_out_fit_and_are_accessible(live_server: LiveServer, onlooker: Onlooker) -> None:
    page = onlooker.page
    open_link(page, live_server, part_pay="Who stops early is paid 0.50 USD.")
    go_to_instructions(page)
    address = page.url
    page.get_by_role("link", name="Stop here").click()
    expect(page.get_by_text("Who stops early is paid 0.50 USD.")).to_be_visible()
    onlooker.look("stop", "Do you want to stop?")
    page.get_by_role("link", name="Go back and go on").click()
    expect(page).to_have_url(address)
    page.get_by_role("link", name="Stop here").click()
    press(page, "Stop and keep")
    onlooker.look("stopped", "You stopped")
    page.goto(f"{live_server.url}/withdraw/")
    onlooker.look("withdraw", "Have your answers erased")
    page.get_by_label("Your code").fill("nothing")
    press(page, "Find my visit")
    expect(page.get_by_role("alert")).to_contain_text("No visit has the code")
    onlooker.look("withdraw-unknown", "Have your answers erased")
    page.goto(f"{live_server.url}/nowhere/")
    onlooker.look("no-such-page", "There is no such page")
    assert onlooker.faults == []


def test_full_and_closed_and_declined_are_said_calmly(live_server: LiveServer, onlooker: Onlooker) -> None:
    page = onlooker.page
    open_link(page, live_server, judgements_per_response=1, trials=8)
    link = page.url
    press(page, "Begin")
    press(page, "I do not agree")
    onlooker.look("declined", "You are not taking part")
    for _ in range(2):
        page.goto(link)
        press(page, "Begin")
    page.goto(link)
    press(page, "Begin")
    expect(page.get_by_text("All places of this study are taken")).to_be_visible()
    onlooker.look("full", "A small study")
    Study.objects.update(state=Study.State.CLOSED)
    page.goto(link)
    expect(page.get_by_text("This study is closed")).to_be_visible()
    onlooker.look("closed", "A small study")
    assert onlooker.faults == []


def test_stop_and_erase_leaves_a_tombstone(live_server: LiveServer, browser_page: Page) -> None:
    open_link(browser_page, live_server)
    go_to_instructions(browser_page)
    press(browser_page, "Start")
    judge(browser_page)
    expect(browser_page.locator(".progress")).to_contain_text("2 of 4")
    browser_page.get_by_role("link", name="Stop here").click()
    press(browser_page, "Stop and erase")
    expect(browser_page.get_by_role("heading", name="Your answers are erased")).to_be_visible()
    assert Assignment.objects.get().state == Assignment.State.ERASED
    assert not Judgement.objects.exists()
    assert not Trial.objects.exists()
    assert not Place.objects.exclude(taken=0).exists()


def test_a_finished_visit_is_erased_by_its_code(live_server: LiveServer, browser_page: Page) -> None:
    page = browser_page
    open_link(page, live_server, trials=1, closing=False)
    go_to_instructions(page)
    press(page, "Start")
    judge(page)
    code = page.locator("#code").inner_text().strip()
    page.goto(f"{live_server.url}/withdraw/")
    page.get_by_label("Your code").fill(f" {code.lower()} ")
    press(page, "Find my visit")
    press(page, "Erase everything")
    expect(page.get_by_role("heading", name="Your answers are erased")).to_be_visible()
    assert not Judgement.objects.exists()


def test_back_out_of_the_thanks_page_answers_nothing_anew(live_server: LiveServer, browser_page: Page) -> None:
    page = browser_page
    open_link(page, live_server, trials=1, closing=False)
    go_to_instructions(page)
    press(page, "Start")
    judge(page)
    code = page.locator("#code").inner_text()
    page.go_back()
    expect(page.locator("#code")).to_have_count(0)
    page.go_forward()
    expect(page.locator("#code")).to_have_text(code)
    assert Judgement.objects.count() == 1
    assert Assignment.objects.count() == 1


def test_instructions_that_were_not_understood_are_shown_again_and_then_end_the_visit(
    live_server: LiveServer, browser_page: Page
) -> None:
    page = browser_page
    open_link(page, live_server, comprehension=[QUESTION], part_pay="You are paid 0.20 USD.")
    go_to_instructions(page)
    press(page, "Start")
    page.get_by_label("The color").check()
    press(page, "Continue")
    expect(page.get_by_role("alert")).to_contain_text("read the instructions once more")
    press(page, "Start")
    page.get_by_label("The color").check()
    press(page, "Continue")
    expect(page.get_by_role("heading", name="Your visit ends here")).to_be_visible()
    expect(page.get_by_text("You are paid 0.20 USD.")).to_be_visible()
    assert Assignment.objects.get().state == Assignment.State.SCREENED_OUT
