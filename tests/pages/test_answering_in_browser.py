"""People answer in a real browser: by keys, with a pointer over a blurred image, on a phone, and with a lost line."""

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from agents.models import Answer
from judging.models import Trial
from tests.pages.stories import Visitor
from tests.pages.test_answering import ANSWERS, open_answering
from tests.pages.test_in_browser import SaveScreenshot, store_sample_picture
from tests.screens import check_page, log_in, on_both_screens, set_screen

pytestmark = pytest.mark.django_db(transaction=True)


def make_pattern() -> bytes:
    """A picture with something sharp all over."""
    squares = Image.effect_noise((40, 30), 200).resize((640, 480), Image.Resampling.NEAREST)
    content = io.BytesIO()
    squares.convert("RGB").save(content, "JPEG")
    return content.getvalue()


def go_to_answers(page: Page, server: LiveServer, task: str, **changes: object) -> None:
    """Open a small study in which people answer, and go to its first stimulus."""
    store_sample_picture()
    study = open_answering(task, **{"min_seconds": 0, **changes})
    page.goto(f"{server.url}/join/{study.link}/")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="I agree and take part").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".progress")).to_contain_text("1 of 4")
    expect(page.get_by_role("button", name="Next")).not_to_have_attribute("aria-disabled", "true")


def wait_until_painted(page: Page) -> None:
    """Until the stimulus is painted and the page takes an answer: earlier ones are told to look a little longer."""
    expect(page.locator("[name=painted]")).not_to_have_value("")
    expect(page.get_by_role("button", name="Next")).not_to_have_attribute("aria-disabled", "true")


@on_both_screens
@pytest.mark.parametrize("task", sorted(ANSWERS))
@pytest.mark.long
def test_each_answering_page_fits_its_screen_and_passes_axe(
    live_server: LiveServer, browser_page: Page, save_screenshot: SaveScreenshot, task: str, scheme: str, width: int
) -> None:
    set_screen(browser_page, scheme=scheme, width=width)
    go_to_answers(browser_page, live_server, task)
    check_page(browser_page)
    save_screenshot(browser_page, f"answering-{task}-{scheme}-{width}")


def test_words_are_typed_by_keys_alone_and_a_broken_rule_is_told_beside_what_was_written(
    live_server: LiveServer, browser_page: Page
) -> None:
    go_to_answers(browser_page, live_server, "objects")
    first = browser_page.get_by_label("First")
    expect(first).to_have_attribute("autocapitalize", "off")
    first.focus()
    for word in ("cup", "table", "table"):
        browser_page.keyboard.type(word)
        browser_page.keyboard.press("Tab")
    browser_page.get_by_label("Third").focus()
    browser_page.keyboard.press("Enter")
    expect(browser_page.get_by_role("alert")).to_contain_text("Each thing should be named once")
    expect(browser_page.get_by_label("Third")).to_have_value("table")
    wait_until_painted(browser_page)
    browser_page.get_by_label("Third").fill("spoon")
    browser_page.keyboard.press("Enter")
    expect(browser_page.locator(".progress")).to_contain_text("2 of 4")
    browser_page.reload()
    expect(browser_page.locator(".progress")).to_contain_text("2 of 4")
    assert Answer.objects.get().payload == {"words": ["cup", "table", "spoon"]}


def test_an_answer_that_was_lost_on_its_way_is_sent_again(live_server: LiveServer, browser_page: Page) -> None:
    go_to_answers(browser_page, live_server, "association")
    browser_page.context.set_offline(True)
    browser_page.get_by_label("The first word that comes to mind").fill("ship")
    browser_page.keyboard.press("Enter")
    expect(browser_page.get_by_text("did not reach us")).to_be_visible()
    browser_page.context.set_offline(False)
    expect(browser_page.locator(".progress")).to_contain_text("2 of 4")
    answer, trial = Answer.objects.get(), Trial.objects.get(position=1)
    assert answer.payload == {"word": "ship"}
    assert trial.rt_ms is not None


def test_the_window_over_a_blurred_image_records_where_somebody_rested(
    live_server: LiveServer, browser_page: Page
) -> None:
    go_to_answers(browser_page, live_server, "attention")
    browser_page.get_by_role("button", name="Show the image").click()
    box = browser_page.locator("[data-peek]").bounding_box()
    assert box is not None
    for x, y in ((0.25, 0.25), (0.75, 0.5), (0.5, 0.75)):
        browser_page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"])
        browser_page.wait_for_timeout(400)
    with browser_page.expect_request(lambda request: request.method == "POST" and "gaze" in (request.post_data or "")):
        browser_page.get_by_role("button", name="Next").click()
    expect(browser_page.locator(".progress")).to_contain_text("2 of 4")
    payload = Answer.objects.get().payload
    found = payload["fixations"]
    assert len(found) == len(payload["durations_ms"]) == len(payload["onsets_ms"])
    rests = [coordinate for rest in found[:3] for coordinate in rest]
    assert rests == pytest.approx([0.25, 0.25, 0.75, 0.5, 0.5, 0.75], abs=0.02)
    assert min(payload["durations_ms"][:3]) >= 150
    assert payload["window"] == "mouse"


@pytest.mark.long
def test_the_window_is_moved_by_the_arrow_keys(live_server: LiveServer, browser_page: Page) -> None:
    go_to_answers(browser_page, live_server, "attention")
    browser_page.get_by_role("button", name="Show the image").press("Enter")
    for key in ("ArrowRight", "ArrowDown"):
        browser_page.keyboard.press(key)
        browser_page.wait_for_timeout(300)
    browser_page.get_by_role("button", name="Next").press("Enter")
    expect(browser_page.locator(".progress")).to_contain_text("2 of 4")
    assert Answer.objects.get().payload["window"] == "keys"


@on_both_screens
@pytest.mark.parametrize("task", sorted(ANSWERS))
@pytest.mark.long
def test_the_page_on_which_answers_are_looked_at_fits_and_passes_axe(
    live_server: LiveServer, browser_page: Page, save_screenshot: SaveScreenshot, task: str, scheme: str, width: int
) -> None:
    set_screen(browser_page, scheme=scheme, width=width)
    store_sample_picture()
    study = open_answering(task, closing=False)
    visitor = Visitor()
    visitor.begin(study)
    for number, answer in enumerate(ANSWERS[task]):
        visitor.send(**answer, profile='{"pastes": 1}' if number % 2 else "")
    log_in(browser_page, live_server, f"/workplace/studies/{study.slug}/answers")
    expect(browser_page.get_by_label("Person 1")).to_have_count(4)
    check_page(browser_page)
    save_screenshot(browser_page, f"answers-{task}-{scheme}-{width}")


@on_both_screens
@pytest.mark.long
def test_what_was_written_stands_beside_the_rules_it_breaks(
    live_server: LiveServer, browser_page: Page, save_screenshot: SaveScreenshot, scheme: str, width: int
) -> None:
    set_screen(browser_page, scheme=scheme, width=width)
    go_to_answers(browser_page, live_server, "captioning")
    browser_page.get_by_label("Your sentence").fill("There are 2 DOGS!")
    browser_page.get_by_role("button", name="Next").click()
    expect(browser_page.get_by_role("alert")).to_contain_text("at least 6")
    check_page(browser_page)
    save_screenshot(browser_page, f"broken-rules-{scheme}-{width}")


@on_both_screens
@pytest.mark.long
def test_the_sharp_window_is_drawn_where_the_pointer_is(
    live_server: LiveServer, browser_page: Page, save_screenshot: SaveScreenshot, scheme: str, width: int
) -> None:
    set_screen(browser_page, scheme=scheme, width=width)
    go_to_answers(browser_page, live_server, "attention")
    picture = make_pattern()
    browser_page.route("**/media/*", lambda route: route.fulfill(body=picture, content_type="image/jpeg"))
    browser_page.reload()
    browser_page.get_by_role("button", name="Show the image").click()
    browser_page.locator("[data-peek]").hover(position={"x": 90, "y": 60})
    expect(browser_page.locator(".sharp")).to_have_css("clip-path", re.compile(r"circle\(\d+"))
    check_page(browser_page)
    save_screenshot(browser_page, f"window-{scheme}-{width}")
