"""From "Bring people" to an open posting, through HTTP: forms that keep what is typed, checks, opening once."""

import json
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

import lxml.html
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from judging.models import Study
from judging.models.recruiting import Outgoing, Posting, WorkerPulse
from judging.recruiters import RECRUITERS
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from tests.pools import make_pool, open_small_study

pytestmark = pytest.mark.django_db
FILLED: dict[str, Any] = {
    "environment": "local",
    "places": 4,
    "title": "Who wrote this?",
    "description": "Judge short texts.",
    "reward": 75,
    "currency": "GBP",
    "allowed_minutes": 20,
}


@pytest.fixture
def study() -> Study:
    """An open study whose pool has a visit for many people."""
    make_pool()
    return open_small_study(judgements_per_response=50)


def address(study: Study, recruiter: str = "prolific") -> str:
    return reverse("workplace:draft", args=[study.slug, recruiter])


def read_errors(content: bytes) -> str:
    found: Any = lxml.html.document_fromstring(content).xpath("//ul[contains(@class, 'errorlist')]//text()")
    return " ".join(" ".join(found).split())


def read_fields(content: bytes) -> dict[str, Any]:
    forms: Any = lxml.html.document_fromstring(content).xpath("//form[@class='offer']")
    return dict(forms[0].form_values())


def make_draft(staff: Client, study: Study, **changes: Any) -> Posting:
    answer = staff.post(address(study), {**FILLED, **changes})
    assert answer.status_code == HTTPStatus.FOUND, read_errors(answer.content)
    return Posting.objects.latest("pk")


@pytest.fixture
def at_work(settings: Settings, healthy: str) -> None:
    """A worker has left its sign, and the address of the pages answers."""
    WorkerPulse.objects.create(at=datetime.now(UTC))
    settings.PUBLIC_URL = healthy


def test_the_tab_people_teaches_what_to_do_and_has_one_action(staff: Client, study: Study) -> None:
    page = staff.get(reverse("workplace:people", args=[study.slug])).content.decode()
    assert "Nobody has been asked to come yet" in page
    assert page.count("Bring people") == 1


def test_mturk_is_offered_last_with_its_closure_and_no_account_is_assumed(staff: Client, study: Study) -> None:
    page = staff.get(reverse("workplace:bring_people", args=[study.slug])).content.decode()
    places = [page.index(f">{plugin.title}<") for plugin in RECRUITERS]
    assert places[-1] == max(places)
    assert "Amazon closed Mechanical Turk on 30 September 2026" in page
    assert "The account is not set up yet" in page


def test_the_estimate_follows_what_is_typed_and_writes_nothing(staff: Client, study: Study, settings: Settings) -> None:
    url = reverse("workplace:estimate", args=[study.slug, "prolific"])
    page = staff.post(url, FILLED).content.decode()
    # 4 × 75 and Prolific's 43% as the setting says, rounded per person: 4 × 32
    for words in ("75 = GBP 0.75", "GBP 3.00", "GBP 1.28", "GBP 4.28", "GBP 15.00 an hour", "GBP 6.00 to GBP 60.00"):
        assert words in page, words
    settings.CAP_PER_STUDY = 400
    assert "more than the study's cap of GBP 4.00 leaves" in staff.post(url, FILLED).content.decode()
    assert "Say how many people" in staff.post(url, {**FILLED, "reward": "many"}).content.decode()
    assert Posting.objects.count() == 0


def test_the_estimate_says_how_many_the_pools_have_a_visit_for(staff: Client, study: Study) -> None:
    url = reverse("workplace:estimate", args=[study.slug, "prolific"])
    page = staff.post(url, {**FILLED, "places": 5000}).content.decode()
    assert "5000 are asked for" in page


@pytest.mark.parametrize(
    ("recruiter", "changes", "words"),
    [
        ("prolific", {"title": "Who? \N{WINKING FACE}"}, "platforms refuse the character"),
        ("prolific", {"reward": 0}, "it should be GBP 6.00 an hour or more"),
        ("prolific", {"reward": 7500}, "it should be GBP 60.00 an hour or less; amounts are in cents or pence"),
        ("prolific", {"places": 0}, "greater than or equal to 1"),
        ("prolific", {"places": "a few"}, "Enter a whole number"),
        ("prolific", {"currency": "XYZ"}, "XYZ is not one of the available choices"),
        ("prolific", {"environment": "moon"}, "moon is not one of the available choices"),
        ("prolific", {"allowed_minutes": 4}, "give people twice the expected"),
        ("prolific", {"filters": '[{"filter_id": '}, "Line 1, column 15"),
        ("prolific", {"filters": '{"filter_id": "sex"}'}, "it should be a list of objects"),
        ("prolific", {"filters": "[" * 15_000}, "cannot be stored"),
        ("prolific", {"filters": '[{"filter_id": "a", "selected_values": ["\\u0000"]}]'}, "the character NUL"),
        ("prolific", {"filters": '[{"filter_id": "a", "selected_values": ["\\ud800"]}]'}, "cannot be stored"),
        ("prolific", {"filters": '[{"filter_id": "age", "selected_range": {"lower": NaN}}]'}, "NaN is no number"),
        ("prolific", {"filters": '[{"filter_id": "age"}]'}, "Filter 1: filters.selected_values is missing"),
        ("prolific", {"filters": '[{"selected_values": ["1"]}]'}, "Filter 1: filters.filter_id is missing"),
        ("prolific", {"filters": '[{"filter_id": "a", "selected_values": [1]}]'}, "a list of texts"),
        ("mturk", {"currency": "USD", "country": "USA, GB"}, "two capital letters"),
        ("mturk", {"currency": "USD", "approval_percent": 950}, "it should be 0 to 100"),
        ("panel", {"person_parameter": ""}, "This field is required"),
        ("panel", {"person_parameter": "id&x"}, "letters, digits"),
        ("panel", {"person_parameter": "id", "return_complete": "http://a.example"}, "it should be an https address"),
        ("panel", {"person_parameter": "id", "return_full": "https://[a"}, "it should be an https address"),
    ],
)
def test_a_bad_value_is_told_at_its_field_and_everything_typed_is_kept(
    staff: Client,
    study: Study,
    prolific: LocalProlific,
    mturk: LocalMTurk,
    recruiter: str,
    changes: dict[str, Any],
    words: str,
) -> None:
    typed = {**FILLED, "open_hours": 72, "description": "A text of my own", **changes}
    answer = staff.post(address(study, recruiter), typed)
    assert answer.status_code == HTTPStatus.BAD_REQUEST
    assert words in read_errors(answer.content)
    assert "A text of my own" in answer.content.decode()
    assert (Posting.objects.count(), prolific.calls, mturk.calls) == (0, [], [])


def test_a_panels_details_are_fields_of_their_own(staff: Client, study: Study) -> None:
    preset = staff.get(f"{address(study, 'panel')}?preset=connect").content.decode()
    assert 'value="participantId"' in preset
    back = "https://panel.example/done?id=$person"
    changes = {"person_parameter": "participantId", "return_complete": back}
    assert staff.post(address(study, "panel"), {**FILLED, **changes}).status_code == HTTPStatus.FOUND
    offer = Posting.objects.get().offer
    expected = {"person_parameter": "participantId", "returns": {"complete": back}, "dynamic_codes": False}
    assert offer["details"] == expected


def test_requirements_are_kept_and_shown_again_when_the_draft_is_changed(staff: Client, study: Study) -> None:
    filters = [{"filter_id": "sex", "selected_values": ["1"]}]
    changes = {"approval_percent": 95, "leave_out": "a1, b2", "filters": json.dumps(filters)}
    draft = make_draft(staff, study, **changes)
    wanted = draft.offer["requirements"]
    assert (wanted["least_approval_percent"], wanted["without"], wanted["filters"]) == (95, ["a1", "b2"], filters)
    url = reverse("workplace:redraft", args=[draft.public_id])
    fields = read_fields(staff.get(url).content)
    assert (fields["leave_out"], json.loads(fields["filters"])) == ("a1, b2", filters)
    assert staff.post(url, {**fields, "places": 6}).status_code == HTTPStatus.FOUND
    changed = Posting.objects.get()
    assert (changed.places, changed.offer["requirements"]) == (6, wanted)


def test_a_draft_is_discarded(staff: Client, study: Study, prolific: LocalProlific) -> None:
    draft = make_draft(staff, study)
    answer = staff.post(reverse("workplace:discard", args=[draft.public_id]), follow=True)
    assert "The draft is discarded" in answer.content.decode()
    assert (Posting.objects.count(), prolific.calls) == (0, [])


def test_checks_say_what_is_wrong_and_the_button_is_dead_meanwhile(
    staff: Client, study: Study, settings: Settings
) -> None:
    settings.PUBLIC_URL = settings.PROLIFIC_LOCAL_URL = "http://127.0.0.1:9"
    draft = make_draft(staff, study)
    page = staff.get(reverse("workplace:launch_checks", args=[draft.public_id])).content.decode()
    assert "No worker has carried anything out" in page
    assert "http://127.0.0.1:9/healthy does not answer" in page
    assert "manage.py fake_platform prolific" in page  # the stand-in is not running
    assert '<button class="button" type="submit" disabled>Open for people' in page
    without_script = staff.get(reverse("workplace:launch", args=[draft.public_id]), {"check": "1"})
    assert "No worker has carried anything out" in without_script.content.decode()
    answer = staff.post(reverse("workplace:posting_open", args=[draft.public_id]))
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "does not answer" in answer.content.decode()
    assert Outgoing.objects.count() == 0


@pytest.mark.usefixtures("at_work", "prolific")
def test_pressed_twice_a_posting_is_opened_once(staff: Client, study: Study) -> None:
    draft = make_draft(staff, study)
    staff.post(reverse("workplace:launch_acknowledge", args=[draft.public_id]))
    page = staff.get(reverse("workplace:launch_checks", args=[draft.public_id])).content.decode()
    assert "not so" not in page
    url = reverse("workplace:posting_open", args=[draft.public_id])
    board = reverse("workplace:posting", args=[draft.public_id])
    assert [staff.post(url).headers["Location"] for _ in range(2)] == [board, board]
    assert Outgoing.objects.count() == 1
    assert staff.get(reverse("workplace:launch", args=[draft.public_id])).headers["Location"] == board
    for name in ("redraft", "discard"):
        answer = staff.post(reverse(f"workplace:{name}", args=[draft.public_id]), FILLED)
        assert answer.status_code == HTTPStatus.NOT_FOUND


def test_parity_cues_are_acknowledged_on_the_launch_page(staff: Client, study: Study) -> None:
    draft = make_draft(staff, study)
    url = reverse("workplace:launch_checks", args=[draft.public_id])
    before = staff.get(url).content.decode()
    assert "I know of these cues" in before
    staff.post(reverse("workplace:launch_acknowledge", args=[draft.public_id]))
    assert "I know of these cues" not in staff.get(url).content.decode()


@pytest.mark.parametrize("recruiter", RECRUITERS.slugs)
def test_every_recruiter_has_a_form_that_shows_its_fields(staff: Client, study: Study, recruiter: str) -> None:
    page = staff.get(address(study, recruiter))
    assert page.status_code == HTTPStatus.OK
    assert "Go on to the checks" in page.content.decode()


def test_who_has_no_role_sees_and_does_nothing(client: Client, study: Study) -> None:
    client.force_login(User.objects.create_user("somebody"))
    people = reverse("workplace:people", args=[study.slug])
    for url in (people, reverse("workplace:recruiters"), reverse("workplace:bring_people", args=[study.slug])):
        assert client.get(url).status_code in (HTTPStatus.NOT_FOUND, HTTPStatus.FORBIDDEN)
    for url in (address(study), reverse("workplace:estimate", args=[study.slug, "prolific"])):
        assert client.post(url, FILLED).status_code == HTTPStatus.NOT_FOUND
    assert Posting.objects.count() == 0


def test_what_there_is_not_is_not_found(staff: Client, study: Study) -> None:
    for url in (address(study, "nobody"), "/workplace/studies/none/people", "/workplace/postings/none/"):
        assert staff.get(url).status_code == HTTPStatus.NOT_FOUND
