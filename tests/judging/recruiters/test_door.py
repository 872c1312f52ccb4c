"""The door for people from platforms, through HTTP: previews, refusals with their way out, the way back, notices."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from agents.people import make_person_key
from agents.tasks import TASKS
from judging.models import Assignment, Judge, Place, Study, Trial
from judging.models.recruiting import PlatformIdentity, PlatformSubmission, Posting, PostingPart
from judging.opening import close_study
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.prolific import LocalProlific, sign
from judging.recruiters.money import Money
from tests.builders import make_visit
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import (
    address_participant,
    address_preview,
    address_worker,
    finish,
    look,
    post,
    submit_at_mturk,
    work_off,
)
from tests.pools import make_pool, open_small_study
from turingapp.logs import mask_tokens

pytestmark = [pytest.mark.django_db, pytest.mark.at_present]
WORKER = "A1WORKERIDOFAPERSON"  # no random token of the page holds this by chance
SECRET = "only-for-tests"


def open_at(recruiter: str, study: Study, clock: Clock, **changes: object) -> tuple[Posting, str]:
    """A posting that is open at its platform, and the id it has there."""
    posting = post(study, recruiter, at=clock(), **changes)
    work_off(clock)
    return posting, str(posting.parts.get().platform_id)


def name_door(posting: Posting, query: Mapping[str, str]) -> str:
    return f"/arrive/{posting.public_id}/?{urlencode(query)}"


def press_begin(posting: Posting, query: Mapping[str, str]) -> Any:
    return Client().post(name_door(posting, query), {"utc_offset": "60"})


def count_rows() -> tuple[int, ...]:
    models = (Assignment, Judge, Trial, PlatformSubmission, PlatformIdentity)
    return tuple(model.objects.count() for model in models)


def test_a_hundred_previews_create_nothing_and_take_no_place(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting, hit_id = open_at("mturk", study, clock)
    address = name_door(posting, address_preview(hit_id))
    assert {Client().get(address).status_code for _ in range(100)} == {200}
    assert press_begin(posting, address_preview(hit_id)).status_code == 409
    assert count_rows() == (0, 0, 0, 0, 0)
    assert not Place.objects.filter(taken__gt=0).exists()


@pytest.mark.parametrize("task", TASKS.slugs)
def test_a_preview_shows_a_sample_with_pay_time_and_consent_and_nothing_to_press(
    task: str, mturk: LocalMTurk, clock: Clock
) -> None:
    make_pool(task)
    study = open_small_study(task, consent="You may stop at any time.")
    posting, hit_id = open_at("mturk", study, clock)
    page = Client().get(name_door(posting, address_preview(hit_id))).content.decode()
    for words in ("Sample", "USD 1.00", "about 5 minutes", "You may stop at any time.", "Accept the HIT first"):
        assert words in page
    assert "<form" not in page
    assert "<fieldset disabled" in page


def test_the_samples_picture_is_there() -> None:
    answer = Client().get("/media/sample.jpg")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")


def test_looking_at_the_door_creates_nothing_and_begin_leads_to_the_visit_without_a_cookie(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting, hit_id = open_at("mturk", study, clock)
    query = address_worker(mturk.state.accept(hit_id, WORKER))
    page = Client().get(name_door(posting, query))
    assert b"Begin</button>" in page.content
    assert count_rows() == (0, 0, 0, 0, 0)
    begun = press_begin(posting, query)
    assert begun["Location"].startswith("/visit/")
    assert not begun.cookies
    assert WORKER not in begun["Location"]
    assert Assignment.objects.get().utc_offset_minutes == 60
    assert b"Go on</button>" in Client().get(name_door(posting, query)).content
    assert press_begin(posting, query)["Location"] == begun["Location"]


def test_forged_and_damaged_addresses_are_refused_without_a_row(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting, hit_id = open_at("mturk", study, clock)
    good = {"assignmentId": "3A", "hitId": hit_id, "workerId": "W1"}
    for query in ({**good, "hitId": "3OTHER"}, {**good, "workerId": ""}, {**good, "workerId": "W" * 100}):
        for answer in (Client().get(name_door(posting, query)), press_begin(posting, query)):
            assert answer.status_code == 409
            assert b"<form" not in answer.content
    assert count_rows() == (0, 0, 0, 0, 0)
    assert Client().get("/arrive/nosuchposting/").status_code == 404


def test_the_form_goes_to_the_platform_whatever_the_address_said(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting, hit_id = open_at("mturk", study, clock)
    query = {**address_worker(mturk.state.accept(hit_id, "W1")), "turkSubmitTo": "https://elsewhere.example"}
    visit = press_begin(posting, query)["Location"]
    finish(Assignment.objects.get(), at=clock())
    page = Client().get(visit)
    assert f'action="{mturk.url}/mturk/externalSubmit"' in page.content.decode()
    assert b"elsewhere" not in page.content
    assert f"form-action 'self' {mturk.url};" in page["Content-Security-Policy"]


def test_only_the_page_with_the_way_back_may_send_forms_to_the_platform(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting, hit_id = open_at("mturk", study, clock)
    query = address_worker(mturk.state.accept(hit_id, "W1"))
    visit = press_begin(posting, query)["Location"]
    for page in (Client().get(name_door(posting, query)), Client().get(visit)):
        assert "form-action 'self';" in page["Content-Security-Policy"]
        assert (
            "frame-ancestors 'self' https://*.mturk.com https://*.mturkcontent.com" in page["Content-Security-Policy"]
        )
        assert "X-Frame-Options" not in page


def test_the_page_with_the_way_back_has_us_ask_the_platform_soon_once(
    study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting, hit_id = open_at("mturk", study, clock)
    visit = press_begin(posting, address_worker(mturk.state.accept(hit_id, "W1")))["Location"]
    finish(Assignment.objects.get(), at=clock())
    later = clock.move(minutes=10)
    PostingPart.objects.update(poll_due_at=later)
    Client().get(visit)
    due = PostingPart.objects.get().poll_due_at
    Client().get(visit)
    assert due is not None
    assert due < later
    assert PostingPart.objects.get().poll_due_at == due


def test_a_full_study_says_so_and_gives_a_way_out(mturk: LocalMTurk, clock: Clock) -> None:
    make_pool(stimuli=4, humans=1, machines=1)
    study = open_small_study(judgements_per_response=1)
    posting, hit_id = open_at("mturk", study, clock)
    works = [mturk.state.accept(hit_id, f"W{number}") for number in range(4)]
    answers = [press_begin(posting, address_worker(work)) for work in works]
    full = answers[-1]
    assert full.status_code == 409
    assert b"This study is full" in full.content
    assert b'name="outcome" value="full"' in full.content
    assert f"form-action 'self' {mturk.url};" in full["Content-Security-Policy"]
    assert PlatformSubmission.objects.count() == Assignment.objects.count() < 4


def test_a_closed_study_says_so_and_gives_prolifics_way_out(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    posting, study_id = open_at("prolific", study, clock)
    inside, late = (address_participant(prolific.state.start(study_id, person)) for person in ("P1", "P2"))
    begun = press_begin(posting, inside)["Location"]
    close_study(study, at=clock())
    for answer in (Client().get(name_door(posting, late)), press_begin(posting, late)):
        assert answer.status_code == 409
        assert b"This study is closed" in answer.content
        assert f"/submissions/complete?cc={posting.offer['codes']['full']}" in answer.content.decode()
    assert press_begin(posting, inside)["Location"] == begun  # who is inside goes on


def test_who_is_not_eligible_is_told_why_and_gets_the_screened_out_code(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    judge = Judge.objects.create(person_key=make_person_key("prolific", "P1"), created_at=clock())
    make_visit(study, judge=judge)
    second = open_small_study(slug="second", without_judges_of=[study.slug])
    posting, study_id = open_at("prolific", second, clock)
    answer = press_begin(posting, address_participant(prolific.state.start(study_id, "P1")))
    assert answer.status_code == 409
    assert b"a study that this one builds on" in answer.content
    assert posting.offer["codes"]["screened_out"] in answer.content.decode()


def test_who_has_too_little_time_left_is_asked_to_return_the_place(
    study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    clock.move(minutes=-16)  # of the 20 that are allowed
    posting, study_id = open_at("prolific", study, clock)
    query = address_participant(prolific.state.start(study_id, "P1"))
    look(posting, clock)
    for answer in (Client().get(name_door(posting, query)), press_begin(posting, query)):
        assert answer.status_code == 409
        assert b"There is too little time left" in answer.content
        assert b"Please return it there" in answer.content
        assert b"Go back to return it" in answer.content
        assert not [code for code in posting.offer["codes"].values() if code in answer.content.decode()]
    assert Assignment.objects.count() == 0
    assert not Place.objects.filter(taken__gt=0).exists()


def test_who_has_handed_in_is_told_so_at_the_door(study: Study, mturk: LocalMTurk, clock: Clock) -> None:
    posting, _ = open_at("mturk", study, clock)
    work = mturk.state.works[submit_at_mturk(mturk, posting, "W1", clock).platform_assignment]
    before = count_rows()
    for answer in (Client().get(name_door(posting, address_worker(work))), press_begin(posting, address_worker(work))):
        assert answer.status_code == 409
        assert b"there is nothing more to do" in answer.content
    assert count_rows() == before


def test_who_comes_by_an_open_posting_of_links_is_somebody_new_and_gets_their_code(study: Study, clock: Clock) -> None:
    posting = post(study, "link", at=clock(), reward=Money(0, "USD"))
    work_off(clock)
    begun = [Client().post(f"/arrive/{posting.public_id}/", {"visit": name})["Location"] for name in ("a", "b", "a")]
    assert begun[0] == begun[2] != begun[1]
    for visit in Assignment.objects.all():
        finish(visit, at=clock())
    assert b"CODE" in Client().get(begun[0]).content
    close_study(study, at=clock())
    assert b"This study is closed" in Client().get(f"/arrive/{posting.public_id}/").content


def test_a_notice_is_taken_a_forged_one_is_refused_and_an_unknown_sender_not_found(
    study: Study, prolific: LocalProlific, clock: Clock, settings: Settings
) -> None:
    settings.PROLIFIC_HOOK_SECRET = SECRET
    posting, study_id = open_at("prolific", study, clock)
    PostingPart.objects.update(poll_due_at=clock.move(minutes=10))
    body = f'{{"event_type": "study.status.change", "resource_id": "{study_id}"}}'.encode()
    headers = sign({"id": "event-1", "at": clock.seconds(), "body": {}}, body, SECRET)
    kind = headers.pop("Content-Type")
    forged = {**headers, "X-Prolific-Request-Signature": "AAAA"}
    send = Client().post
    assert send("/notices/prolific/", body, content_type=kind, headers=forged).status_code == 403
    assert send("/notices/prolific/", body + b" ", content_type=kind, headers=headers).status_code == 403
    assert PostingPart.objects.get().poll_due_at == clock()
    for _ in ("first", "again"):
        assert send("/notices/prolific/", body, content_type=kind, headers=headers).status_code == 204
    due = posting.parts.get().poll_due_at
    assert due is not None
    assert due < clock()
    assert send("/notices/nobody/", body, content_type=kind).status_code == 404
    assert send("/notices/mturk/", body, content_type=kind).status_code == 403
    assert send("/notices/link/", body, content_type=kind).status_code == 404
    assert Client().get("/notices/prolific/").status_code == 405


def test_who_somebody_is_at_a_platform_stays_out_of_the_logs() -> None:
    line = mask_tokens('"GET /arrive/0123abcd/?hitId=3H&workerId=A2WORKER HTTP/1.1" 200')
    assert line == '"GET /arrive/0123abcd/?… HTTP/1.1" 200'
