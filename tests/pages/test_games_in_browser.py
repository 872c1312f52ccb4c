"""The test of three in two browser windows: a judge, a human witness, and a machine that answers by a worker."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from agents.chatting.answering import answer_due_turns
from judging.models import Choice, Game
from tests.judging.identifying.games import open_game_study
from tests.pages.test_chatting_in_browser import SaveScreenshot, go_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def tell_apart(pages: list[Page]) -> tuple[Page, Page]:
    """The judge's page and the witness's, once both were seated and said that they are ready."""
    for page in pages:
        page.get_by_role("button", name="I am ready").wait_for()
    judge, witness = sorted(pages, key=lambda page: page.get_by_text("You are the judge").count() == 0)
    for page in (judge, witness):
        page.get_by_role("button", name="I am ready").click()
    return judge, witness


def write(page: Page, pane: str, text: str) -> None:
    """Write and send in one conversation, when it is one's turn."""
    expect(page.locator(f"#{pane}partner-state")).to_have_text("It is your turn.")
    page.locator(f"#{pane}text").fill(text)
    page.keyboard.press("Enter")


def test_a_judge_talks_with_a_person_and_a_machine_and_chooses(
    live_server: LiveServer, browser: Browser, save_screenshot: SaveScreenshot
) -> None:
    study = open_game_study(closing=False)
    pages = [browser.new_context().new_page() for _ in range(2)]
    for page in pages:
        go_in(page, live_server, study)
    judge, witness = tell_apart(pages)
    judge.locator(".panes").wait_for()
    assert not Axe().run(judge).response["violations"]
    for number in range(2):
        for side in ("left", "right"):
            write(judge, f"{side}-", f"Question {number}")
            expect(judge.locator(f"#{side}-lines .is-unsent")).to_have_count(0)
        answer_due_turns(clock=timezone.now)
        write(witness, "", f"Answer {number}")
        if number == 0:  # after the second answer the page goes on
            for side in ("left", "right"):
                expect(judge.locator(f"#{side}-lines .is-partner")).to_have_count(1)
            save_screenshot(judge, "game")
    expect(judge.get_by_role("heading", level=1)).to_have_text("Which one is the human?")
    assert not Axe().run(judge).response["violations"]
    judge.get_by_label(f"The one on the {Game.objects.get().human_side}").check()
    judge.get_by_label("Certain").check()
    judge.get_by_role("button", name="Next").click()
    expect(judge.get_by_text("You took the human for the human.")).to_be_visible()
    expect(witness.get_by_role("heading", level=1)).to_have_text("You were a witness")
    for page in (judge, witness):
        page.get_by_role("button", name="Keep it").click()
        expect(page.locator(".code")).to_be_visible()
        page.context.close()
    assert not Choice.objects.get().is_machine_chosen
