"""The pages of AI judges in a real browser: from asking to the threshold set anew, on any screen, in light and dark."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from agents.models import Origin
from analysis.evaluations.runs import carry_out, take_run
from tests.builders import make_agent, make_response, make_stimulus
from tests.screens import SaveScreenshot, Scheme, check_page, log_in, on_both_screens, set_screen

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
WORDS = ("dog", "tree", "lunch", "street", "friend", "bike")


def fill() -> None:
    """Twelve stimuli, each with words by a human and by two AI agents, not all easy to tell."""
    human = make_agent("human")
    machines = [make_agent(f"machine-{number}", origin=Origin.AI) for number in range(2)]
    for number in range(12):
        stimulus = make_stimulus(task="objects", key=f"image-{number}")
        make_response(human, stimulus=stimulus, payload={"words": [WORDS[number % 6], "sky", f"thing{number}"]})
        for machine in machines:
            words = ["animal" if number % 3 else "dog", f"plant{machine.slug[-1]}", f"thing{number}"]
            make_response(machine, stimulus=stimulus, payload={"words": words})


def work() -> None:
    """What the worker does each time the sweep starts it."""
    while (run := take_run(at=timezone.now())) is not None:
        carry_out(run)


@on_both_screens
def test_an_evaluation_is_asked_for_read_and_told_anew_with_another_threshold(
    browser_page: Page,
    live_server: LiveServer,
    save_screenshot: SaveScreenshot,
    scheme: Scheme,
    width: int,
) -> None:
    fill()
    page = browser_page
    set_screen(page, scheme=scheme, width=width)
    log_in(page, live_server)
    page.goto(f"{live_server.url}/workplace/ai-judges")
    expect(page.get_by_text("No evaluation yet")).to_be_visible()
    check_page(page)
    save_screenshot(page, "none")
    page.get_by_role("link", name="Evaluate AI judges").click()
    expect(page.get_by_label("Responses")).to_be_visible()
    check_page(page)
    save_screenshot(page, "ask")
    page.get_by_label("Responses").select_option("objects")
    page.get_by_label("Words, letters, meaning and measures").uncheck()  # it would have to make sentence vectors
    page.get_by_label("TF-IDF and a linear SVM").check()
    page.get_by_role("button", name="Evaluate").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    check_page(page)
    save_screenshot(page, "waiting")
    work()
    expect(page.get_by_role("heading", name="Threshold: balanced accuracy")).to_be_visible()
    expect(page.get_by_text("not a mark that every machine bears")).to_be_visible()
    check_page(page)
    save_screenshot(page, "found")
    stimuli = page.get_by_label("Stimuli, one a line")
    stimuli.fill("image-0\nelsewhere")
    page.get_by_role("button", name="Set the threshold").click()
    expect(page.get_by_text("No human answer to 'elsewhere' is among these")).to_be_visible()
    stimuli.fill("\n".join(f"image-{number}" for number in range(6)))
    page.get_by_role("button", name="Set the threshold").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    work()
    anew = page.get_by_role("heading", name="Threshold set on the human answers to 6 stimuli")
    expect(anew).to_be_visible()
    check_page(page)
    save_screenshot(page, "threshold")
