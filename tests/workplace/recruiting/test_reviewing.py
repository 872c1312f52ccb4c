"""The review of a posting through HTTP, against the local platforms."""

from typing import Any

import lxml.html
import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.fixtures import Settings

from judging import jobs
from judging.models import Assignment, Decision, RevealedIdentity, Study
from judging.models.recruiting import Outgoing, PlatformSubmission, Posting
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.local.mturk_operations import sum_rewards
from judging.recruiters.local.prolific import LocalProlific
from judging.recruiters.money import Money
from tests.judging.recruiters.conftest import Clock
from tests.judging.recruiters.stories import (
    address_participant,
    arrive,
    look,
    post,
    submit_at_prolific,
    submit_many_at_mturk,
    work_off,
)
from turingapp.workplace.recruiting import review_shown

pytestmark = pytest.mark.django_db
REASON = (
    "You left after the first picture. The study asks for an answer to each of four pictures, as its first page says."
)


def address(posting: Posting, page: str) -> str:
    return f"/workplace/postings/{posting.public_id}/{page}"


def read_text(answer: Any) -> str:
    """The text of a page with single spaces."""
    main = lxml.html.document_fromstring(answer.content).get_element_by_id("main")
    return " ".join(" ".join(main.itertext()).split())


def send(staff: Client, posting: Posting, **fields: Any) -> HttpResponse:
    """Press a button of the review, and go where it leads."""
    return staff.post(address(posting, "review/decide"), fields, follow=True)  # type: ignore[return-value]


def read_fields(answer: HttpResponse) -> dict[str, Any]:
    """The fields of the last form of a page, as a browser would send them."""
    return dict(lxml.html.document_fromstring(answer.content).xpath("//main//form")[-1].form_values())


def test_who_is_not_staff_sees_and_does_nothing(client: Client, posting: Posting) -> None:
    for page in ("review", "money", "ledger.csv"):
        assert client.get(address(posting, page))["Location"].startswith("/workplace/login")
    for page in ("review/decide", "money/caps", "money/reconcile", "money/orphan", "submissions/1/who"):
        assert client.post(address(posting, page))["Location"].startswith("/workplace/login")
    assert Outgoing.objects.exclude(kind="open").count() == 0


def test_a_submission_is_shown_with_its_evidence_and_without_who_it_is(
    staff: Client, posting: Posting, prolific: LocalProlific, clock: Clock
) -> None:
    submission = submit_at_prolific(prolific, posting, "P123456789", clock)
    Assignment.objects.update(signs={"honeypot": 1}, closing={"ai_tool": "yes"})
    page = staff.get(address(posting, "review"))
    text = read_text(page)
    assert "0 of 4 trials" in text
    assert "visit finished , code right" in text  # the visit is a link
    assert "filled in a field that people do not see" in text
    assert "said that an AI tool was used" in text
    assert b"P123456789" not in page.content
    assert submission.platform_assignment.encode() not in page.content


def test_a_visit_that_is_open_here_and_handed_in_there_is_said_in_words(
    staff: Client, posting: Posting, prolific: LocalProlific, clock: Clock
) -> None:
    part = prolific.state.start(str(posting.parts.get().platform_id), "P1")
    arrive(posting, address_participant(part), at=clock())
    prolific.state.complete("P1", posting.offer["codes"]["screened_out"])
    look(posting, clock)
    text = read_text(staff.get(address(posting, "review")))
    assert "Handed in there, here the visit is open: payable all the same." in text
    assert "handed in the code for screened out" in text


def test_an_empty_review_says_when_somebody_will_be_there(staff: Client, posting: Posting) -> None:
    assert "Nobody waits for a decision." in read_text(staff.get(address(posting, "review")))
    assert "Nobody has come yet." in read_text(staff.get(address(posting, "review?show=all")))
    assert staff.get(address(posting, "review?show=nothing")).status_code == 404


def test_lists_show_their_own_and_those_with_flags_only(
    staff: Client, posting: Posting, prolific: LocalProlific, clock: Clock
) -> None:
    rows = [submit_at_prolific(prolific, posting, f"P{number}", clock) for number in range(2)]
    send(staff, posting, kind="approve", submission=rows[0].pk)
    work_off(clock)
    Assignment.objects.filter(pk=rows[1].assignment_id).update(signs={"machine_text": 1})
    shown = {}
    for show in ("waiting", "approved", "rejected", "flags", "all"):
        page = lxml.html.document_fromstring(staff.get(address(posting, f"review?show={show}")).content)
        shown[show] = [int(box.get("value")) for box in page.xpath("//input[@type='checkbox'][@name='submission']")]
    assert shown == {
        "waiting": [rows[1].pk],
        "approved": [rows[0].pk],
        "rejected": [],
        "flags": [rows[1].pk],
        "all": [row.pk for row in rows],
    }


def test_flags_are_looked_for_in_steps_and_found(
    staff: Client, posting: Posting, prolific: LocalProlific, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_shown, "LOOKED_THROUGH", 1)
    rows = [submit_at_prolific(prolific, posting, f"P{number}", clock) for number in range(2)]
    Assignment.objects.filter(pk=rows[1].assignment_id).update(signs={"machine_text": 1})
    first, second = (staff.get(address(posting, f"review?show=flags&page={number}")) for number in (1, 2))
    assert "Nothing stands out among the submissions of this page. Page 1 of 2. Later" in read_text(first)
    assert f"Submission {rows[1].pk}" in read_text(second)


def test_the_number_of_queries_does_not_grow_with_the_submissions(
    staff: Client,
    posting: Posting,
    prolific: LocalProlific,
    clock: Clock,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    first = submit_at_prolific(prolific, posting, "P1", clock)
    for number in range(60):
        PlatformSubmission.objects.create(
            part=first.part,
            platform_assignment=f"more-{number}",
            identity=first.identity,
            status="submitted",
            created_at=clock(),
            seen_at=clock(),
        )
    with django_assert_max_num_queries(20):
        page = staff.get(address(posting, "review?show=waiting"))
    assert "Page 1 of 2." in read_text(page)


def test_approve_all_pays_those_who_were_counted_once(
    staff: Client, posting: Posting, prolific: LocalProlific, clock: Clock
) -> None:
    for number in range(2):
        submit_at_prolific(prolific, posting, f"P{number}", clock)
    page = staff.get(address(posting, "review"))
    assert "Approve all 2 that wait" in read_text(page)
    fields = {"kind": "approve", **dict(lxml.html.document_fromstring(page.content).forms[1].form_values())}
    submit_at_prolific(prolific, posting, "P2", clock)
    answers = [send(staff, posting, **fields) for _ in range(2)]  # a double click
    assert answers[0].redirect_chain == answers[1].redirect_chain  # type: ignore[attr-defined]
    assert "On its way 2" in read_text(answers[0])
    work_off(clock)
    decision = Decision.objects.get()
    assert "Done 2" in read_text(staff.get(address(posting, f"decisions/{decision.pk}")))
    assert sorted(PlatformSubmission.objects.values_list("status", flat=True)) == ["approved", "approved", "submitted"]
    assert decision.by == "experimenter"


@pytest.mark.long
def test_of_fifty_three_fail_and_are_listed_and_run_again_without_paying_anybody_twice(
    staff: Client, study: Study, mturk: LocalMTurk, clock: Clock
) -> None:
    posting = post(study, "mturk", at=clock(), places=50, part_places=50, reward=Money(50, "USD"))
    work_off(clock)
    odd = submit_many_at_mturk(mturk, posting, 50, clock)[:3]
    for work in odd:
        work.worker_id = f"{work.worker_id}X"
    page = staff.get(address(posting, "review"))
    send(staff, posting, kind="approve", **dict(lxml.html.document_fromstring(page.content).forms[1].form_values()))
    jobs.carry_on_decisions()  # those for which the page did not wait
    work_off(clock)
    page = staff.get(address(posting, f"decisions/{Decision.objects.get().pk}"))
    text = read_text(page)
    assert "Failed 3 Done 47" in text
    assert text.count("MTurk lists another worker") == 3
    for work in odd:
        work.worker_id = work.worker_id.removesuffix("X")
    form = lxml.html.document_fromstring(page.content).xpath("//main//form")[-1]
    answer = staff.post(form.action, dict(form.form_values()), follow=True)
    work_off(clock)
    assert "On its way 3" in read_text(answer)
    assert sum_rewards(mturk.state) * 100 == 50 * 50
    assert Outgoing.objects.filter(kind="approve").count() == 50


def test_a_rejection_asks_for_a_reason_and_keeps_who_has_rejected(
    staff: Client, posting: Posting, prolific: LocalProlific, clock: Clock
) -> None:
    submission = submit_at_prolific(prolific, posting, "P1", clock)
    asked = send(staff, posting, kind="reject", submission=submission.pk)
    assert "Reject 1 submission" in read_text(asked)
    short = send(staff, posting, **{**read_fields(asked), "reason": "Bad work"})
    assert short.status_code == 422
    assert "It has 8 letters; Prolific asks for 100 or more." in read_text(short)
    assert not Outgoing.objects.filter(kind="reject").exists()
    send(staff, posting, **{**read_fields(short), "reason": REASON})
    work_off(clock)
    assert [part.status for part in prolific.state.parts.values()] == ["REJECTED"]
    assert Outgoing.objects.get(kind="reject").payload == {"by": "experimenter", "reason": REASON}


def test_a_second_reviewer_is_told_of_the_first(
    staff: Client, posting: Posting, prolific: LocalProlific, clock: Clock
) -> None:
    submission = submit_at_prolific(prolific, posting, "P1", clock)
    other = Client()
    other.force_login(User.objects.create_superuser("second", password="a-long-password"))
    fields = read_fields(send(other, posting, kind="reject", submission=submission.pk))
    send(staff, posting, kind="approve", submission=submission.pk)
    told = read_text(send(other, posting, **{**fields, "reason": REASON}))
    assert "Failed 1" in told
    assert "Refused. Its approval is on its way." in told


def test_nothing_ticked_and_submissions_of_others_do_nothing(
    staff: Client, posting: Posting, study: Study, prolific: LocalProlific, clock: Clock
) -> None:
    row = submit_at_prolific(prolific, posting, "P1", clock)
    other = post(study, "prolific", at=clock(), reward=Money(100, "GBP"))
    for fields in ({}, {"submission": row.pk}, {"submission": "x,-1,²"}):
        answer = send(staff, other, kind="approve", **fields)
        assert "Tick the submissions first" in read_text(answer)
    assert send(staff, posting, kind="destroy", submission=row.pk).status_code == 404
    assert Decision.objects.count() == 0


@pytest.mark.parametrize("token", ["", "x" * 5000, "a\x00b", "'; DROP TABLE"])
def test_a_token_that_we_did_not_make_does_no_harm(
    staff: Client, posting: Posting, prolific: LocalProlific, clock: Clock, token: str
) -> None:
    row = submit_at_prolific(prolific, posting, "P1", clock)
    assert "On its way 1" in read_text(send(staff, posting, kind="approve", submission=row.pk, token=token))
    bonus = {"kind": "bonus", "submission": row.pk, "amount": "5", "name": "a\x00b", "reason": "Good", "token": token}
    assert send(staff, posting, **bonus).status_code == 422
    assert not Outgoing.objects.filter(kind="bonus").exists()


def test_who_somebody_is_is_shown_on_demand_and_written_down(
    staff: Client, posting: Posting, prolific: LocalProlific, clock: Clock
) -> None:
    row = submit_at_prolific(prolific, posting, "P123456789", clock)
    who = address(posting, f"submissions/{row.pk}/who")
    assert staff.get(who).status_code == 405
    answer = staff.post(who)
    assert "P123456789" in read_text(answer)
    assert "no-store" in answer["Cache-Control"]
    part = staff.post(who, headers={"HX-Request": "true"})
    assert part.content.startswith(b"<p>")
    assert set(RevealedIdentity.objects.values_list("submission", "by")) == {(row.pk, "experimenter")}
    assert f"Submission {row.pk} to experimenter" in read_text(staff.get(address(posting, "review")))
    assert staff.post(address(posting, "submissions/999/who")).status_code == 404


def test_an_id_that_no_key_opens_is_told_as_that(
    staff: Client, posting: Posting, prolific: LocalProlific, clock: Clock, settings: Settings
) -> None:
    row = submit_at_prolific(prolific, posting, "P123456789", clock)
    settings.PERSON_KEY_SECRET = "another"
    answer = staff.post(address(posting, f"submissions/{row.pk}/who"))
    assert "No key opens the id of this person" in read_text(answer)
    assert not RevealedIdentity.objects.exists()


def test_outcomes_are_sent_only_where_something_has_changed(
    staff: Client, posting: Posting, prolific: LocalProlific, clock: Clock
) -> None:
    row = submit_at_prolific(prolific, posting, "P1", clock)
    page = send(staff, posting, kind="approve", submission=row.pk)
    poll = lxml.html.document_fromstring(page.content).get_element_by_id("outcomes").get("hx-get")
    assert staff.get(poll).status_code == 204
    assert staff.get(poll.split("?")[0]).content.startswith(b'<div id="outcomes"')
    work_off(clock)
    assert staff.get(poll)["HX-Refresh"] == "true"
