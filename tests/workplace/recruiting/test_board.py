"""The board of a posting and the page of accounts, through HTTP."""

from http import HTTPStatus

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from lxml import html
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from judging.models import Study
from judging.models.recruiting import Outgoing, PlatformSubmission, Posting
from judging.outbox import give_up
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.money import Money
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import look, post, submit_at_mturk, work_off

pytestmark = pytest.mark.django_db
WORKER = "A1WORKERIDOFAPERSON"  # no random token of the page holds this by chance


def show(staff: Client, posting: Posting) -> str:
    return staff.get(reverse("workplace:posting", args=[posting.public_id])).content.decode()


def press(staff: Client, posting: Posting, name: str, *more: object, **fields: object) -> str:
    answer = staff.post(reverse(f"workplace:{name}", args=[posting.public_id, *more]), fields, follow=True)
    return answer.content.decode()


def read_tags(staff: Client, posting: Posting) -> list[str]:
    """How the posting stands, as each page that names it says it, and the part of the board that changes."""
    names = ("posting", "review", "money", "posting_live")
    paths = [reverse(f"workplace:{name}", args=[posting.public_id]) for name in names]
    paths.append(reverse("workplace:people", args=[posting.study.slug]))
    pages = [html.fromstring(staff.get(path).content) for path in paths]
    tags = [[tag.text_content() for tag in page.xpath("//span[contains(@class, 'tag')]")] for page in pages]
    return [[text for text in texts if text in ("Open", "Stopping", "Closed")][-1] for texts in tags]


@pytest.fixture
def posting(study: Study, mturk: LocalMTurk, clock: Clock) -> Posting:
    """Four places at the local MTurk, one of them handed in."""
    posting = post(study, "mturk", at=clock())
    work_off(clock)
    submit_at_mturk(mturk, posting, WORKER, clock)
    return posting


def test_the_board_tells_people_money_and_parts_without_a_persons_id(staff: Client, posting: Posting) -> None:
    page = show(staff, posting)
    for words in ("No money: local platform", "3 places free", "waiting for a decision", "USD 4.80", "of its cap of"):
        assert words in page
    part = posting.parts.get()
    assert str(part.platform_id) in page
    assert WORKER not in page


def test_whoever_waits_for_a_decision_comes_first(staff: Client, posting: Posting) -> None:
    assert '<a class="button is-quiet" id="add-places"' in show(staff, posting)
    assert "Review the 1 handed in" in show(staff, posting)
    PlatformSubmission.objects.update(status="approved")
    assert '<a class="button" id="add-places"' in show(staff, posting)


def test_an_unchanged_board_costs_an_empty_answer_and_as_few_queries_as_ever(
    staff: Client,
    posting: Posting,
    mturk: LocalMTurk,
    clock: Clock,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    url = reverse("workplace:posting_live", args=[posting.public_id])
    mark = staff.get(reverse("workplace:posting", args=[posting.public_id])).context["board"].standing.mark
    with django_assert_num_queries(11):  # the session, the account, the posting twice, and seven counts
        assert staff.get(url, {"seen": mark}).status_code == HTTPStatus.NO_CONTENT
    for number in range(2, 5):
        submit_at_mturk(mturk, posting, f"W{number}", clock)
    with django_assert_num_queries(12):  # and who changed what
        answer = staff.get(url, {"seen": mark})
    assert "0 places free" in answer.content.decode()


def test_pausing_and_going_on(staff: Client, posting: Posting, clock: Clock) -> None:
    assert "Paused: nobody more can come" in press(staff, posting, "posting_pause")
    assert "Waiting for the worker" in show(staff, posting)
    assert "Add places" in press(staff, posting, "posting_resume")
    assert [row.kind for row in Outgoing.objects.order_by("pk")] == ["open", "pause", "resume"]


def test_who_has_changed_a_posting_is_kept_and_shown(staff: Client, posting: Posting) -> None:
    press(staff, posting, "posting_extend", places=1, seen=4)
    for deed in ("posting_pause", "posting_resume", "posting_stop", "posting_stop"):
        press(staff, posting, deed)
    assert list(posting.changes.values_list("kind", "places", "by")) == [
        ("open", 4, ""),
        ("extend", 5, "experimenter"),
        ("pause", 5, "experimenter"),
        ("resume", 5, "experimenter"),
        ("close", 4, "experimenter"),  # the place that nobody had asked the platform for is taken back
    ]
    assert "Stopped by experimenter" in show(staff, posting)


def test_places_are_added_once_after_their_cost_was_shown(staff: Client, posting: Posting, settings: Settings) -> None:
    url = reverse("workplace:posting_addition", args=[posting.public_id])
    assert "USD 3.60" in staff.post(url, {"places": 3, "seen": 4}).content.decode()  # 3 × (100 + 20%)
    assert "asks for 7 people in all" in press(staff, posting, "posting_extend", places=3, seen=4)
    assert "asks for 7 places by now, not 4" in press(staff, posting, "posting_extend", places=3, seen=4)
    assert "greater than or equal to 1" in press(staff, posting, "posting_extend", places=0, seen=7)
    settings.CAP_PER_STUDY = 900
    assert "would pass the cap" in press(staff, posting, "posting_extend", places=3, seen=7)
    posting.refresh_from_db()
    assert posting.places == 7


def test_stopping_asks_once_and_counts_until_the_platform_confirms(
    staff: Client, posting: Posting, clock: Clock
) -> None:
    asked = staff.get(reverse("workplace:posting_stop", args=[posting.public_id])).content.decode()
    assert "still has 3 free places" in asked
    assert "Stopping: 3 places can still be taken" in press(staff, posting, "posting_stop")
    assert read_tags(staff, posting) == ["Stopping"] * 5
    work_off(clock)
    look(posting, clock)
    assert "0 places are left" in show(staff, posting)
    assert read_tags(staff, posting) == ["Closed"] * 5
    assert (
        "It is stopped already"
        in staff.get(reverse("workplace:posting_stop", args=[posting.public_id])).content.decode()
    )


def test_what_the_platform_refused_is_shown_and_asked_for_again(staff: Client, study: Study, clock: Clock) -> None:
    posting = post(study, "mturk", at=clock())
    row = Outgoing.objects.get()
    give_up(row, "MTurk refused to make the HIT: no money.", at=clock())
    assert "MTurk refused to make the HIT: no money." in show(staff, posting)
    assert "It is asked for again" in press(staff, posting, "posting_again", row.pk)
    assert "It was on its way already" in press(staff, posting, "posting_again", row.pk)
    other = post(study, "mturk", at=clock())
    answer = staff.post(reverse("workplace:posting_again", args=[other.public_id, row.pk]))
    assert answer.status_code == HTTPStatus.NOT_FOUND


def test_a_link_and_a_panel_show_what_to_hand_out(staff: Client, study: Study, clock: Clock) -> None:
    link = post(study, "link", at=clock(), reward=Money(0, "USD"))
    page = show(staff, link)
    assert link.offer["address"] in page
    assert "Stopped" in page
    assert "Parts at the platform" not in page
    details = {"person_parameter": "pid", "returns": {"complete": "https://panel.example/"}}
    panel = post(study, "panel", at=clock(), details=details)
    page = show(staff, panel)
    assert f"{panel.offer['address']}?pid=…" in page
    assert panel.offer["codes"]["full"] in page
    assert panel.offer["codes"]["complete"] not in page


def test_the_list_of_people_shows_each_posting_in_a_line(
    staff: Client, posting: Posting, study: Study, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(13):
        page = staff.get(reverse("workplace:people", args=[study.slug])).content.decode()
    assert f"{posting.pk}: Amazon Mechanical Turk" in page
    assert "USD 4.80" in page


def test_who_has_no_role_does_not_act_on_a_posting(client: Client, posting: Posting) -> None:
    client.force_login(User.objects.create_user("somebody"))
    for name in ("posting_pause", "posting_stop", "posting_extend"):
        answer = client.post(reverse(f"workplace:{name}", args=[posting.public_id]), {"places": 1, "seen": 4})
        assert answer.status_code == HTTPStatus.NOT_FOUND
    client.logout()
    live = client.get(reverse("workplace:posting_live", args=[posting.public_id]), headers={"HX-Request": "true"})
    assert live.headers["HX-Redirect"] == "/workplace/login"
    assert Outgoing.objects.count() == 1


def test_accounts_name_secrets_and_show_no_value(staff: Client, settings: Settings) -> None:
    settings.PROLIFIC_TOKEN = "the-value-itself"
    settings.AWS_ACCESS_KEY_ID = ""
    page = staff.get(reverse("workplace:recruiters")).content.decode()
    assert "the-value-itself" not in page
    assert "Put there the id of an access key" in page
    assert "manage.py fake_platform prolific" in page


def test_a_connection_is_tested_and_failures_are_told_in_words(
    staff: Client, prolific: LocalProlific, settings: Settings
) -> None:
    def ask(recruiter: str, environment: str) -> str:
        url = reverse("workplace:recruiter_ask", args=[recruiter, environment])
        return staff.post(url, headers={"HX-Request": "true"}).content.decode()

    assert "Connected: the account pays in GBP" in ask("prolific", "local")
    settings.PROLIFIC_TOKEN = ""
    assert "PROLIFIC_TOKEN must be set" in ask("prolific", "live")
    settings.AWS_ACCESS_KEY_ID = settings.AWS_SECRET_ACCESS_KEY = ""
    assert "Amazon closed Mechanical Turk on 30 September 2026" in ask("mturk", "live")
    settings.PROLIFIC_LOCAL_URL = "http://127.0.0.1:9"
    assert "Start it with manage.py fake_platform prolific" in ask("prolific", "local")
    without_script = staff.post(reverse("workplace:recruiter_ask", args=["prolific", "local"]), follow=True)
    assert "Prolific, local: Prolific did not answer" in without_script.content.decode()
    assert staff.post(reverse("workplace:recruiter_ask", args=["prolific", "moon"])).status_code == HTTPStatus.NOT_FOUND
