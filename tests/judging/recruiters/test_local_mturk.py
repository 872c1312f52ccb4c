"""The local MTurk's own pages, as a worker's browser meets them."""

import re

import httpx
import pytest

from judging.recruiters import RECRUITERS
from judging.recruiters.local.faults import Fault
from judging.recruiters.local.mturk import LocalMTurk
from judging.recruiters.values import Coming, Outcome, Part
from tests.judging.recruiters.calls import Call
from tests.judging.recruiters.stories import make_offer
from turingapp.errors import PermanentServiceError

MTURK = RECRUITERS["mturk"]
OFFER = make_offer(address="http://127.0.0.1:9/arrive/abc/")


def open_hit(places: int = 4) -> Part:
    return MTURK.open_part(make_offer(address=OFFER.address, places=places), environment="local", call=Call())


def read_frame(page: httpx.Response) -> str:
    found = re.search(r'<iframe[^>]* src="([^"]*)"', page.text)
    assert found is not None
    return found[1].replace("&amp;", "&")


def test_a_worker_previews_accepts_and_submits_through_the_pages(mturk: LocalMTurk) -> None:
    part = open_hit()
    with httpx.Client(base_url=mturk.url, follow_redirects=True) as browser:
        assert "Who wrote this?" in browser.get("/", params={"worker": "W1"}).text
        preview = browser.get(f"/hits/{part.platform_id}", params={"worker": "W1"})
        assert (
            read_frame(preview) == f"{OFFER.address}?assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE&hitId={part.platform_id}"
        )
        frame = httpx.URL(read_frame(browser.post(f"/hits/{part.platform_id}/accept", data={"worker": "W1"})))
        assert (frame.params["workerId"], frame.params["turkSubmitTo"]) == ("W1", mturk.url)
        coming = MTURK.read_arrival(OFFER, dict(frame.params))
        way = MTURK.find_exit(OFFER, Outcome.COMPLETE, environment="local", coming=coming, code="CODE")
        assert browser.post(way.address, data=dict(way.fields)).status_code == 200
    (told,) = MTURK.list_submissions(part)
    assert (told.person, told.status) == ("W1", "submitted")
    assert "CODE" in mturk.state.works[told.platform_assignment].answer


def test_a_form_with_nothing_but_the_assignments_id_is_refused(mturk: LocalMTurk) -> None:
    work = mturk.state.accept(open_hit().platform_id, "W1")
    answer = httpx.post(f"{mturk.url}/mturk/externalSubmit", data={"assignmentId": work.assignment_id})
    assert answer.status_code == 400
    assert work.status == "Accepted"


def test_a_submission_that_mturk_fails_to_take_can_be_sent_again(mturk: LocalMTurk) -> None:
    work = mturk.state.accept(open_hit().platform_id, "W1")
    mturk.state.faults.plan(Fault.ERROR_BEFORE, "externalSubmit")
    way = MTURK.find_exit(
        OFFER, Outcome.COMPLETE, environment="local", coming=Coming("", work.assignment_id, "W1"), code="CODE"
    )
    assert [httpx.post(way.address, data=dict(way.fields)).status_code for _ in range(2)] == [500, 200]


def test_a_returned_assignments_id_goes_to_the_next_worker(mturk: LocalMTurk) -> None:
    part = open_hit()
    mturk.state.faults.plan(Fault.SAME_ASSIGNMENT, "accept")
    first = mturk.state.accept(part.platform_id, "W1").assignment_id
    httpx.post(f"{mturk.url}/hits/{part.platform_id}/return", data={"worker": "W1", "assignment": first})
    assert mturk.state.accept(part.platform_id, "W2").assignment_id == first


def test_a_closed_hit_admits_nobody_and_whoever_is_inside_submits(mturk: LocalMTurk) -> None:
    part = open_hit()
    work = mturk.state.accept(part.platform_id, "W1")
    MTURK.close(part, call=Call())
    late = httpx.post(f"{mturk.url}/hits/{part.platform_id}/accept", data={"worker": "W2"})
    assert "no more of these HITs" in late.text
    assert mturk.state.submit(work.assignment_id, "x").status == "Submitted"


def test_a_hit_of_fewer_than_ten_cannot_grow_to_ten(mturk: LocalMTurk) -> None:
    part = open_hit(places=9)
    with pytest.raises(PermanentServiceError, match="fewer than 10"):
        MTURK.extend(part, 10, call=Call())


def test_a_notice_may_come_twice_or_not_at_all(mturk: LocalMTurk) -> None:
    part = open_hit()
    mturk.state.faults.plan(Fault.NOTICE_TWICE, "AssignmentAccepted")
    mturk.state.accept(part.platform_id, "W1")
    mturk.state.faults.plan(Fault.NOTICE_LOST, "AssignmentAccepted")
    mturk.state.accept(part.platform_id, "W2")
    assert len(mturk.state.notices) == 2
    assert len({notice["id"] for notice in mturk.state.notices}) == 1
