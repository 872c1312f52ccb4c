"""A visit in a real browser: painting, keys, waiting, the clip of fixations, narrow screens, and accessibility."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from agents.tasks import TASKS
from judging.models import Judgement, Trial
from tests.pools import MEDIA_ID, make_pool, open_small_study

pytestmark = pytest.mark.django_db(transaction=True)
SEVERE = {"serious", "critical"}
# The quick suite looks at one task with a picture and a control; the long one at all.
LOOKED_AT = [pytest.param(slug, marks=() if slug == "color" else pytest.mark.long) for slug in TASKS.slugs]
SaveScreenshot = Callable[[Page, str], Path]


def store_sample_picture() -> None:
    """The picture that the tests' pools refer to."""
    settings.MEDIA_ROOT.mkdir(parents=True, exist_ok=True)
    Image.linear_gradient("L").resize((640, 480)).convert("RGB").save(settings.MEDIA_ROOT / f"{MEDIA_ID}.jpg")


def go_to_trials(
    page: Page, server: LiveServer, task: str = "color", *, has_scripts: bool = True, **changes: object
) -> None:
    """Open a small study of the task, go to its first trial, and wait until it can be answered (or waits)."""
    store_sample_picture()
    make_pool(task)
    study = open_small_study(task, demographics=[], **changes)
    page.goto(f"{server.url}/join/{study.link}/")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="I agree and take part").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".progress")).to_contain_text("1 of 4")
    if has_scripts:
        expect(page.locator("body")).to_have_class(re.compile("has-keys"))
    if has_scripts and not changes.get("min_seconds"):
        expect(page.get_by_role("button", name="Next")).not_to_have_attribute("aria-disabled", "true")


def find_severe(page: Page) -> list[str]:
    """What axe finds on the page that is serious or critical."""
    found = Axe().run(page).response["violations"]
    return [f"{item['id']}: {[node['html'] for node in item['nodes']]}" for item in found if item["impact"] in SEVERE]


def test_a_trial_is_answered_by_keys_alone(live_server: LiveServer, browser_page: Page) -> None:
    go_to_trials(browser_page, live_server)
    browser_page.keyboard.press("1")
    browser_page.keyboard.press("2")
    browser_page.get_by_label("Yes", exact=True).focus()
    browser_page.keyboard.press("Space")
    browser_page.keyboard.press("Enter")
    expect(browser_page.locator(".progress")).to_contain_text("2 of 4")
    assert Judgement.objects.get().verdict == "ai"


@pytest.mark.long
def test_keys_that_are_turned_off_choose_nothing(live_server: LiveServer, browser_page: Page) -> None:
    go_to_trials(browser_page, live_server)
    browser_page.get_by_role("button", name="Turn keys off").click()
    browser_page.keyboard.press("1")
    expect(browser_page.locator(".verdict :checked")).to_have_count(0)


@pytest.mark.long
def test_a_digit_typed_into_a_reason_is_no_verdict(live_server: LiveServer, browser_page: Page) -> None:
    go_to_trials(browser_page, live_server, questions=["reason"])
    browser_page.locator("textarea").press("1")
    expect(browser_page.locator("textarea")).to_have_value("1")
    expect(browser_page.locator(".verdict :checked")).to_have_count(0)


def test_in_a_conversation_the_keys_answer_for_a_and_then_for_b(live_server: LiveServer, browser_page: Page) -> None:
    go_to_trials(browser_page, live_server, "conversation")
    browser_page.keyboard.press("1")
    browser_page.keyboard.press("2")
    expect(browser_page.locator("[name=verdict-A]:checked")).to_have_value("human")
    expect(browser_page.locator("[name=verdict-B]:checked")).to_have_value("ai")


def test_the_answer_brings_the_reaction_time_and_gets_the_next_trial_in_one_request(
    live_server: LiveServer, browser_page: Page
) -> None:
    go_to_trials(browser_page, live_server)
    asked: list[str] = []
    browser_page.on("request", lambda request: asked.append(request.method) if "/visit/" in request.url else None)
    browser_page.keyboard.press("2")
    browser_page.get_by_label("Yes", exact=True).check()
    browser_page.get_by_role("button", name="Next").click()
    expect(browser_page.locator(".progress")).to_contain_text("2 of 4")
    expect(browser_page.locator("h1")).to_be_focused()
    trial = Trial.objects.get(position=1)
    assert trial.issued_at is not None
    assert trial.painted_at is not None
    assert trial.answered_at is not None
    assert trial.issued_at < trial.painted_at < trial.answered_at
    assert trial.rt_ms is not None
    assert asked == ["POST"]
    browser_page.reload()
    expect(browser_page.locator(".progress")).to_contain_text("2 of 4")
    assert Trial.objects.get(position=2).loads == 2


def test_an_early_answer_waits_on_the_page_until_the_time_is_over(live_server: LiveServer, browser_page: Page) -> None:
    go_to_trials(browser_page, live_server, min_seconds=1)
    button = browser_page.get_by_role("button", name=re.compile("Next"))
    browser_page.keyboard.press("1")
    browser_page.get_by_label("No", exact=True).check()
    browser_page.keyboard.press("Enter")
    expect(browser_page.locator(".status")).to_have_text("Please look a little longer before you go on.")
    expect(button).not_to_have_attribute("aria-disabled", "true")
    browser_page.keyboard.press("Enter")
    expect(browser_page.locator(".progress")).to_contain_text("2 of 4")
    assert Judgement.objects.get().verdict == "human"


def test_a_double_click_on_next_answers_one_trial(live_server: LiveServer, browser_page: Page) -> None:
    go_to_trials(browser_page, live_server)
    browser_page.keyboard.press("1")
    browser_page.get_by_label("Yes", exact=True).check()
    browser_page.get_by_role("button", name="Next").dblclick()
    expect(browser_page.locator(".progress")).to_contain_text("2 of 4")
    assert Judgement.objects.count() == 1


@pytest.mark.long
def test_a_page_rewritten_by_a_translator_is_flagged(live_server: LiveServer, browser_page: Page) -> None:
    go_to_trials(browser_page, live_server, "association")
    assert browser_page.locator("#stimulus .word[translate=no]").count() == 2
    browser_page.evaluate("document.querySelector('#stimulus .word').innerHTML = '<font>mer</font>'")
    browser_page.keyboard.press("1")
    browser_page.keyboard.press("Enter")
    expect(browser_page.locator(".progress")).to_contain_text("2 of 4")
    assert Trial.objects.get(position=1).answers["translated"] is True


def test_a_lost_picture_is_asked_for_again(live_server: LiveServer, browser_page: Page) -> None:
    refusals = iter((True, True))
    browser_page.route("**/media/*", lambda route: route.abort() if next(refusals, False) else route.continue_())
    go_to_trials(browser_page, live_server)
    expect(browser_page.locator("[name=painted]")).not_to_have_value("")


@pytest.mark.long
def test_the_clip_moves_until_it_is_paused(live_server: LiveServer, browser_page: Page) -> None:
    go_to_trials(browser_page, live_server, "attention")
    dot = browser_page.locator(".dot")
    expect(browser_page.locator(".still")).to_be_hidden()
    first = dot.get_attribute("cx") or ""
    expect(dot).not_to_have_attribute("cx", first)
    browser_page.get_by_role("button", name="Pause").click()
    expect(browser_page.get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.long
def test_fixations_stand_still_and_numbered_where_motion_is_reduced(
    live_server: LiveServer, browser_page: Page
) -> None:
    browser_page.emulate_media(reduced_motion="reduce")
    go_to_trials(browser_page, live_server, "attention")
    expect(browser_page.get_by_role("button", name="Play")).to_be_visible()
    expect(browser_page.locator(".still text").first).to_have_text("1")
    expect(browser_page.locator(".dot")).to_be_hidden()


def test_a_trial_is_judged_with_scripts_blocked(live_server: LiveServer, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    go_to_trials(page, live_server, "attention", has_scripts=False)
    expect(page.locator(".still .fixation").first).to_be_visible()
    page.get_by_label("Machine").check()
    page.locator("[name=control]").first.check()
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".progress")).to_contain_text("2 of 4")
    context.close()
    assert Judgement.objects.get().verdict == "ai"


@pytest.mark.parametrize("task", LOOKED_AT)
def test_a_trial_fits_a_phone_is_accessible_and_breaks_no_content_rule(
    task: str, live_server: LiveServer, browser_page: Page, save_screenshot: SaveScreenshot
) -> None:
    complaints: list[str] = []
    browser_page.on("console", lambda message: complaints.append(message.text))
    browser_page.set_viewport_size({"width": 360, "height": 740})
    go_to_trials(browser_page, live_server, task, questions=["confidence", "reason"])
    assert browser_page.evaluate("document.documentElement.scrollWidth") <= 360
    assert find_severe(browser_page) == []
    save_screenshot(browser_page, "phone")
    browser_page.set_viewport_size({"width": 1440, "height": 900})
    browser_page.emulate_media(color_scheme="dark")
    assert find_severe(browser_page) == []
    save_screenshot(browser_page, "wide-dark")
    assert complaints == []
