"""The pages of AI agents in a real browser: a newcomer adds a model, tries it, runs it and sees what came of it."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from agents.jobs import carry_on_runs
from agents.models import RunItem
from tests.agents.services.wire.openai import serve_model
from tests.builders import make_stimulus
from tests.screens import SaveScreenshot, Scheme, check_page, log_in, on_both_screens, set_screen, watch_console

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@on_both_screens
def test_a_newcomer_adds_a_model_tries_it_and_runs_it(
    browser_page: Page, live_server: LiveServer, save_screenshot: SaveScreenshot, scheme: Scheme, width: int
) -> None:
    for cue in ("ice", "fire", "bad luck", "sea"):
        make_stimulus(task="association", key=cue, payload={"cue": cue, "prompt": None})
    page = browser_page
    told = watch_console(page)
    set_screen(page, scheme=scheme, width=width)
    log_in(page, live_server, "/workplace/ai-agents")
    check_page(page)
    save_screenshot(page, "list")
    page.get_by_role("link", name="Add a model behind an endpoint").click()
    with serve_model(lambda asked: "I'm sorry, but I can't help." if "bad luck" in str(asked) else "snow") as server:
        page.get_by_label("Name").fill("My model")
        page.get_by_label("Address").fill(server.url)
        page.get_by_label("Model", exact=True).fill("some-model")
        page.get_by_role("button", name="Try it").click()
        expect(page.get_by_text("It said: word snow")).to_be_visible()
        check_page(page)
        save_screenshot(page, "tried")
        page.get_by_role("button", name="Add", exact=True).click()
        expect(page.get_by_text("4 stimuli to ask about, calls: 4")).to_be_visible()
        page.get_by_text("Money").click()
        page.get_by_label("Price read").fill("3")
        page.get_by_label("At most").fill("3")
        page.get_by_label("At most").blur()
        expect(page.get_by_text("3 stimuli")).to_be_visible()
        check_page(page)
        save_screenshot(page, "agent")
        page.get_by_label("At most").fill("")
        page.get_by_role("button", name="Start the run").click()
        expect(page.get_by_text("Waiting for the worker.")).to_be_visible()
        save_screenshot(page, "waiting")
        while RunItem.objects.filter(state=RunItem.State.DUE, due_at__lte=timezone.now()).exists():
            carry_on_runs()
    expect(page.get_by_role("heading", name="Go on")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Refused to answer")).to_be_visible()
    check_page(page)
    save_screenshot(page, "run")
    page.get_by_role("link", name="Refused to answer").click()
    page.get_by_text("Raw reply").first.click()
    check_page(page)
    save_screenshot(page, "replies")
    page.goto(f"{live_server.url}/workplace/ai-agents")
    check_page(page)
    save_screenshot(page, "list-after")
    assert told == []
