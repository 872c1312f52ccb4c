"""The pages of one's own API tokens and of the API's addresses: a token is shown once; requests can be tried."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.builders import make_study
from tests.members import make_member
from tests.screens import SaveScreenshot, check_page, log_in, on_both_screens, set_screen, watch_console
from turingapp.api.models import ApiToken
from turingapp.api.tokens import PREFIX
from turingapp.members.roles import Role

URL = "/workplace/api-tokens"
WANTED = {"name": "night job", "scopes": ["studies:read", "judgements:read"], "days": "30"}


@pytest.mark.django_db
def test_a_token_is_shown_in_the_answer_and_never_again(staff: Client) -> None:
    answer = staff.post(URL, WANTED)
    (secret,) = re.findall(rf">({PREFIX}[\w-]+)</code>", answer.content.decode())
    assert "no-store" in answer["Cache-Control"]
    assert Client(headers={"Authorization": f"Bearer {secret}"}).get("/api/studies/").status_code == 200
    page = staff.get(URL).content.decode()
    assert secret not in page
    assert "night job" in page
    assert "is revoked" in staff.post(f"{URL}/{ApiToken.objects.get().pk}/revoke", follow=True).content.decode()
    assert Client(headers={"Authorization": f"Bearer {secret}"}).get("/api/studies/").status_code == 401


@pytest.mark.django_db
def test_a_form_that_was_sent_twice_makes_one_token_and_says_so(staff: Client) -> None:
    staff.post(URL, WANTED)
    assert "this account has such a token" in staff.post(URL, WANTED).content.decode()
    assert ApiToken.objects.count() == 1


@pytest.mark.django_db
def test_nobody_sees_or_revokes_the_tokens_of_others(staff: Client) -> None:
    staff.post(URL, WANTED)
    other = Client()
    other.force_login(make_member("other", Role.EXPERIMENTER))
    assert "night job" not in other.get(URL).content.decode()
    assert other.post(f"{URL}/{ApiToken.objects.get().pk}/revoke").status_code == 404
    assert ApiToken.objects.get().revoked_at is None


@pytest.mark.long
@on_both_screens
@pytest.mark.django_db(transaction=True)
def test_a_token_is_made_copied_and_revoked(
    browser_page: Page, live_server: LiveServer, save_screenshot: SaveScreenshot, scheme: str, width: int
) -> None:
    set_screen(browser_page, scheme=scheme, width=width)  # type: ignore[arg-type]  # the two of `on_both_screens`
    log_in(browser_page, live_server, URL)
    save_screenshot(browser_page, "empty")
    check_page(browser_page)
    browser_page.get_by_label("What it is for").fill("Night job on the lab's server")
    browser_page.get_by_label("Read judgements").check()
    browser_page.get_by_role("button", name="Make a token").click()
    expect(browser_page.get_by_role("button", name="Copy the token")).to_be_visible()
    save_screenshot(browser_page, "made")
    check_page(browser_page)
    browser_page.get_by_role("button", name="Revoke").click()
    expect(browser_page.get_by_role("status")).to_contain_text("is revoked")
    save_screenshot(browser_page, "revoked")
    check_page(browser_page)
    assert User.objects.get().api_tokens.get().revoked_at is not None


@pytest.mark.long
@on_both_screens
@pytest.mark.django_db(transaction=True)
def test_requests_are_tried_on_the_page_of_the_addresses(
    browser_page: Page, live_server: LiveServer, save_screenshot: SaveScreenshot, scheme: str, width: int
) -> None:
    make_study("colors", title="Colors")
    told = watch_console(browser_page)
    set_screen(browser_page, scheme=scheme, width=width)  # type: ignore[arg-type]  # the two of `on_both_screens`
    log_in(browser_page, live_server, "/api/docs/")
    browser_page.locator("#operations-studies-studies_list .opblock-summary-control").click()
    save_screenshot(browser_page, "opened")
    browser_page.get_by_role("button", name="Try it out").click()
    browser_page.get_by_role("button", name="Execute").click()
    expect(browser_page.locator(".live-responses-table")).to_contain_text('"slug": "colors"')
    save_screenshot(browser_page, "tried")
    check_page(browser_page)
    assert told == []
