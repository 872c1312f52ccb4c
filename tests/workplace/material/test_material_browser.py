"""Stimuli and responses in a real browser: on any screen, in light and dark."""

import pytest
from PIL import Image
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from agents.models import Origin, Response, Stimulus
from tests.agents.pictures import store
from tests.builders import make_agent, make_judgement, make_response, make_study, make_visit
from tests.pools import MEDIA_ID, make_pool
from tests.screens import SaveScreenshot, Scheme, check_page, log_in, on_both_screens, open_menu, set_screen

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


@on_both_screens
def test_a_stimulus_is_found_and_its_responses_looked_at(
    browser_page: Page, live_server: LiveServer, save_screenshot: SaveScreenshot, scheme: Scheme, width: int
) -> None:
    store(Image.new("RGB", (640, 480), "teal"), MEDIA_ID)
    make_pool()
    Stimulus.objects.filter(key="color-3").update(has_control=False, facets={"domain": "indoor"})
    talk = make_response(make_agent("ada"), make_agent("blip", origin=Origin.AI, title="Blip"), task="conversation")
    Response.objects.filter(pk=talk.pk).update(remarks=["a speaker without a turn"])
    made = Response.objects.filter(stimulus__key="color-3")
    for response in made:
        make_judgement(make_visit(make_study()), response, "human")

    def look(name: str) -> None:
        check_page(browser_page)
        save_screenshot(browser_page, f"material-{name}-{scheme}-{width}")

    set_screen(browser_page, scheme=scheme, width=width)
    log_in(browser_page, live_server, "/workplace/stimuli")
    look("stimuli")
    browser_page.get_by_text("Search and filter").click()
    browser_page.get_by_label("Text").fill("color-3")
    browser_page.get_by_label("Text").press("Enter")
    look("found")
    browser_page.get_by_role("link", name="color-3").click()
    look("stimulus")
    browser_page.get_by_role("table").get_by_role("link").first.click()
    look("response")
    browser_page.goto(f"{live_server.url}/workplace/responses")
    look("responses")
    browser_page.goto(f"{live_server.url}/workplace/responses/{talk.pk}")
    look("conversation")
    browser_page.get_by_text("Set it aside").first.click()
    look("set-aside")
    browser_page.get_by_role("button", name="Set it aside").click()
    look("aside")
    open_menu(browser_page)
    browser_page.get_by_role("link", name="Pools").first.click()
    look("pools")
    browser_page.get_by_role("link", name="Agents", exact=True).click()
    look("agents")
    browser_page.goto(f"{live_server.url}/workplace/responses?pool=none")
    look("nothing")
