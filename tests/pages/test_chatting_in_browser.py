"""Conversations in real browsers: two people in two windows, a person and a machine, a partner who leaves."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from agents.chatting.answering import answer_due_turns
from agents.models import Answer, Message
from judging.models import Assignment, Seating, Study
from tests.judging.conversing.visits import open_chat_study

pytestmark = pytest.mark.django_db(transaction=True)
SaveScreenshot = Callable[[Page, str], Path]


def go_in(page: Page, server: LiveServer, study: Study) -> None:
    """From the link to the waiting room."""
    page.goto(f"{server.url}/join/{study.link}/")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="I agree and take part").click()
    page.get_by_role("button", name="Start").click()


def begin_talking(pages: list[Page]) -> list[Page]:
    """Everybody says to be ready; the pages, the one that speaks first at the front."""
    for page in pages:
        page.get_by_role("button", name="I am ready").click()
    for page in pages:
        expect(page.get_by_label("Your message")).to_be_visible()
    return sorted(pages, key=lambda page: page.locator("#partner-state").inner_text() != "It is your turn.")


def say(page: Page, text: str) -> None:
    """Write and send, when it is one's turn."""
    expect(page.locator("#partner-state")).to_have_text("It is your turn.")
    page.get_by_label("Your message").fill(text)
    page.keyboard.press("Enter")


def finish(page: Page, *, partner: str) -> None:
    """Guess, read the truth, keep the conversation, and get the code."""
    page.get_by_role("radio", name="Human").check()
    page.get_by_label("Guessing").check()
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"You talked with a {partner}")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator(".code")).to_be_visible()


@pytest.mark.long
def test_two_people_talk_through_24_turns_with_a_reload_and_a_lost_line(
    live_server: LiveServer, browser: Browser
) -> None:
    study = open_chat_study(chat={"turns": 24}, closing=False)
    pages = [browser.new_context().new_page() for _ in range(2)]
    for page in pages:
        go_in(page, live_server, study)
    first, second = begin_talking(pages)
    for number in range(24):
        page = (first, second)[number % 2]
        if number == 6:
            page.reload()
        if number == 13:
            expect(page.locator("#partner-state")).to_have_text("It is your turn.")
            lose_line(page)
        say(page, f"Message number {number + 1}")
        if number == 13:
            expect(page.locator("#net-status")).to_contain_text("The line is down")
            page.unroute("**/chat/**")
    for page in pages:
        finish(page, partner="person")
    texts = list(Message.objects.order_by("seq").values_list("text", flat=True))
    assert texts == [f"Message number {number + 1}" for number in range(24)]
    assert Answer.objects.get().flags == []
    for page in pages:
        page.context.close()


def lose_line(page: Page) -> None:
    """From now on nothing reaches the server."""

    def abort(route: Route) -> None:
        route.abort()

    page.route("**/chat/**", abort)


@pytest.mark.long
def test_a_person_talks_with_a_machine_and_is_told_so_after_the_guess(
    live_server: LiveServer, browser_page: Page
) -> None:
    study = open_chat_study(
        pairings={"HA": 1.0}, chat={"ai_when_alone": True, "wait_minutes": 0.01, "turns": 4}, closing=False
    )
    go_in(browser_page, live_server, study)
    begin_talking([browser_page])
    for number in range(2):
        say(browser_page, f"I like music {number}")
        expect(browser_page.locator(".line.is-unsent")).to_have_count(0)
        answer_due_turns(clock=timezone.now)
    finish(browser_page, partner="machine")
    assert Answer.objects.get().payload["turns"][0] == {"speaker": "A", "text": "I like music 0"}


@pytest.mark.long
def test_the_partner_of_somebody_who_leaves_is_told_and_paid(live_server: LiveServer, browser: Browser) -> None:
    study = open_chat_study(closing=False)
    pages = [browser.new_context().new_page() for _ in range(2)]
    for page in pages:
        go_in(page, live_server, study)
    leaver, stayer = begin_talking(pages)
    say(leaver, "Hello")
    expect(stayer.locator(".line.is-partner")).to_have_text(re.compile("Hello"))
    leaver.get_by_role("button", name="End the conversation").click()
    leaver.get_by_role("button", name="End it").click()
    expect(stayer.get_by_text("Your partner has left the conversation or did not write any more.")).to_be_visible()
    for page in pages:
        finish(page, partner="person")
    assert sorted(Assignment.objects.values_list("state", flat=True)) == ["finished", "withdrawn"]
    for page in pages:
        page.context.close()


def test_without_scripts_the_page_says_so_and_lets_one_go_with_pay(live_server: LiveServer, browser: Browser) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    go_in(page, live_server, open_chat_study())
    expect(page.get_by_role("heading", name="This study needs scripts")).to_be_visible()
    page.get_by_role("button", name="Leave with my code").click()
    expect(page.locator(".code")).to_be_visible()
    assert not Seating.objects.exists()
    page.context.close()


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_of_a_conversation_fits_and_is_accessible(
    live_server: LiveServer, browser: Browser, save_screenshot: SaveScreenshot, width: int, height: int, scheme: str
) -> None:
    study = open_chat_study(
        closing=False, debrief="Thank you for talking.", pay="3.00 USD", chat={"topics": ["the music of today"]}
    )
    contexts = [browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme) for _ in range(2)]
    pages = [context.new_page() for context in contexts]
    go_in(pages[0], live_server, study)
    expect(pages[0].get_by_text("You have waited 0:0")).to_be_visible()

    def check(page: Page, name: str) -> None:
        save_screenshot(page, f"chat-{name}-{scheme}-{width}")
        found = Axe().run(page).response["violations"]
        assert [item["id"] for item in found if item["impact"] in {"serious", "critical"}] == [], name
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name

    check(pages[0], "waiting")
    go_in(pages[1], live_server, study)
    expect(pages[0].get_by_role("button", name="I am ready")).to_be_visible()
    check(pages[0], "ready")
    first, second = begin_talking(pages)
    for number in range(3):
        say((first, second)[number % 2], "What do you listen to when you work, and what when you rest? " * (number + 1))
    expect(second.locator(".line")).to_have_count(3)
    check(second, "talking")
    second.get_by_role("button", name="End the conversation").click()
    check(second, "ending")
    second.get_by_role("button", name="Go on talking").click()
    say(second, "Jazz.")
    first.get_by_role("radio", name="Human").check()
    first.get_by_label("Guessing").check()
    check(first, "guess")
    first.get_by_role("button", name="Next").click()
    expect(first.get_by_role("heading", level=1)).to_have_text("You talked with a person")
    check(first, "debrief")
    for context in contexts:
        context.close()
