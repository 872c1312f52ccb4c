"""Watching over live conversations in a real browser: on a board that renews itself one is replayed and stopped."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from agents.chatting.sending import send_message
from agents.models import Message, Room, RoomTrace
from judging.models import Assignment, Seating, Study
from tests.judging.conversing.visits import (
    bring_to_present,
    come_in,
    find_seat,
    open_chat_study,
    seat_two,
    talk,
    wait_at,
)
from tests.screens import SaveScreenshot, Scheme, check_page, log_in, on_both_screens, set_screen, watch_console

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
SAID = ("What do you listen to?", "Mostly to jazz, when I work. You?", "I am a human, so all of it.")


def talk_now(study: Study) -> tuple[Assignment, Assignment]:
    """Two people who talk now and have said three things in the last minute, one of them flagged; a third waits."""
    visits = seat_two(study)
    talk(visits, 3)
    room, now = find_seat(visits[0]).room, timezone.now()
    bring_to_present(room)
    for message, text in zip(Message.objects.order_by("seq"), SAID, strict=True):
        at = now - timedelta(seconds=55 - 15 * message.seq)
        flags = ["says it is human"] if message.seq == 3 else []
        Message.objects.filter(pk=message.pk).update(text=text, flags=flags, sent_at=at, release_at=at)
    waits = come_in(study, "three")
    wait_at(waits, 1)
    Seating.objects.filter(assignment=waits).update(waiting_since=now, limit_from=now, seen_at=now)
    return visits


@on_both_screens
def test_a_conversation_is_watched_replayed_extended_and_stopped(
    browser_page: Page, live_server: LiveServer, save_screenshot: SaveScreenshot, scheme: Scheme, width: int
) -> None:
    page, told = browser_page, watch_console(browser_page)
    study = open_chat_study(chat={"turns": 24, "minutes": 15})
    set_screen(page, scheme=scheme, width=width)
    log_in(page, live_server)
    page.goto(f"{live_server.url}/workplace/studies/{study.slug}/conversations")
    expect(page.get_by_role("heading", name="Nobody has come to talk yet")).to_be_visible()
    check_page(page)
    save_screenshot(page, "empty")

    visits = talk_now(study)
    expect(page.get_by_text("3 of 24 messages")).to_be_visible()
    check_page(page)
    save_screenshot(page, "board")
    send_message(find_seat(visits[1]), "Really?", client_id="more", at=timezone.now())
    expect(page.get_by_text("4 of 24 messages")).to_be_visible()
    expect(page.get_by_text("1 flagged message")).to_be_visible()
    assert SAID[0] not in page.content()

    page.get_by_role("link", name=f"Conversation {find_seat(visits[0]).room.pk}").click()
    expect(page.get_by_text("It is hidden unless you ask for it.")).to_be_visible()
    assert SAID[0] not in page.content()
    check_page(page)
    save_screenshot(page, "hidden")
    page.get_by_label("Minutes to add").fill("7")
    page.get_by_role("button", name="Add time").click()
    expect(page.get_by_text("7 minutes were added")).to_be_visible()
    assert Room.objects.get().rules["talk_seconds"] == 22 * 60

    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_text(SAID[2])).to_be_visible()
    check_page(page)
    save_screenshot(page, "shown")
    replay(page)
    save_screenshot(page, "replayed")

    page.get_by_role("link", name="Stop it").click()
    check_page(page)
    save_screenshot(page, "stop")
    page.get_by_role("button", name="Stop the conversation").click()
    expect(page.get_by_text("Over: Stopped by an experimenter")).to_be_visible()
    check_page(page)
    assert list(RoomTrace.objects.order_by("pk").values_list("kind", flat=True)) == ["extend", "show", "stop"]
    page.get_by_role("link", name="All conversations").click()
    page.get_by_text("Who saw or changed what").click()
    expect(page.get_by_text("Time added: 7 minutes, by experimenter")).to_be_visible()
    check_page(page)
    save_screenshot(page, "over")
    assert told == []


def replay(page: Page) -> None:
    """By keyboard alone: play from the first message on, faster, pause, and to the end."""
    button, turns = page.locator("#replay-play"), page.locator("#said .turn:visible")
    expect(turns).to_have_count(4)
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_text("Pause")
    expect(turns).to_have_count(0)
    page.get_by_label("Speed").select_option("32")
    expect(turns).to_have_count(4)
    expect(button).to_have_text("Replay")
    page.get_by_label("Time in the conversation").focus()
    page.keyboard.press("Home")
    expect(turns).to_have_count(0)
    expect(button).to_have_text("Go on")
    page.keyboard.press("End")
    expect(turns).to_have_count(4)
