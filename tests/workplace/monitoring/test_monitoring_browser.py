"""The monitor in a real browser: it renews itself, and rests while nobody looks at it."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from agents.models import Origin
from judging.models import Alert, Assignment, Attempt, Cell, Study, VisitStep, WorkerPulse
from tests.builders import make_agent, make_judgement, make_response, make_study, make_visit
from tests.screens import SaveScreenshot, Scheme, check_page, log_in, on_both_screens, set_screen, watch_console

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]
State = Assignment.State
VISITS = ((State.FINISHED, 24), (State.FINISHED, 24), (State.OPEN, 7), (State.WITHDRAWN, 3), (State.EXPIRED, 11))


def fill(study: Study) -> None:
    """Visits that came as far as they are said to, the last of them now."""
    authors = [make_agent("people"), make_agent("median-cut", origin=Origin.AI)]
    now = timezone.now()
    for number, (state, trials) in enumerate(VISITS):
        visit = make_visit(study, state=state)
        for trial in range(trials):
            rt_ms, right = 900 + 431 * trial, trial % 9 != 8
            response = make_response(authors[trial % 2])
            make_judgement(visit, response, "human", control_right=right, rt_ms=rt_ms)
        Assignment.objects.filter(pk=visit.pk).update(seen_at=now - timedelta(seconds=40 * number))
        Attempt.objects.create(trial=visit.trials.get(position=2), at=now, seconds_left=1.5)
    for cell in Cell.objects.all():
        cell.places_count = cell.places.count()
        cell.taken = cell.places_count + cell.pk
        cell.save()


@on_both_screens
def test_the_monitor_renews_itself_and_rests_while_nobody_looks(
    browser_page: Page, live_server: LiveServer, save_screenshot: SaveScreenshot, scheme: Scheme, width: int
) -> None:
    page, told = browser_page, watch_console(browser_page)
    study = make_study("watched", title="Colors of pictures", trials=24, demographics=["gender"])
    WorkerPulse.objects.create(at=timezone.now())
    set_screen(page, scheme=scheme, width=width)
    log_in(page, live_server)
    page.goto(f"{live_server.url}/workplace/studies/{study.slug}/monitor")
    expect(page.get_by_role("heading", name="Nobody has come yet")).to_be_visible()
    check_page(page)
    save_screenshot(page, "empty")
    fill(study)
    expect(page.get_by_role("heading", name="How far people get")).to_be_visible()
    check_page(page)
    save_screenshot(page, "monitor")

    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    page.wait_for_timeout(6_000)  # longer than the page waits between two looks
    assert asked == []
    with page.expect_request("**/monitor/live?*", timeout=4_000):
        page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")

    page.goto(f"{live_server.url}/workplace/monitor")
    expect(page.get_by_role("link", name="Colors of pictures")).to_be_visible()
    check_page(page)
    save_screenshot(page, "overview")
    assert told == []


@on_both_screens
def test_alerts_are_set_and_seen(
    browser_page: Page, live_server: LiveServer, save_screenshot: SaveScreenshot, scheme: Scheme, width: int
) -> None:
    page, told = browser_page, watch_console(browser_page)
    study = make_study("watched", title="Colors of pictures")
    sentence = "Colors of pictures: 26 of the last 50 people left before the end."
    facts = {"kind": "drop_out", "study": study, "sentence": sentence}
    now = timezone.now()
    Alert.objects.create(subject="a", raised_at=now, **facts)
    Alert.objects.create(subject="b", raised_at=now - timedelta(days=1), passed_at=now, **facts)
    set_screen(page, scheme=scheme, width=width)
    log_in(page, live_server, f"/workplace/studies/{study.slug}/alerts")
    page.get_by_label("Address").fill("https://hooks.example.org/services/of-ours")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Send a test").click()
    expect(page.get_by_text("Webhook: Test, Due")).to_be_visible()
    check_page(page)
    save_screenshot(page, "rules")
    page.goto(f"{live_server.url}/workplace/alerts")
    expect(page.get_by_text(sentence)).to_have_count(2)
    check_page(page)
    save_screenshot(page, "alerts")
    page.goto(f"{live_server.url}/workplace/monitor")
    check_page(page)
    save_screenshot(page, "overview")
    assert told == []


@on_both_screens
def test_a_visit_is_stepped_through(
    browser_page: Page, live_server: LiveServer, save_screenshot: SaveScreenshot, scheme: Scheme, width: int
) -> None:
    page, told = browser_page, watch_console(browser_page)
    study = make_study("watched", title="Colors of pictures", trials=24)
    fill(study)
    visit = study.assignments.order_by("pk")[2]
    for stage, seconds in (("consent", 20), ("instructions", 55)):
        at = visit.arrived_at + timedelta(seconds=seconds)
        VisitStep.objects.create(assignment=visit, stage=stage, position=0, outcome="taken", at=at)
    visit.trials.update(loads=2)
    set_screen(page, scheme=scheme, width=width)
    log_in(page, live_server, f"/workplace/studies/{study.slug}/monitor")
    page.get_by_role("link", name="All visits").click()
    expect(page.get_by_role("link", name="Open (1)")).to_be_visible()
    check_page(page)
    save_screenshot(page, "visits")
    page.get_by_role("link", name=f"Visit {visit.pk}", exact=True).click()
    for _ in range(3):
        page.get_by_role("link", name="Next page").click()
    expect(page.get_by_role("heading", name="Trial 2")).to_be_visible()
    expect(page.get_by_text("1.5 s too early")).to_be_visible()
    check_page(page)
    save_screenshot(page, "visit")
    assert told == []


@on_both_screens
def test_judges_are_listed_with_what_counts(
    browser_page: Page, live_server: LiveServer, save_screenshot: SaveScreenshot, scheme: Scheme, width: int
) -> None:
    page, told = browser_page, watch_console(browser_page)
    rules = [{"rule": "finished"}, {"rule": "control_right"}]
    study = make_study("watched", title="Colors of pictures", trials=24, screening=rules)
    set_screen(page, scheme=scheme, width=width)
    log_in(page, live_server, f"/workplace/studies/{study.slug}/judges")
    expect(page.get_by_text("Nobody has come yet.")).to_be_visible()
    check_page(page)
    save_screenshot(page, "no-judges")
    fill(study)
    page.goto(f"{live_server.url}/workplace/studies/{study.slug}/monitor")
    page.get_by_role("link", name="Judges, and who counts").click()
    expect(page.get_by_text("22 of 24 judgements")).to_have_count(2)
    check_page(page)
    save_screenshot(page, "judges")
    page.get_by_text("Search and filter").click()
    page.get_by_label("Screening").select_option("finished")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("by the rule “Visits that were finished”")).to_have_count(3)
    page.get_by_text("Search and filter").click()
    check_page(page)
    save_screenshot(page, "judges-filtered")
    assert told == []
