"""The study builder in a real browser: both sides follow each other as one types, and everything fits and works."""

import re

import pytest
import yaml
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from judging.building import begin_draft
from judging.models import Study, StudyDraft
from judging.protocol_text import write_settings
from tests.builders import AT, make_visit
from tests.pools import make_pool, make_settings, open_small_study
from tests.screens import SaveScreenshot, Scheme, check_page, log_in, on_both_screens, set_screen, watch_console

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def begin(page: Page, server: LiveServer) -> None:
    """A new draft over the tests' pool."""
    log_in(page, server, "/workplace/drafts/new")
    page.get_by_label("Title").fill("Which color?")
    page.get_by_label("Pool").select_option("color/tests")
    page.get_by_role("button", name="Begin the draft").click()


def test_fields_and_text_follow_each_other_until_the_study_is_opened(
    browser_page: Page, live_server: LiveServer
) -> None:
    make_pool()
    told = watch_console(browser_page)
    begin(browser_page, live_server)
    text = browser_page.get_by_label("The protocol as text")
    opener = browser_page.get_by_role("button", name="Open the study")
    browser_page.get_by_label("Trials", exact=True).fill("0")
    expect(opener).to_be_disabled()
    expect(text).to_have_value(re.compile(r"\ntrials: 0\n"))
    expect(browser_page.get_by_label("Trials", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(browser_page.locator("#gutter .is-wrong")).to_have_count(1)
    browser_page.get_by_role("button", name="Line").click()
    selected = browser_page.evaluate(
        "(({value, selectionStart, selectionEnd}) => value.slice(selectionStart, selectionEnd))(document.activeElement)"
    )
    assert selected == "trials: 0"
    text.fill(text.input_value().replace("trials: 0", "trials: 4"))
    expect(browser_page.get_by_label("Trials", exact=True)).to_have_value("4")
    expect(browser_page.locator("#numbers")).to_contain_text("24 places")
    browser_page.get_by_text("What would it cost?").click()
    browser_page.get_by_label("For each person").fill("100")
    expect(browser_page.locator("#numbers")).to_contain_text("USD 40.00")
    browser_page.get_by_text("Who takes part and who counts").click()
    browser_page.get_by_role("checkbox", name="gender", exact=True).check()
    expect(text).to_have_value(re.compile(r"demographics: \[gender\]"))
    browser_page.get_by_label("What people do").select_option("respond")
    expect(browser_page.get_by_label("Answers to each stimulus")).to_be_visible()
    browser_page.get_by_label("What people do").select_option("judge")
    expect(browser_page.get_by_label("Share of humans")).to_be_visible()
    opener.click()
    expect(browser_page.get_by_role("heading", name="Which color?")).to_be_visible()
    assert Study.objects.get().protocols.get().settings.demographics == ["gender"]
    assert not told


def test_what_is_typed_without_a_pause_is_all_saved(browser_page: Page, live_server: LiveServer) -> None:
    make_pool()
    begin(browser_page, live_server)
    browser_page.get_by_label("Title").fill("A better title")
    browser_page.get_by_label("Trials", exact=True).fill("4")
    browser_page.get_by_label("Minutes", exact=True).fill("7")
    expect(browser_page.get_by_label("The protocol as text")).to_have_value(re.compile("minutes: 7"))
    draft = StudyDraft.objects.get()
    assert all(line in draft.content for line in ("title: A better title", "trials: 4", "minutes: 7"))


@on_both_screens
def test_the_builder_and_its_previews_fit_every_screen_and_axe_finds_nothing_serious(
    browser_page: Page, live_server: LiveServer, save_screenshot: SaveScreenshot, scheme: Scheme, width: int
) -> None:
    make_pool()
    study = open_small_study(title="An open one", judgements_per_response=2)
    for number in range(12):
        make_visit(study, state="finished" if number < 8 else "withdrawn", signs={"honeypot": int(number == 0)})
    set_screen(browser_page, scheme=scheme, width=width)
    log_in(browser_page, live_server, "/workplace/drafts/new")
    save_screenshot(browser_page, "begin")
    check_page(browser_page)
    browser_page.get_by_label("Title").fill("Which color?")
    browser_page.get_by_label("Pool").select_option("color/tests")
    browser_page.get_by_role("button", name="Begin the draft").click()
    browser_page.get_by_label("Trials", exact=True).fill("0")
    expect(browser_page.get_by_role("button", name="Line")).to_be_visible()
    save_screenshot(browser_page, "wrong")
    check_page(browser_page)
    browser_page.get_by_label("Trials", exact=True).fill("4")
    expect(browser_page.get_by_text("Nothing is wrong with it.")).to_be_visible()
    save_screenshot(browser_page, "good")
    check_page(browser_page)
    browser_page.goto(f"{live_server.url}/workplace/")
    save_screenshot(browser_page, "list")
    check_page(browser_page)
    browser_page.get_by_role("link", name="Which color?").click()
    browser_page.get_by_role("link", name="Preview").click()
    browser_page.frame_locator(".phone iframe").get_by_role("button", name="Next").wait_for()
    save_screenshot(browser_page, "preview")
    check_page(browser_page)
    browser_page.get_by_role("link", name="Back to the draft").click()
    browser_page.get_by_role("button", name="Open the study").click()
    browser_page.get_by_role("heading", name="Versions of the protocol").wait_for()
    save_screenshot(browser_page, "opened")
    check_page(browser_page)
    browser_page.get_by_role("button", name="Build the next version").click()
    browser_page.get_by_label("Trials", exact=True).fill("2")
    expect(browser_page.locator("#changes")).to_contain_text("trials")
    save_screenshot(browser_page, "next-version")
    check_page(browser_page)


def open_rows(page: Page) -> None:
    """Open the subject that has the screening rules."""
    page.get_by_text("Who takes part and who counts").click()


def test_rows_are_added_filled_moved_and_removed_by_keyboard_and_the_text_follows(
    browser_page: Page, live_server: LiveServer
) -> None:
    make_pool()
    told = watch_console(browser_page)
    begin(browser_page, live_server)
    open_rows(browser_page)
    text = browser_page.get_by_label("The protocol as text")
    rules = browser_page.get_by_role("group", name="Screening")
    rules.get_by_role("button", name="Add a rule").press("Enter")
    first, second = (rules.get_by_role("group", name=f"Rule {number}") for number in (1, 2))
    expect(first.get_by_label("What counts")).to_be_focused()
    expect(first.get_by_label("What counts")).to_have_attribute("aria-invalid", "true")
    first.get_by_label("What counts").select_option("control_share")
    first.get_by_label("At least").fill("0.9")
    first.get_by_role("button", name="Remove").focus()  # at once, so that it has the focus while this is saved
    expect(text).to_have_value(re.compile(r"- \{rule: control_share, least: 0\.9\}"))
    rules.get_by_role("button", name="Add a rule").press("Enter")
    expect(second.get_by_label("What counts")).to_be_focused()
    second.get_by_label("What counts").select_option("finished")
    expect(text).to_have_value(re.compile(r"least: 0\.9\}\n- \{rule: finished\}"))
    second.get_by_role("button", name="Move up").press("Enter")
    expect(first.get_by_role("button", name="Move down")).to_be_focused()
    expect(text).to_have_value(re.compile(r"- \{rule: finished\}\n- \{rule: control_share"))
    second.get_by_label("At least").press("Enter")  # saves, and does nothing to a row
    first.get_by_role("button", name="Remove").press("Enter")
    expect(first.get_by_label("What counts")).to_be_focused()
    expect(text).to_have_value(re.compile(r"screening:\n- \{rule: control_share, least: 0\.9\}\n"))
    text.fill(text.input_value().replace("control_share, least: 0.9", "catch, most: 1"))
    expect(first.get_by_label("At most")).to_have_value("1")
    assert not told


def test_what_is_typed_just_before_a_row_is_added_is_saved_with_it_once(
    browser_page: Page, live_server: LiveServer
) -> None:
    make_pool()
    begin(browser_page, live_server)
    adding = browser_page.get_by_role("button", name="Add a question")
    browser_page.get_by_text("Before the trials").click()
    adding.click()
    browser_page.get_by_label("What is asked").fill("Who answered?")
    adding.click()
    second = browser_page.get_by_role("group", name="Question 2")
    expect(second.get_by_label("What is asked")).to_be_focused()
    browser_page.get_by_label("Title").fill("Later")  # a later save does not do it again
    expect(browser_page.get_by_label("The protocol as text")).to_have_value(re.compile("title: Later"))
    expect(browser_page.get_by_role("group", name="Question 3")).to_have_count(0)
    assert yaml.safe_load(StudyDraft.objects.get().content)["comprehension"] == [{"question": "Who answered?"}, {}]


@on_both_screens
def test_rows_fit_every_screen_and_axe_finds_nothing_serious(
    browser_page: Page, live_server: LiveServer, save_screenshot: SaveScreenshot, scheme: Scheme, width: int
) -> None:
    make_pool()
    settings = make_settings(
        pool={"names": ["tests"], "facets": {"domain": ["in", "out"]}},
        practice={"trials": 1, "pool": {"names": ["tests"]}},
        comprehension=[{"question": "Who answered?", "options": ["People", "Both"], "answer": "Both"}],
        screening=[
            {"rule": "finished"},
            {"rule": "control_share", "least": 0.9},
            {"rule": "native_language", "values": ["en"]},
        ],
    )
    draft = begin_draft(write_settings(settings), by="experimenter", at=AT)
    set_screen(browser_page, scheme=scheme, width=width)
    log_in(browser_page, live_server, f"/workplace/drafts/{draft.public_id}/")
    for title in ("Before the trials", "Who takes part and who counts"):
        browser_page.get_by_text(title).click()
    save_screenshot(browser_page, "rows")
    check_page(browser_page)
    browser_page.get_by_role("button", name="Add a rule").click()
    expect(browser_page.get_by_role("group", name="Rule 4").get_by_role("combobox")).to_be_focused()
    save_screenshot(browser_page, "rows-wrong")
    check_page(browser_page)
