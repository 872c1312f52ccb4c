"""What a page notices of its judge; pages hidden, doubled, filled in by programs, or written from right to left."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.db.models import F
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from agents.models import Response
from judging.models import Assignment, Judgement, Trial
from tests.pages.test_in_browser import go_to_trials

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
HIDE = """
Object.defineProperty(document, "hidden", { configurable: true, get: () => HIDDEN });
document.dispatchEvent(new Event("visibilitychange"));
"""
CAPTION = "رجل يحمل 3 تفاحات (حمراء) 😀 𝒳 and a dog"


def send_answer(page: Page) -> None:
    """Answer the first trial and wait for the second."""
    page.get_by_label("Machine").check()
    page.get_by_label("Yes", exact=True).check()
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".progress")).to_contain_text("2 of 4")


def find_noticed() -> dict[str, object]:
    """What was noticed of the first trial."""
    return dict(Trial.objects.get(position=1).answers)


def test_how_a_page_was_handled_is_kept_as_a_few_numbers(live_server: LiveServer, browser_page: Page) -> None:
    go_to_trials(browser_page, live_server, questions=["reason"])
    browser_page.mouse.move(100, 100)
    browser_page.mouse.move(103, 104)
    browser_page.locator("textarea").press_sequentially("abc")
    browser_page.locator("textarea").dispatch_event("paste")
    browser_page.evaluate("window.dispatchEvent(new Event('blur'))")
    send_answer(browser_page)
    profile = find_noticed()["profile"]
    assert isinstance(profile, dict)
    assert profile["keys"] == 3
    assert profile["pastes"] == 1
    assert profile["blurs"] == 1
    assert profile["touches"] == 0
    assert profile["pointer_moves"] >= 2
    assert profile["pointer_px"] >= 5
    assert profile["first_input_ms"] >= 0


def test_time_in_a_hidden_tab_is_noted_and_the_server_alone_decides_on_the_minimum(
    live_server: LiveServer, browser_page: Page
) -> None:
    browser_page.clock.install()
    go_to_trials(browser_page, live_server)
    browser_page.evaluate(HIDE.replace("HIDDEN", "true"))
    browser_page.clock.run_for(120_000)
    browser_page.evaluate(HIDE.replace("HIDDEN", "false"))
    send_answer(browser_page)
    hidden_ms = find_noticed()["hidden_ms"]
    assert isinstance(hidden_ms, int)
    assert 120_000 <= hidden_ms < 150_000


def test_the_hidden_field_is_seen_by_nobody_and_tells_of_a_program(live_server: LiveServer, browser_page: Page) -> None:
    go_to_trials(browser_page, live_server)
    trap = browser_page.locator("[name=website]")
    assert browser_page.get_by_role("textbox").count() == 0
    box = trap.bounding_box()
    assert box is None or browser_page.locator(".away").evaluate("part => part.offsetWidth") <= 1
    trap.evaluate("field => { field.value = 'Orchid' }")
    send_answer(browser_page)
    assert find_noticed()["sign"] == "machine_text"


def test_two_tabs_answer_a_trial_once_and_the_second_is_shown_where_the_visit_stands(
    live_server: LiveServer, browser_page: Page
) -> None:
    go_to_trials(browser_page, live_server)
    other = browser_page.context.new_page()
    other.goto(browser_page.url)
    expect(other.get_by_role("button", name="Next")).not_to_have_attribute("aria-disabled", "true")
    send_answer(browser_page)
    other.get_by_label("Human").check()
    other.get_by_label("Yes", exact=True).check()
    other.get_by_role("button", name="Next").click()
    expect(other.get_by_role("alert")).to_contain_text("answered already")
    expect(other.locator(".progress")).to_contain_text("2 of 4")
    assert Judgement.objects.get().verdict == "ai"
    expect(other.get_by_role("button", name="Next")).not_to_have_attribute("aria-disabled", "true")
    other.get_by_label("Human").check()
    other.get_by_label("Yes", exact=True).check()
    other.get_by_role("button", name="Next").click()  # the page that was shown instead works like any other
    expect(other.locator(".progress")).to_contain_text("3 of 4")
    assert Judgement.objects.count() == 2


def test_a_reload_waits_only_for_what_is_left_of_the_minimum_time(live_server: LiveServer, browser_page: Page) -> None:
    browser_page.clock.install()
    go_to_trials(browser_page, live_server, min_seconds=30)
    expect(browser_page.get_by_role("button", name=re.compile(r"Next \(\d+\)"))).to_be_visible()
    browser_page.clock.run_for(20_000)
    Trial.objects.update(issued_at=F("issued_at") - timedelta(seconds=20))
    browser_page.reload()
    expect(browser_page.get_by_role("button", name=re.compile(r"Next \((?:10|\d)\)"))).to_be_visible()


def test_without_scripts_a_missing_picture_is_reported_by_a_button(live_server: LiveServer, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    go_to_trials(page, live_server, has_scripts=False)
    page.get_by_role("button", name="The picture does not appear").click()
    expect(page.locator(".progress")).to_contain_text("2 of 4")
    context.close()
    assert Trial.objects.get(position=1).put_aside_why == "the picture did not load"
    assert not Judgement.objects.exists()


def test_the_clock_of_the_judge_gives_only_its_distance_from_utc(live_server: LiveServer, browser: Browser) -> None:
    context = browser.new_context(timezone_id="Asia/Kathmandu")
    go_to_trials(context.new_page(), live_server)
    context.close()
    assert Assignment.objects.get().utc_offset_minutes == 345  # UTC+05:45


@pytest.mark.parametrize("width", [360, 1440])
def test_arabic_digits_and_four_byte_letters_keep_their_order(
    width: int, live_server: LiveServer, browser_page: Page, save_screenshot: Callable[[Page, str], Path]
) -> None:
    browser_page.set_viewport_size({"width": width, "height": 800})
    go_to_trials(browser_page, live_server, "captioning")
    Response.objects.update(payload={"caption": CAPTION})
    browser_page.reload()
    caption = browser_page.locator(".sentence")
    expect(caption).to_have_text(CAPTION)
    assert caption.evaluate("part => getComputedStyle(part).direction") == "rtl"
    assert browser_page.evaluate("document.documentElement.scrollWidth") <= width
    save_screenshot(browser_page, "caption")


def test_at_twice_the_text_size_nothing_is_cut_off(live_server: LiveServer, browser_page: Page) -> None:
    browser_page.set_viewport_size({"width": 640, "height": 512})  # 1280 x 1024 at 200%
    go_to_trials(browser_page, live_server, "conversation", questions=["speaker_gender", "confidence"])
    browser_page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert browser_page.evaluate("document.documentElement.scrollWidth") <= 640
    browser_page.get_by_role("button", name="Next").scroll_into_view_if_needed()
    expect(browser_page.get_by_role("button", name="Next")).to_be_in_viewport()
